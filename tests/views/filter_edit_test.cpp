#include "views/tree/filter_edit.h"

#include "support/picture.h"
#include "views/colors/theme.h"

#include <QSignalSpy>
#include <QTest>

namespace loupe {
namespace {

TEST(FilterEdit, TellsOnceWhenTypingPauses)
{
    FilterEdit edit;
    QSignalSpy told(&edit, &FilterEdit::filterChanged);
    QTest::keyClicks(&edit, QStringLiteral("dtype:bf16"));
    EXPECT_TRUE(told.isEmpty());
    ASSERT_TRUE(told.wait());
    ASSERT_EQ(told.size(), 1);
    EXPECT_EQ(told.front().front().toString(), QStringLiteral("dtype:bf16"));
    QTest::keyClick(&edit, Qt::Key_Return);
    EXPECT_EQ(told.size(), 1);
}

TEST(FilterEdit, ReturnDoesNotWait)
{
    FilterEdit edit;
    QSignalSpy told(&edit, &FilterEdit::filterChanged);
    QSignalSpy left(&edit, &FilterEdit::left);
    QTest::keyClicks(&edit, QStringLiteral("bias"));
    QTest::keyClick(&edit, Qt::Key_Return);
    EXPECT_EQ(told.size(), 1);
    EXPECT_EQ(left.size(), 1);
}

TEST(FilterEdit, EscapeClearsAndLeavesAtOnce)
{
    FilterEdit edit;
    edit.setText(QStringLiteral("bias"));
    QSignalSpy told(&edit, &FilterEdit::filterChanged);
    QSignalSpy left(&edit, &FilterEdit::left);
    QTest::keyClick(&edit, Qt::Key_Escape);
    EXPECT_TRUE(edit.text().isEmpty());
    ASSERT_EQ(told.size(), 1);
    EXPECT_TRUE(told.front().front().toString().isEmpty());
    EXPECT_EQ(left.size(), 1);
}

TEST(FilterEdit, TakesEscapeBeforeTheWindowsShortcuts)
{
    FilterEdit edit;
    QKeyEvent override(QEvent::ShortcutOverride, Qt::Key_Escape, Qt::NoModifier);
    override.ignore();
    QCoreApplication::sendEvent(&edit, &override);
    EXPECT_TRUE(override.isAccepted());
}

TEST(FilterEdit, SetTextTellsAtOnce)
{
    FilterEdit edit;
    QSignalSpy told(&edit, &FilterEdit::filterChanged);
    edit.setText(QStringLiteral("rank:2"));
    EXPECT_EQ(told.size(), 1);
}

TEST(FilterEdit, AnErrorStandsInTheFreeRoomOfTheField)
{
    FilterEdit edit;
    edit.resize(600, 32);
    edit.setText(QStringLiteral("size:>lots"));
    edit.setError(QStringLiteral("expected a size such as 1MB"));
    const QRect inside(300, 4, 260, 24); // without the frame
    EXPECT_TRUE(test::contains(test::pictureOf(edit).copy(inside), Theme::of(edit.palette()).error));
    edit.setText(QString(200, u'x'));
    edit.setError(QStringLiteral("expected a size such as 1MB"));
    EXPECT_FALSE(test::contains(test::pictureOf(edit).copy(inside), Theme::of(edit.palette()).error))
        << "what was typed is not drawn over";
}

TEST(FilterEdit, AnErrorIsSeenSaidAndGoneWithTheNextChange)
{
    FilterEdit edit;
    edit.setText(QStringLiteral("size:>lots"));
    edit.resize(300, 32);
    edit.setError(QStringLiteral("expected a size such as 1MB <here>"));
    EXPECT_TRUE(edit.hasError());
    EXPECT_EQ(edit.text(), QStringLiteral("size:>lots"));
    EXPECT_TRUE(edit.accessibleDescription().contains(QStringLiteral("expected a size")));
    EXPECT_TRUE(edit.toolTip().contains(QStringLiteral("&lt;here&gt;")));
    EXPECT_TRUE(test::contains(test::pictureOf(edit), Theme::of(edit.palette()).error));
    edit.setText(QStringLiteral("size:>1MB"));
    EXPECT_FALSE(edit.hasError());
    EXPECT_FALSE(test::contains(test::pictureOf(edit), Theme::of(edit.palette()).error));
}

} // namespace
} // namespace loupe
