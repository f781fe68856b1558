#include "views/tree/filter_edit.h"

#include "analysis/filter/filter_keys.h"
#include "items/jobs/qt_text.h"
#include "items/tree/filter_words.h"
#include "items/tree/saved_filters.h"
#include "support/child.h"
#include "support/made_checkpoint.h"
#include "support/picture.h"
#include "views/colors/theme.h"
#include "views/tree/filter_menu.h"
#include "views/tree/filter_popup.h"

#include <QAbstractItemView>
#include <QInputDialog>
#include <QLabel>
#include <QListWidget>
#include <QSettings>
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

/// A filter field in a window, and a second field that can take the focus.
class FilterWordsTest : public testing::Test {
protected:
    FilterWordsTest()
    {
        test::MadeCheckpoint made;
        for (int layer = 0; layer < 3; ++layer) {
            made.add("layers." + std::to_string(layer) + ".q_proj.weight", DType::BF16, {8, 8});
            made.add("layers." + std::to_string(layer) + ".k_proj.weight", DType::F32, {8, 8});
        }
        m_words.setCheckpoints({made.take()});
        m_edit.setGeometry(0, 0, 500, 30);
        m_edit.setWords(&m_words);
        m_window.resize(600, 400);
        QSignalSpy known(&m_words, &FilterWords::changed);
        m_window.show();
        EXPECT_TRUE(QTest::qWaitForWindowActive(&m_window));
        m_edit.setFocus();
        EXPECT_TRUE(!known.isEmpty() || known.wait());
    }

    void type(const char* text) { QTest::keyClicks(&m_edit, QLatin1String(text)); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&m_edit, key, modifiers); }
    bool isListed() const
    {
        const auto* const popup = m_window.findChild<FilterPopup*>();
        return popup && popup->isVisible();
    }
    FilterPopup& popup() { return test::child<FilterPopup>(m_window); }

    QWidget m_window;
    FilterWords m_words{FilterSubject::Tensors};
    FilterEdit m_edit{&m_window};
};

TEST_F(FilterWordsTest, TabGoesOnWithTheWordAndThenWithItsValues)
{
    QSignalSpy told(&m_edit, &FilterEdit::filterChanged);
    type("-dt");
    ASSERT_TRUE(isListed());
    EXPECT_EQ(popup().current(), QStringLiteral("dtype:"));
    press(Qt::Key_Tab);
    EXPECT_EQ(m_edit.text(), QStringLiteral("-dtype:"));
    ASSERT_TRUE(isListed()) << "values follow";
    EXPECT_EQ(popup().current(), QStringLiteral("bf16"));
    press(Qt::Key_Tab);
    EXPECT_EQ(m_edit.text(), QStringLiteral("-dtype:bf16"));
    EXPECT_FALSE(isListed());
    ASSERT_TRUE(told.wait());
    EXPECT_EQ(told.back().front().toString(), QStringLiteral("-dtype:bf16")) << "as if it were typed";
    m_edit.undo();
    EXPECT_NE(m_edit.text(), QStringLiteral("-dtype:bf16"));
}

TEST_F(FilterWordsTest, TheListLeavesReturnAndDownAlone)
{
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Down}) {
        QSignalSpy left(&m_edit, &FilterEdit::left);
        type("q");
        ASSERT_TRUE(isListed());
        press(key);
        EXPECT_EQ(left.size(), 1);
        EXPECT_EQ(m_edit.text(), QStringLiteral("q"));
        m_edit.clear();
        EXPECT_FALSE(isListed());
    }
}

TEST_F(FilterWordsTest, EscClosesTheListBeforeItClearsTheFilter)
{
    QSignalSpy left(&m_edit, &FilterEdit::left);
    type("q");
    ASSERT_TRUE(isListed());
    press(Qt::Key_Escape);
    EXPECT_FALSE(isListed());
    EXPECT_EQ(m_edit.text(), QStringLiteral("q"));
    EXPECT_TRUE(left.isEmpty());
    press(Qt::Key_Escape);
    EXPECT_TRUE(m_edit.text().isEmpty());
    EXPECT_EQ(left.size(), 1);
}

TEST_F(FilterWordsTest, EveryKeySaysWhatItAsksFor)
{
    press(Qt::Key_Space, Qt::ControlModifier);
    ASSERT_TRUE(isListed());
    const auto& list = test::child<QListWidget>(popup());
    std::size_t listed = 0;
    for (const FilterKey& key : filterKeys()) {
        EXPECT_STRNE(key.meaning, "") << key.name;
        if (!key.isFor(FilterSubject::Tensors))
            continue;
        ++listed;
        const QString text = toQString(key.name) + u':';
        EXPECT_TRUE(m_edit.toolTip().contains(text)) << key.name;
        const auto items = list.findItems(text, Qt::MatchExactly);
        ASSERT_EQ(items.size(), 1) << key.name;
        EXPECT_EQ(items.front()->data(Qt::UserRole + 1).toString(), QString::fromUtf8(key.meaning));
    }
    EXPECT_EQ(std::size_t(list.count()), listed);
}

TEST_F(FilterWordsTest, CtrlSpaceChoosesByKeys)
{
    QSignalSpy left(&m_edit, &FilterEdit::left);
    type("k_proj or proj");
    press(Qt::Key_Space, Qt::ControlModifier);
    press(Qt::Key_Down);
    press(Qt::Key_Up);
    press(Qt::Key_Down);
    EXPECT_EQ(popup().current(), QStringLiteral("q_proj"));
    press(Qt::Key_Return);
    EXPECT_EQ(m_edit.text(), QStringLiteral("k_proj or q_proj"));
    EXPECT_FALSE(isListed());
    m_edit.clear();
    press(Qt::Key_Space, Qt::ControlModifier);
    ASSERT_TRUE(isListed()) << "all keys where nothing was typed";
    EXPECT_GT(popup().count(), 8);
    press(Qt::Key_Escape);
    EXPECT_FALSE(isListed());
    EXPECT_TRUE(left.isEmpty());
}

