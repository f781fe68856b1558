#include "views/renaming/pairing_dialog.h"

#include "support/child.h"
#include "support/compared_pair.h"
#include "views/kit/elided_label.h"
#include "views/kit/size_on_screen.h"
#include "views/renaming/rename_rule_rows.h"
#include "views/renaming/rename_table.h"
#include "views/tree/filter_edit.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTest>

#include <gmock/gmock.h>

namespace loupe {
namespace {

using testing::HasSubstr;

class PairingDialogTest : public testing::Test {
protected:
    void open(const PairingChoice& choice = {})
    {
        auto opened = openPair(pair.a(), pair.b(), {}, choice);
        ASSERT_TRUE(opened);
        dialog = new PairingDialog(*opened, nullptr);
        QObject::connect(
            dialog, &PairingDialog::chosen, dialog, [this](const auto&, const auto& rules, const auto& confirmed) {
                ++applied;
                chosenRules = rules;
                chosen = confirmed;
            });
        dialog->open();
        ASSERT_TRUE(awaitSearched());
    }
    ~PairingDialogTest() override { delete dialog; }

    bool awaitSearched() const
    {
        return QTest::qWaitFor([&] { return apply().isEnabled() && draft().isSearched(); }, 20'000);
    }
    bool awaitOutcome(int row) const
    {
        return QTest::qWaitFor([&] { return !outcome(row).isEmpty(); }, 20'000);
    }
    RenameDraft& draft() const { return test::child<RenameDraft>(*dialog); }
    RenameTable& table() const { return test::child<RenameTable>(*dialog); }
    QPushButton& apply() const { return test::child<QPushButton>(*dialog, QStringLiteral("apply")); }
    std::string summary() const { return test::child<QLabel>(*dialog, QStringLiteral("summary")).text().toStdString(); }
    /// The visible widgets with this object name, one per rule.
    template <typename Widget>
    QList<Widget*> ofRules(const char* name) const
    {
        auto all = test::child<RenameRuleRows>(*dialog).template findChildren<Widget*>(QLatin1String(name));
        all.removeIf([&](Widget* one) { return !one->isVisibleTo(dialog); });
        return all;
    }
    QLineEdit& oldName(int row) const { return *ofRules<QLineEdit>("oldName").at(row); }
    QLineEdit& newName(int row) const { return *ofRules<QLineEdit>("newName").at(row); }
    QString outcome(int row) const { return ofRules<ElidedLabel>("outcome").at(row)->text(); }
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
    int applied = 0;
    std::vector<RenameRuleText> chosenRules;
    std::vector<SuggestedRename> chosen;
};

TEST_F(PairingDialogTest, GivesWhatIsCheckedWhenItIsApplied)
{
    open();
    EXPECT_THAT(summary(), HasSubstr("1 of 1 suggestion confirmed"));
    EXPECT_THAT(summary(), HasSubstr("0 only in A, 0 only in B"));
    apply().click();
    EXPECT_EQ(applied, 1);
    EXPECT_EQ(chosen.size(), 1u);
    EXPECT_TRUE(chosenRules.empty()); // an empty row is not a rule
}

TEST_F(PairingDialogTest, FitsSmallScreens)
{
    open();
    const QSize screen = dialog->screen()->availableSize();
    EXPECT_EQ(dialog->size(), dialog->size().boundedTo(sizeOnScreen(screen, screen)));
    const QSize small = sizeOnScreen(QSize(800, 560), QSize(800, 560));
    dialog->resize(small);
    EXPECT_EQ(dialog->size(), small);
}

TEST_F(PairingDialogTest, NothingIsFollowedWhenItIsCancelled)
{
    open();
    QTest::keyClick(dialog, Qt::Key_Escape);
    EXPECT_FALSE(dialog && dialog->isVisible());
    EXPECT_EQ(applied, 0);
}

TEST_F(PairingDialogTest, ARuleSaysWhatItComesToWhileItIsTyped)
{
    open();
    QTest::keyClicks(&oldName(0), QStringLiteral("^old"));
    EXPECT_FALSE(apply().isEnabled()); // not known yet
    QTest::keyClicks(&newName(0), QStringLiteral("new"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return outcome(0).contains(QStringLiteral("exists in B")); }, 20'000));
    EXPECT_EQ(outcome(0), QStringLiteral("Changes 1 name of A; it exists in B."));
    ASSERT_TRUE(awaitSearched());
    EXPECT_EQ(draft().rows().rowCount(), 0);
    EXPECT_THAT(table().accessibleDescription().toStdString(), HasSubstr("All tensors are matched"));
    EXPECT_THAT(summary(), HasSubstr("Rules match 1 tensor. 0 of 0"));
    apply().click();
    EXPECT_EQ(chosenRules, (std::vector<RenameRuleText>{{"^old", "new"}}));
    EXPECT_TRUE(chosen.empty());
}

TEST_F(PairingDialogTest, ARuleThatPairsNothingSaysWhatBHasNot)
{
    open();
    QTest::keyClicks(&oldName(0), QStringLiteral("^old"));
    QTest::keyClicks(&newName(0), QStringLiteral("newer"));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return outcome(0).contains(QStringLiteral("newer.bias, from old.bias")); }, 20'000));
    EXPECT_THAT(outcome(0).toStdString(), HasSubstr("of which 0 exist in B"));
}

TEST_F(PairingDialogTest, ARuleThatMakesNoSenseSaysSoAndKeepsFromApplying)
{
    open();
    QTest::keyClicks(&oldName(0), QStringLiteral("("));
    ASSERT_TRUE(awaitOutcome(0));
    EXPECT_THAT(outcome(0).toStdString(), HasSubstr("missing )"));
    EXPECT_FALSE(apply().isEnabled());
    click("Remove this rule");
    EXPECT_EQ(ofRules<QLineEdit>("oldName").size(), 1); // an empty rule
    ASSERT_TRUE(awaitSearched());
    EXPECT_EQ(outcome(0), QString());
}

TEST_F(PairingDialogTest, RulesAreAddedAndRemoved)
{
    open({{{"^old", "new"}, {"^none", "x"}}, {}});
    ASSERT_EQ(ofRules<QLineEdit>("oldName").size(), 2);
    EXPECT_EQ(newName(0).text(), QStringLiteral("new"));
    EXPECT_EQ(outcome(1), QStringLiteral("No match in A"));
    click("Add a rule");
    EXPECT_EQ(ofRules<QLineEdit>("oldName").size(), 3);
    click("Remove this rule"); // removes the first rule
    EXPECT_EQ(oldName(0).text(), QStringLiteral("^none"));
    ASSERT_TRUE(awaitSearched());
    EXPECT_EQ(draft().rows().rowCount(), 1);
}

TEST_F(PairingDialogTest, SpaceAndTheLinksCheckRows)
{
    open();
    table().selectRow(0);
    QTest::keyClick(&table(), Qt::Key_Space);
    EXPECT_EQ(draft().rows().checkedCount(), 0u);
    EXPECT_THAT(summary(), HasSubstr("1 only in A, 1 only in B"));
    QTest::keyClick(&table(), Qt::Key_Space);
    EXPECT_EQ(draft().rows().checkedCount(), 1u);
    click("Check none");
    EXPECT_EQ(draft().rows().checkedCount(), 0u);
    click("Check all");
    EXPECT_EQ(draft().rows().checkedCount(), 1u);
    test::child<FilterEdit>(*dialog).setText(QStringLiteral("nowhere"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return draft().rows().rowCount() == 0; }, 20'000));
    EXPECT_THAT(table().accessibleDescription().toStdString(), HasSubstr("filter"));
}

} // namespace
} // namespace loupe
