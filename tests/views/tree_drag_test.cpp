// Tests dragging the selection out of TensorTreeView.

#include "shown_tree.h"
#include "support/made_checkpoint.h"

#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>

namespace loupe {
namespace {

class TreeDragTest : public test::ShownTreeTest {
protected:
    TreeDragTest()
    {
        test::MadeCheckpoint made;
        for (int i = 0; i < 6; ++i)
            made.add("w" + std::to_string(i), DType::F32, {1});
        open(made.take());
    }
    QPoint on(int row) const { return m_view.visualRect(m_model.index(row, 0)).center(); }
    void press(int row, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mousePress(m_view.viewport(), Qt::LeftButton, modifiers, on(row));
    }
    /// QTest::mouseMove() does not report the held button.
    void moveTo(int row)
    {
        QMouseEvent move(QEvent::MouseMove, on(row), m_view.viewport()->mapToGlobal(on(row)), Qt::NoButton,
            Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_view.viewport(), &move);
    }
    void release(int row) { QTest::mouseRelease(m_view.viewport(), Qt::LeftButton, {}, on(row)); }
    void selectTwo()
    {
        QTest::mouseClick(m_view.viewport(), Qt::LeftButton, {}, on(1));
        QTest::mouseClick(m_view.viewport(), Qt::LeftButton, Qt::ControlModifier, on(3));
        ASSERT_EQ(m_view.selectedTensors(), two);
    }

    const std::vector<std::uint32_t> two{1, 3};
    QSignalSpy m_dragged{&m_view, &TensorTreeView::dragRequested};
};

TEST_F(TreeDragTest, WhatIsSelectedIsDraggedOnceAndStaysSelected)
{
    selectTwo();
    press(3);
    moveTo(4);
    moveTo(5);
    EXPECT_EQ(m_dragged.size(), 1);
    release(5);
    EXPECT_EQ(m_view.selectedTensors(), two);
    press(1);
    moveTo(2);
    EXPECT_EQ(m_dragged.size(), 2) << "again, after the first was let go";
    release(2);
}

TEST_F(TreeDragTest, AClickOnASelectedRowSelectsItAlone)
{
    selectTwo();
    press(3);
    release(3);
    EXPECT_EQ(m_view.selectedTensors(), std::vector<std::uint32_t>{3});
    EXPECT_TRUE(m_dragged.isEmpty());
}

TEST_F(TreeDragTest, DraggingOverOtherRowsSelectsThem)
{
    press(1);
    moveTo(2);
    moveTo(4);
    release(4);
    EXPECT_EQ(m_view.selectedTensors(), (std::vector<std::uint32_t>{1, 2, 3, 4}));
    EXPECT_TRUE(m_dragged.isEmpty());
}

TEST_F(TreeDragTest, ADoubleClickOnASelectedTensorActivatesIt)
{
    QSignalSpy activated(&m_view, &TensorTreeView::tensorActivated);
    QTest::mouseClick(m_view.viewport(), Qt::LeftButton, {}, on(2));
    QTest::mouseClick(m_view.viewport(), Qt::LeftButton, {}, on(2));
    QTest::mouseDClick(m_view.viewport(), Qt::LeftButton, {}, on(2));
    EXPECT_EQ(activated.size(), 1);
}

TEST_F(TreeDragTest, ControlStillTakesARowOut)
{
    selectTwo();
    QTest::mouseClick(m_view.viewport(), Qt::LeftButton, Qt::ControlModifier, on(3));
    EXPECT_EQ(m_view.selectedTensors(), std::vector<std::uint32_t>{1});
}

} // namespace
} // namespace loupe
