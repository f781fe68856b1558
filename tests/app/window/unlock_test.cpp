// Tests unlocking encrypted values, from the notice to the figures.

#include "app/window/editing/edit_control.h"
#include "items/histogram/statistics_model.h"
#include "support/child.h"
#include "views/details/details_tabs.h"
#include "views/details/stated_digests_panel.h"
#include "views/details/unlock_dialog.h"
#include "views/kit/link_button.h"
#include "window_fixture.h"

#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

namespace loupe {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The manifest has the values and secrets, as written by tensorizer.
class UnlockTest : public test::WindowTest {
protected:
    UnlockDialog* ask(const QString& action)
    {
        QAbstractButton* const button = noticeButton(action);
        EXPECT_NE(button, nullptr) << notices();
        if (button)
            button->click();
        return m_window.findChild<UnlockDialog*>();
    }
    void unlock(UnlockDialog* dialog)
    {
        test::child<QPushButton>(*dialog, QStringLiteral("unlock")).click();
        EXPECT_TRUE(awaitIdle());
    }
    /// The smallest value of the first tensor; empty if it cannot be read.
    std::optional<double> least()
    {
        EXPECT_TRUE(m_window.tree().selectNode(0));
        test::details(m_window).showTab(DetailsTab::Histogram);
        EXPECT_TRUE(awaitIdle());
        const SummaryPtr summary = test::child<StatisticsModel>(test::details(m_window)).summary();
        return summary && summary->minimum ? std::optional(summary->minimum->toDouble()) : std::nullopt;
    }
};

TEST_F(UnlockTest, APassphraseOpensTheValues)
{
    open(test::dataPath("tensorizer/encrypted-passphrase.tensors"));
    EXPECT_THAT(notices(), HasSubstr("encrypted"));
    EXPECT_EQ(least(), std::nullopt);

    UnlockDialog* dialog = ask(QStringLiteral("Unlock…"));
    ASSERT_TRUE(dialog);
    EXPECT_TRUE(test::child<QRadioButton>(*dialog, QStringLiteral("passphrase")).isChecked());
    EXPECT_FALSE(test::child<QPushButton>(*dialog, QStringLiteral("unlock")).isEnabled()) << "nothing is given yet";
    dialog->passphrase().setText(QStringLiteral("wrong"));
    unlock(dialog);
    EXPECT_THAT(notices(), HasSubstr("does not open them"));
    EXPECT_EQ(least(), std::nullopt);

    dialog = ask(QStringLiteral("Try another…"));
    ASSERT_TRUE(dialog);
    dialog->passphrase().setText(QStringLiteral("correct horse battery staple"));
    unlock(dialog);
    EXPECT_THAT(notices(), Not(HasSubstr("encrypted")));
    EXPECT_NE(least(), std::nullopt);

    m_window.reload();
    EXPECT_TRUE(awaitIdle());
    EXPECT_THAT(notices(), Not(HasSubstr("encrypted"))) << "what opened them is kept";
}

TEST_F(UnlockTest, AKeyFileOpensTheValues)
{
    open(test::dataPath("tensorizer/encrypted-key.tensors"));
    UnlockDialog* dialog = ask(QStringLiteral("Unlock…"));
    ASSERT_TRUE(dialog);
    EXPECT_FALSE(test::child<QRadioButton>(*dialog, QStringLiteral("passphrase")).isEnabled())
        << "the file was made with a key";
    dialog->keyFile().setText(QStringLiteral("/nowhere/key"));
    unlock(dialog);
    EXPECT_THAT(notices(), HasSubstr("/nowhere/key"));

    const auto key = m_folder.write("key", "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n");
    dialog = ask(QStringLiteral("Unlock…"));
    ASSERT_TRUE(dialog);
    dialog->keyFile().setText(QString::fromStdString(key.string()));
    unlock(dialog);
    EXPECT_THAT(notices(), Not(HasSubstr("encrypted")));
    EXPECT_NE(least(), std::nullopt);
}

/// The stated digests of a file are verified, and a wrong one is named.
TEST_F(UnlockTest, StatedDigestsAreVerifiedOnTheOverview)
{
    const auto path = m_folder.path() / "one.tensors";
    std::filesystem::copy_file(test::dataPath("tensorizer/one.tensors"), path);
    const auto verify = [&] {
        open(path);
        test::details(m_window).showTab(DetailsTab::Overview);
        EXPECT_TRUE(awaitIdle());
        auto* const panel = m_window.findChild<StatedDigestsPanel*>();
        EXPECT_NE(panel, nullptr);
        panel->button().click();
        EXPECT_TRUE(await([&] { return !panel->isBusy(); }));
        return panel->verdict().toStdString();
    };
    EXPECT_THAT(verify(), HasSubstr("1 tensor matches its recorded digests (crc32, sha256)"));
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(0x40093 + 3); // into the value 1.0
    file.put('\x40');
    file.close();
    EXPECT_THAT(verify(), HasSubstr("1 of 1 tensor differs from its recorded digest"));
    auto* const panel = m_window.findChild<StatedDigestsPanel*>();
    EXPECT_NE(panel->findChild<LinkButton*>(), nullptr);
}

} // namespace
} // namespace loupe
