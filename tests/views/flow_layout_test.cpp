#include "views/kit/flow_layout.h"

#include <QWidget>

#include <gtest/gtest.h>

#include <vector>

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
        int second; ///< x of the second of three items
        int height;
    } cases[] = {
        {400, 132, 20}, // the preferred spacing
        {364, 132, 20}, // just so
        {350, 125, 20}, // closer
        {332, 116, 20}, // half of the preferred spacing
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

/// The items are 100, 60, 80, 120 and 40 wide.
TEST(FlowLayout, InColumnsFurtherLinesStandBelowTheFirst)
{
    class Wide : public QWidget {
    public:
        explicit Wide(int width)
            : m_width(width)
        {
        }
        QSize sizeHint() const override { return {m_width, 20}; }

    private:
        int m_width;
    };
    const struct {
        int width;
        std::vector<int> left; ///< x of each item
        int height;
    } cases[] = {
        {528, {0, 132, 224, 336, 488}, 20}, // all in one line
        {464, {0, 116, 192, 288, 424}, 20}, // closer
        {463, {0, 132, 224, 336, 0}, 48}, // four columns
        {455, {0, 152, 244, 0, 152}, 48}, // three columns, 120, 60 and 80 wide
        {200, {0, 0, 0, 0, 0}, 132},
        {50, {0, 0, 0, 0, 0}, 132},
    };
    for (const auto& one : cases) {
        QWidget page;
        auto* const flow = new FlowLayout({32, 8}, FlowLayout::Form::Columns);
        page.setLayout(flow);
        for (const int width : {100, 60, 80, 120, 40})
            flow->addWidget(new Wide(width));
        page.resize(one.width, 200);
        page.show();
        EXPECT_EQ(flow->heightForWidth(one.width), one.height) << one.width;
        flow->setGeometry({0, 0, one.width, one.height});
        for (int i = 0; i < 5; ++i)
            EXPECT_EQ(flow->itemAt(i)->geometry().x(), one.left[std::size_t(i)]) << one.width << ' ' << i;
    }
}

/// A title at least 150 pixels wide, followed by two items of 100 pixels, with gaps of 8.
TEST(FlowLayout, GivesATitleWhatTheOthersLeaveOrALineOfItsOwn)
{
    class Title : public QWidget {
    public:
        QSize sizeHint() const override { return {600, 12}; }
        QSize minimumSizeHint() const override { return {150, 12}; }
    };
    const struct {
        int width;
        QRect title;
        QPoint first;
        QPoint second;
        int height;
    } cases[] = {
        {800, {0, 4, 584, 12}, {592, 0}, {700, 0}, 20},
        {366, {0, 4, 150, 12}, {158, 0}, {266, 0}, 20}, // just so
        {365, {0, 0, 365, 12}, {0, 20}, {108, 20}, 40},
        {150, {0, 0, 150, 12}, {0, 20}, {0, 48}, 68},
    };
    for (const auto& one : cases) {
        SCOPED_TRACE(one.width);
        QWidget page;
        auto* const flow = new FlowLayout({8, 8}, FlowLayout::Form::Titled);
        page.setLayout(flow);
        auto* const title = new Title;
        title->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        flow->addWidget(title);
        flow->addWidget(new Block);
        flow->addWidget(new Block);
        page.show();
        EXPECT_EQ(flow->heightForWidth(one.width), one.height);
        flow->setContentsMargins(5, 6, 7, 8);
        EXPECT_EQ(flow->heightForWidth(one.width + 12), one.height + 14);
        flow->setContentsMargins(0, 0, 0, 0);
        flow->setGeometry({0, 0, one.width, one.height});
        EXPECT_EQ(title->geometry(), one.title);
        EXPECT_EQ(flow->itemAt(1)->geometry().topLeft(), one.first);
        EXPECT_EQ(flow->itemAt(2)->geometry().topLeft(), one.second);
        EXPECT_EQ(flow->sizeHint().width(), 816);
        title->hide();
        flow->setGeometry({0, 0, one.width, one.height});
        EXPECT_EQ(flow->itemAt(1)->geometry().topLeft(), QPoint(0, 0)) << "as if there were no title";
    }
}

} // namespace
} // namespace loupe
