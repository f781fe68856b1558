#include "views/values/slice_bar.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

namespace loupe {
namespace {

using Shape = std::vector<std::uint64_t>;

std::vector<QDoubleSpinBox*> places(const SliceBar& bar)
{
    std::vector<QDoubleSpinBox*> boxes;
    for (auto* const box : bar.findChildren<QDoubleSpinBox*>()) {
        if (!box->isHidden())
            boxes.push_back(box);
    }
    return boxes;
}

TEST(SliceBar, BeginsWithTheTwoLongestAxes)
{
    SliceBar bar;
    bar.setShape(Shape{64, 32, 3, 3});
    EXPECT_EQ(bar.rowAxis(), 0U);
    EXPECT_EQ(bar.columnAxis(), 1U);
    bar.setShape(Shape{8, 8, 8});
    EXPECT_EQ(bar.rowAxis(), 1U);
    EXPECT_EQ(bar.columnAxis(), 2U);
    bar.setShape(Shape{1, 5, 1, 7});
    EXPECT_EQ(bar.rowAxis(), 1U);
    EXPECT_EQ(bar.columnAxis(), 3U);
    EXPECT_TRUE(places(bar).empty()) << "there is nothing to choose on axes of length 1";
}

TEST(SliceBar, ChoosesPlacesAndAxes)
{
    SliceBar bar;
    bar.setShape(Shape{2, 30, 40, 3});
    QSignalSpy changed(&bar, &SliceBar::changed);
    ASSERT_EQ(places(bar).size(), 2U);
    places(bar).front()->setValue(1);
    EXPECT_EQ(changed.size(), 1);
    EXPECT_EQ(bar.slice().element({0, 0}), 30U * 40 * 3);
    auto* const rows = bar.findChildren<QComboBox*>().front();
    rows->setFocus();
    rows->setCurrentIndex(2); // the axis that the columns show
    emit rows->activated(2);
    EXPECT_EQ(bar.rowAxis(), 2U);
    EXPECT_EQ(bar.columnAxis(), 1U) << "they change places";
    EXPECT_EQ(bar.slice().rows(), 40U);
    EXPECT_EQ(bar.slice().element({0, 0}), 30U * 40 * 3) << "the other places stay";
}

TEST(SliceBar, EveryControlIsWholeWhateverTheTensorAndTheWidth)
{
    SliceBar bar;
    bar.setShape(Shape{2, 3});
    bar.show();
    bar.setShape(Shape{123'456'789, 3, 1'000'000, 5, 7});
    for (const int width : {300, 500, 1000}) {
        bar.resize(width, bar.heightForWidth(width));
        QCoreApplication::processEvents();
        std::vector<QWidget*> controls;
        for (auto* const box : bar.findChildren<QComboBox*>())
            controls.push_back(box);
        for (QDoubleSpinBox* const box : places(bar))
            controls.push_back(box);
        ASSERT_GE(controls.size(), 5U);
        for (const QWidget* const control : controls) {
            if (!control->isVisible())
                continue;
            EXPECT_GE(control->width(), control->sizeHint().width()) << width;
            EXPECT_TRUE(bar.rect().contains(control->geometry())) << width;
        }
        const auto* const rows = bar.findChild<QComboBox*>();
        EXPECT_GT(rows->width(), rows->fontMetrics().horizontalAdvance(QStringLiteral("axis 0 (123,456,789)")));
    }
}

TEST(SliceBar, GoesToTheSliceOfAnElement)
{
    SliceBar bar;
    bar.setShape(Shape{5, 30, 40});
    QSignalSpy changed(&bar, &SliceBar::changed);
    bar.include(7);
    EXPECT_EQ(changed.size(), 0);
    bar.include(3 * 1200 + 41);
    EXPECT_EQ(changed.size(), 1);
    EXPECT_EQ(bar.slice().find(3 * 1200 + 41), (Slice::Cell{1, 1}));
    ASSERT_EQ(places(bar).size(), 1U);
    EXPECT_EQ(places(bar).front()->value(), 3);
}

TEST(SliceBar, FoldsWhatHasOneAxis)
{
    SliceBar bar;
    bar.setShape(Shape{1, 768, 1});
    EXPECT_TRUE(bar.isFolded());
    EXPECT_EQ(bar.slice().columns() * bar.slice().rows(), 768U);
    bar.offerFoldColumns(10);
    EXPECT_EQ(bar.slice().columns(), 10U);
    EXPECT_EQ(bar.slice().rows(), 77U);
    bar.setShape(Shape{});
    EXPECT_EQ(bar.slice().element({0, 0}), 0U);
    EXPECT_TRUE(bar.isHidden());
    bar.setShape(Shape{3, 0});
    EXPECT_TRUE(bar.slice().empty());
}

TEST(SliceBar, SquareColumns)
{
    EXPECT_EQ(squareColumns(0), 1U);
    EXPECT_EQ(squareColumns(64), 64U);
    EXPECT_EQ(squareColumns(768), 32U);
    EXPECT_EQ(squareColumns(4096), 64U);
    EXPECT_EQ(squareColumns(10'007), 101U) << "a prime has no divisor near";
}

} // namespace
} // namespace loupe
