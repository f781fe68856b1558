#include "views/renaming/rearrangement_dialog.h"

#include "analysis/rearrangement/presets.h"
#include "analysis/rearrangement/rearrangement.h"
#include "items/jobs/qt_text.h"
#include "support/child.h"
#include "support/test_data.h"
#include "views/kit/size_on_screen.h"

#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QTest>

#include <gmock/gmock.h>

#include <algorithm>

namespace loupe {
namespace {

class RearrangementDialogTest : public testing::Test {
protected:
    void open(const PairingChoice& choice = {})
    {
        auto opened = openPair(test::dataPath("rules/moe-to-stacked.a.safetensors"),
            test::dataPath("rules/moe-to-stacked.b.safetensors"), {}, choice);
        ASSERT_TRUE(opened);
        dialog = new RearrangementDialog(*opened, nullptr);
        QObject::connect(dialog, &RearrangementDialog::chosen, dialog,
            [this](const auto&, const ChosenRearrangement& rearrangement) { chosen = rearrangement; });
        dialog->open();
    }
    ~RearrangementDialogTest() override { delete dialog; }

    QListWidget& list(const char* name) const { return test::child<QListWidget>(*dialog, QString::fromLatin1(name)); }
    QPushButton& button(const char* name) const { return test::child<QPushButton>(*dialog, QString::fromLatin1(name)); }
    void choose(const QString& text) const
    {
        const auto found = list("choices").findItems(text, Qt::MatchStartsWith);
        ASSERT_EQ(found.size(), 1) << text.toStdString();
        list("choices").setCurrentItem(found.front());
    }

    /// The title of a preset, as shown in the list.
    static QString titleOf(std::string_view preset)
    {
        const auto presets = rearrangementPresets();
        const auto found = std::ranges::find(presets, preset, &RearrangementPreset::name);
        return toQString(found == presets.end() ? std::string_view() : found->title);
    }

    QPointer<RearrangementDialog> dialog;
    std::optional<ChosenRearrangement> chosen;
};

TEST_F(RearrangementDialogTest, AWellKnownConversionIsApplied)
{
    open();
    EXPECT_EQ(list("choices").currentRow(), 0);
    choose(titleOf("moe-to-stacked"));
    bool isNamed = false;
    for (const auto* const label : dialog->findChildren<QLabel*>())
        isNamed = isNamed || label->text().endsWith(QStringLiteral("--rules moe-to-stacked"));
    EXPECT_TRUE(isNamed) << "the command line has the name";
    button("apply").click();
    ASSERT_TRUE(chosen);
    EXPECT_EQ(chosen->name, "moe-to-stacked");
    EXPECT_TRUE(Rearrangement::parse(chosen->recipe));
}

TEST_F(RearrangementDialogTest, AConversionThatFitsIsListedFirstAndItsRulesAreShown)
{
    open();
    const auto text = [&](int row) { return list("choices").item(row)->text(); };
    ASSERT_TRUE(QTest::qWaitFor([&] { return text(3).contains(QStringLiteral("Matches 5 of 5 name")); }, 20'000));
    EXPECT_EQ(text(2), QStringLiteral("Conversions that match")); // below None and Suggested rules
    EXPECT_TRUE(text(3).startsWith(titleOf("moe-to-stacked")));
    EXPECT_EQ(text(4), QStringLiteral("Other conversions"));
    EXPECT_FALSE(text(5).contains(QStringLiteral("Matches")));
    for (const int heading : {2, 4})
        EXPECT_FALSE(list("choices").item(heading)->flags().testFlag(Qt::ItemIsSelectable));
    EXPECT_EQ(list("choices").currentRow(), 0) << "the choice stays";
    list("choices").setCurrentRow(3);
    const auto* const rules = dialog->findChild<QPlainTextEdit*>();
    ASSERT_NE(rules, nullptr);
    EXPECT_TRUE(Rearrangement::parse(rules->toPlainText().toStdString()));
    EXPECT_EQ(rules->lineWrapMode(), QPlainTextEdit::WidgetWidth); // long rules are read whole
}

TEST_F(RearrangementDialogTest, FitsSmallScreens)
{
    open();
    const QSize screen = dialog->screen()->availableSize();
    EXPECT_EQ(dialog->size(), dialog->size().boundedTo(sizeOnScreen(screen, screen)));
    const QSize small = sizeOnScreen(QSize(800, 560), QSize(800, 560));
    dialog->resize(small);
    EXPECT_EQ(dialog->size(), small);
}

TEST_F(RearrangementDialogTest, SuggestionsAreAppliedAsTheyAreChecked)
{
    open();
    choose(QStringLiteral("Suggested rules"));
    EXPECT_FALSE(button("apply").isEnabled()); // nothing has been found yet
    button("search").click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return list("suggestions").count() > 0; }, 20'000));
    EXPECT_EQ(list("suggestions").count(), 3);
    // The check box is aligned with the first line of text, with space above it.
    QListWidgetItem* const first = list("suggestions").item(0);
    const QRect row = list("suggestions").visualItemRect(first);
    const int line = list("suggestions").fontMetrics().lineSpacing();
    EXPECT_GT(row.height(), 2 * line);
    const auto click = [&](int y) {
        QTest::mouseClick(list("suggestions").viewport(), Qt::LeftButton, {}, {row.left() + 10, row.top() + y});
    };
    click(row.height() - line / 2);
    EXPECT_EQ(first->checkState(), Qt::Checked) << "a lower line has none";
    click(line);
    EXPECT_EQ(first->checkState(), Qt::Unchecked);
    click(line);
    EXPECT_EQ(first->checkState(), Qt::Checked);
    EXPECT_TRUE(button("apply").isEnabled());
    for (int row = 1; row < 3; ++row)
        list("suggestions").item(row)->setCheckState(Qt::Unchecked);
    button("apply").click();
    ASSERT_TRUE(chosen);
    EXPECT_EQ(Rearrangement::parse(chosen->recipe).value().rules.size(), 1U);
}

TEST_F(RearrangementDialogTest, WithoutACheckedRuleThereIsNothingToApply)
{
    open();
    choose(QStringLiteral("Suggested rules"));
    button("search").click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return list("suggestions").count() > 0; }, 20'000));
    for (int row = 0; row < 3; ++row)
        list("suggestions").item(row)->setCheckState(Qt::Unchecked);
    EXPECT_FALSE(button("apply").isEnabled());
}

TEST_F(RearrangementDialogTest, ShowsWhatIsChosenAndTakesItBack)
{
    open(PairingChoice{{}, {}, {"mine.json", R"({"tensorloupe_rearrangement": 1})"}});
    EXPECT_EQ(list("choices").currentItem()->text(), QStringLiteral("Recipe: mine.json"));
    choose(QStringLiteral("None"));
    button("apply").click();
    ASSERT_TRUE(chosen);
    EXPECT_EQ(*chosen, ChosenRearrangement());
}

} // namespace
} // namespace loupe