TEST_F(FilterWordsTest, AnErrorThatIsCutStandsWholeBeneathTheField)
{
    const auto whole = [this] {
        const auto* const label = m_window.findChild<QLabel*>(QStringLiteral("filterError"));
        return label && label->isVisible() ? label : nullptr;
    };
    type("[3-12]");
    m_edit.setError(QStringLiteral("too wide"));
    EXPECT_FALSE(whole()) << "the field has room for it";
    const QString error = QStringLiteral("[3-12] matches one character, not a number; ").repeated(5);
    m_edit.setError(error);
    ASSERT_TRUE(whole());
    EXPECT_EQ(whole()->text(), error);
    EXPECT_EQ(whole()->y(), m_edit.geometry().bottom() + 2);
    EXPECT_GE(whole()->height(), 2 * whole()->fontMetrics().height()) << "in as many lines as it needs";
    m_window.setFocusPolicy(Qt::StrongFocus);
    m_window.setFocus();
    EXPECT_FALSE(whole()) << "nothing hides rows that are looked at";
    m_edit.setFocus();
    EXPECT_TRUE(whole());
    type("x");
    EXPECT_FALSE(whole());
}

TEST_F(FilterWordsTest, TheListIsGoneWhereItWouldDisturb)
{
    type("q");
    EXPECT_TRUE(isListed());
    type("_proj");
    EXPECT_FALSE(isListed()) << "complete";
    m_edit.setText(QStringLiteral("k"));
    EXPECT_FALSE(isListed()) << "not typed";
    m_edit.clear();
    type("q");
    m_edit.clearFocus();
    EXPECT_FALSE(isListed());
}

TEST_F(FilterWordsTest, AClickTakesAWord)
{
    type("k");
    ASSERT_TRUE(isListed());
    auto& list = test::child<QAbstractItemView>(popup());
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(list.model()->index(0, 0)).center());
    EXPECT_EQ(m_edit.text(), QStringLiteral("k_proj"));
    EXPECT_TRUE(m_window.rect().contains(popup().geometry()));
}

/// Each test has its own settings.
class SavedFiltersTest : public testing::Test {
protected:
    SavedFiltersTest() { QSettings().remove(QStringLiteral("filters")); }
    ~SavedFiltersTest() override { QSettings().remove(QStringLiteral("filters")); }
};

TEST_F(SavedFiltersTest, AreKeptByName)
{
    using Entry = SavedFilters::Entry;
    EXPECT_TRUE(SavedFilters::list().isEmpty());
    EXPECT_TRUE(SavedFilters::save(QStringLiteral("norms"), QStringLiteral("norm rank:1")));
    EXPECT_TRUE(SavedFilters::save(QStringLiteral("attention"), QStringLiteral("*{q,k}_proj*, \"a b\"")));
    EXPECT_TRUE(SavedFilters::save(QStringLiteral("norms"), QStringLiteral("norm")));
    const Entry attention{QStringLiteral("attention"), QStringLiteral("*{q,k}_proj*, \"a b\"")};
    EXPECT_EQ(SavedFilters::list(), (QList<Entry>{attention, {QStringLiteral("norms"), QStringLiteral("norm")}}));
    SavedFilters::remove(QStringLiteral("norms"));
    SavedFilters::remove(QStringLiteral("nothing"));
    EXPECT_EQ(SavedFilters::list(), (QList<Entry>{attention}));
    for (int i = 0; SavedFilters::list().size() < SavedFilters::maximum; ++i)
        ASSERT_TRUE(SavedFilters::save(QString::number(i), QStringLiteral("x")));
    EXPECT_FALSE(SavedFilters::save(QStringLiteral("one more"), QStringLiteral("x")));
}

TEST_F(SavedFiltersTest, TheMenuChoosesAddsAndDeletes)
{
    SavedFilters::save(QStringLiteral("R & D"), QStringLiteral("rank:1"));
    FilterEdit edit;
    edit.offerSaved();
    edit.setText(QStringLiteral("q_proj"));
    auto& menu = test::child<FilterMenu>(edit);
    QTest::keyClick(&edit, Qt::Key_F4);
    ASSERT_TRUE(menu.isVisible());
    EXPECT_EQ(menu.actions().front()->text(), QStringLiteral("R && D"));
    menu.actions().front()->trigger();
    menu.close();
    EXPECT_EQ(edit.text(), QStringLiteral("rank:1"));

    edit.setText(QStringLiteral("q_proj"));
    menu.setCurrent(edit.text());
    menu.askForName();
    auto& dialog = test::child<QInputDialog>(edit);
    dialog.setTextValue(QStringLiteral("queries"));
    dialog.accept();
    EXPECT_TRUE(
        SavedFilters::list().contains(SavedFilters::Entry{QStringLiteral("queries"), QStringLiteral("q_proj")}));
    QTest::keyClick(&edit, Qt::Key_F4);
    QAction* const removal = menu.actions().back();
    ASSERT_TRUE(removal->menu());
    removal->menu()->actions().front()->trigger();
    menu.close();
    EXPECT_EQ(SavedFilters::list().size(), 1);
}

} // namespace
} // namespace loupe
