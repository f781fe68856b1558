#include "views/renaming/pairing_dialog.h"

#include "support/compared_pair.h"
#include "views/kit/notice_bar.h"
#include "views/renaming/rename_rule_rows.h"
#include "views/renaming/rename_table.h"
#include "views/tree/filter_edit.h"

#include <QAbstractButton>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTest>

#include <gmock/gmock.h>

namespace loupe {
namespace {

using testing::HasSubstr;

class RenamesDialogTest : public testing::Test {
protected:
    void open(const PairingChoice& choice = {})
    {
        auto opened = openPair(pair.a(), pair.b(), {}, choice);
        ASSERT_TRUE(opened);
        dialog = new PairingDialog(*opened, nullptr);
        QObject::connect(
            dialog, &PairingDialog::chosen, dialog, [this](const auto&, const auto& rules, const auto& confirmed) {
                ++told;
                chosenRules = rules;
                chosen = confirmed;
            });
        dialog->open();
        ASSERT_TRUE(awaitSearched());
    }
    ~RenamesDialogTest() override { delete dialog; }

    bool awaitSearched() const
    {
        return QTest::qWaitFor(
            [&] { return dialog->applyButton().isEnabled() && dialog->draft().isSearched(); }, 20'000);
    }
    bool awaitOutcome(int row) const
    {
        return QTest::qWaitFor([&] { return !dialog->rules().outcome(row).isEmpty(); }, 20'000);
    }
    void click(const char* name) const
    {
        for (auto* const button : dialog->findChildren<QAbstractButton*>()) {
            if (button->accessibleName() == QLatin1String(name) || button->text() == QLatin1String(name))
                return button->click();
        }
        ADD_FAILURE() << name;
    }

    test::ComparedPair pair;
    QPointer<PairingDialog> dialog;
    int told = 0;
    std::vector<RenameRuleText> chosenRules;
    std::vector<SuggestedRename> chosen;
};

TEST_F(RenamesDialogTest, GivesWhatIsCheckedWhenItIsApplied)
{
    open();
    EXPECT_THAT(dialog->summary().toStdString(), HasSubstr("1 of 1 suggestion confirmed"));
    EXPECT_THAT(dialog->summary().toStdString(), HasSubstr("0 only in A, 0 only in B"));
    dialog->applyButton().click();
    EXPECT_EQ(told, 1);
    EXPECT_EQ(chosen.size(), 1u);
    EXPECT_TRUE(chosenRules.empty()); // the row that nothing was typed in is none
}

TEST_F(RenamesDialogTest, NothingIsFollowedWhenItIsCancelled)
{
    open();
    QTest::keyClick(dialog, Qt::Key_Escape);
    EXPECT_FALSE(dialog && dialog->isVisible());
    EXPECT_EQ(told, 0);
}

TEST_F(RenamesDialogTest, ARuleSaysWhatItComesToWhileItIsTyped)
{
    open();
    QTest::keyClicks(&dialog->rules().oldName(0), QStringLiteral("^old"));
    EXPECT_FALSE(dialog->applyButton().isEnabled()); // not known yet
    QTest::keyClicks(&dialog->rules().newName(0), QStringLiteral("new"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return dialog->rules().outcome(0).contains(QStringLiteral("pairs")); }, 20'000));
    EXPECT_EQ(dialog->rules().outcome(0), QStringLiteral("Found in 1 name of A, which pairs."));
    ASSERT_TRUE(awaitSearched());
    EXPECT_EQ(dialog->draft().rows().rowCount(), 0);
    EXPECT_THAT(dialog->table().emptyText().toStdString(), HasSubstr("nothing left to pair"));
    EXPECT_THAT(dialog->summary().toStdString(), HasSubstr("1 tensor paired by rules, 0 of 0"));
    dialog->applyButton().click();
    EXPECT_EQ(chosenRules, (std::vector<RenameRuleText>{{"^old", "new"}}));
    EXPECT_TRUE(chosen.empty());
}

TEST_F(RenamesDialogTest, ARuleThatPairsNothingSaysWhatBHasNot)
{
    open();
    QTest::keyClicks(&dialog->rules().oldName(0), QStringLiteral("^old"));
    QTest::keyClicks(&dialog->rules().newName(0), QStringLiteral("newer"));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return dialog->rules().outcome(0).contains(QStringLiteral("newer.bias, from old.bias")); }, 20'000));
    EXPECT_THAT(dialog->rules().outcome(0).toStdString(), HasSubstr("none pairs"));
}

TEST_F(RenamesDialogTest, ARuleThatMakesNoSenseSaysSoAndKeepsFromApplying)
{
    open();
    QTest::keyClicks(&dialog->rules().oldName(0), QStringLiteral("("));
    ASSERT_TRUE(awaitOutcome(0));
    EXPECT_THAT(dialog->rules().outcome(0).toStdString(), HasSubstr("missing )"));
    EXPECT_FALSE(dialog->applyButton().isEnabled());
    click("Remove this rule");
    EXPECT_EQ(dialog->rules().count(), 1); // an empty one
    ASSERT_TRUE(awaitSearched());
    EXPECT_EQ(dialog->rules().outcome(0), QString());
}

TEST_F(RenamesDialogTest, RulesAreAddedAndRemoved)
{
    open({{{"^old", "new"}, {"^none", "x"}}, {}});
    ASSERT_EQ(dialog->rules().count(), 2);
    EXPECT_EQ(dialog->rules().newName(0).text(), QStringLiteral("new"));
    EXPECT_EQ(dialog->rules().outcome(1), QStringLiteral("Found in no name of A."));
    click("Add a rule");
    EXPECT_EQ(dialog->rules().count(), 3);
    dialog->rules().remove(0);
    EXPECT_EQ(dialog->rules().oldName(0).text(), QStringLiteral("^none"));
    ASSERT_TRUE(awaitSearched());
    EXPECT_EQ(dialog->draft().rows().rowCount(), 1);
}

TEST_F(RenamesDialogTest, SpaceAndTheLinksCheckRows)
{
    open();
    dialog->table().selectRow(0);
    QTest::keyClick(&dialog->table(), Qt::Key_Space);
    EXPECT_EQ(dialog->draft().rows().checkedCount(), 0u);
    EXPECT_THAT(dialog->summary().toStdString(), HasSubstr("1 only in A, 1 only in B"));
    QTest::keyClick(&dialog->table(), Qt::Key_Space);
    EXPECT_EQ(dialog->draft().rows().checkedCount(), 1u);
    click("Check none");
    EXPECT_EQ(dialog->draft().rows().checkedCount(), 0u);
    click("Check all");
    EXPECT_EQ(dialog->draft().rows().checkedCount(), 1u);
    dialog->filter().setText(QStringLiteral("nowhere"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return dialog->draft().rows().rowCount() == 0; }, 20'000));
    EXPECT_THAT(dialog->table().emptyText().toStdString(), HasSubstr("filter"));
}

} // namespace
} // namespace loupe
