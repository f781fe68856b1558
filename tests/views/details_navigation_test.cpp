#include "support/opened.h"
#include "support/written_tensor.h"
#include "views/details/details_tabs.h"

#include "items/histogram/figures.h"
#include "views/details/statistics_view.h"
#include "views/values/values_area.h"
#include "views/values/values_view.h"

#include <QApplication>
#include <QTabBar>
#include <QTest>

#include <gtest/gtest.h>

#include <limits>

namespace loupe {
namespace {

/// Tests navigation through the tabs by keys and links.
class DetailsNavigationTest : public testing::Test {
protected:
    DetailsNavigationTest()
    {
        tabs.resize(800, 600);
        tabs.show();
    }
    bool waitUntilIdle()
    {
        return QTest::qWaitFor([this] { return !tabs.isBusy(); });
    }

    void show(const OpenedCheckpointPtr& opened)
    {
        figures.setCheckpoint(opened);
        tabs.setCheckpoint(opened);
    }

    Figures figures;
    DetailsTabs tabs{figures};
};

TEST_F(DetailsNavigationTest, TabGoesThroughAllControlsAsTheyStand)
{
    const test::WrittenTensor stack("F32", "[2,3,4,5]", std::vector<float>(120, 1.5F));
    const test::WrittenTensor complex("C64", "[3]", std::vector<float>{1, 2, 3, 4, 5, 6});
    tabs.activateWindow();
    for (const test::WrittenTensor* const tensor : {&stack, &complex}) {
        show(openForViewing(tensor->path(), {}).value());
        tabs.setTensor(0);
        for (const DetailsTab tab : {DetailsTab::Histogram, DetailsTab::HeatMap, DetailsTab::Values, DetailsTab::Hex}) {
            tabs.showTab(tab);
            ASSERT_TRUE(waitUntilIdle());
            QCoreApplication::processEvents();
            QList<QWidget*> reached;
            tabs.tabBar()->setFocus();
            for (int step = 0; step < 50 && (reached.isEmpty() || !tabs.tabBar()->hasFocus()); ++step) {
                QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
                reached += QApplication::focusWidget();
            }
            reached.removeAll(tabs.tabBar());
            const auto place = [this](const QWidget* widget) {
                return QRect(widget->mapTo(&tabs, QPoint()), widget->size());
            };
            for (qsizetype i = 1; i < reached.size(); ++i) {
                const QRect before = place(reached[i - 1]);
                const QRect after = place(reached[i]);
                const bool below = after.center().y() > before.bottom();
                const bool beside = after.bottom() >= before.top() && after.left() > before.left();
                EXPECT_TRUE(below || beside) << int(tab) << ": " << reached[i - 1]->accessibleName().toStdString()
                                             << " → " << reached[i]->accessibleName().toStdString();
            }
            for (QWidget* const control : tabs.currentWidget()->findChildren<QWidget*>()) {
                const bool wanted = control->isVisible() && control->isEnabled() && !control->focusProxy()
                    && (control->focusPolicy() & Qt::TabFocus);
                EXPECT_EQ(reached.contains(control), wanted) << int(tab) << ": " << control->metaObject()->className()
                                                             << ' ' << control->accessibleName().toStdString();
            }
            EXPECT_GE(reached.size(), 3);
        }
    }
}

TEST_F(DetailsNavigationTest, TheFirstNanLeadsIntoValues)
{
    std::vector<float> values(200 * 300);
    values[50 * 300 + 100] = std::numeric_limits<float>::quiet_NaN();
    const test::WrittenTensor written("F32", "[200,300]", values);
    show(openForViewing(written.path(), {}).value());
    tabs.setTensor(0);
    tabs.showTab(DetailsTab::Histogram);
    ASSERT_TRUE(waitUntilIdle());
    auto* const table = tabs.findChild<StatisticsView*>();
    QModelIndex cell;
    for (int column = 0; column < table->model()->columnCount(); ++column) {
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            if (table->model()->index(row, column).data().toString() == QStringLiteral("[50, 100]"))
                cell = table->model()->index(row, column);
        }
    }
    table->scrollTo(cell);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell).center());
    EXPECT_EQ(tabs.currentTab(), DetailsTab::Values);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(tabs.findChild<ValuesView*>()->area().cursor(), (Slice::Cell{50, 100}));
}

} // namespace
} // namespace loupe
