#include "views/kit/flow_layout.h"

#include <QWidget>

#include <gtest/gtest.h>

namespace loupe {
namespace {

class Block : public QWidget {
public:
    using QWidget::QWidget;
    QSize sizeHint() const override { return {100, 20}; }
};

TEST(FlowLayout, PutsItemsCloserWhereTheyFitIntoOneLineThen)
{
    const struct {
        int width;
        int second; ///< where the second of three items is
        int height;
    } cases[] = {
        {400, 132, 20}, // as wanted
        {364, 132, 20}, // just so
        {350, 125, 20}, // closer
        {332, 116, 20}, // half of what is wanted
        {331, 132, 48}, // a second line
        {100, 0, 76},
    };
    for (const auto& one : cases) {
        QWidget page;
        auto* const flow = new FlowLayout({32, 8});
        page.setLayout(flow);
        for (int i = 0; i < 3; ++i) {
            auto* const block = new Block(&page);
            flow->addWidget(block);
            block->show();
        }
        EXPECT_EQ(flow->heightForWidth(one.width), one.height) << one.width;
        flow->setGeometry({0, 0, one.width, one.height});
        EXPECT_EQ(flow->itemAt(1)->geometry().x(), one.second) << one.width;
    }
}

} // namespace
} // namespace loupe
