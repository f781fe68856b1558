#include "views/start/location_dialog.h"

#include "support/child.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe {
namespace {

using testing::HasSubstr;

class LocationDialogTest : public testing::Test {
protected:
    LocationDialogTest()
        : m_dialog(new LocationDialog(QStringLiteral("Open location"),
            {QStringLiteral("hf://owner/repo/model.safetensors"), QStringLiteral("https://host/b.gguf")}, nullptr))
        , m_address(test::child<QComboBox>(*m_dialog))
        , m_open(test::child<QPushButton>(*m_dialog, QStringLiteral("open")))
        , m_chosen(m_dialog, &LocationDialog::chosen)
    {
        m_dialog->setAttribute(Qt::WA_DeleteOnClose, false);
        m_dialog->show();
    }
    ~LocationDialogTest() override { delete m_dialog; }

    LocationDialog* m_dialog;
    QComboBox& m_address;
    QPushButton& m_open;
    QSignalSpy m_chosen;
};

TEST_F(LocationDialogTest, OffersWhatWasOpenedBeforeByAnyPartOfIt)
{
    EXPECT_EQ(m_address.currentText(), QString());
    EXPECT_FALSE(m_open.isEnabled());
    EXPECT_EQ(m_dialog->sentence(), QStringLiteral("Enter the address of a file or model."));
    ASSERT_EQ(m_address.count(), 2);
    m_address.completer()->setCompletionPrefix(QStringLiteral("b.gg"));
    EXPECT_EQ(m_address.completer()->completionCount(), 1);
    m_address.setCurrentIndex(1);
    EXPECT_TRUE(m_open.isEnabled());
    m_open.click();
    ASSERT_EQ(m_chosen.size(), 1);
    EXPECT_EQ(m_chosen.front().front().toString(), QStringLiteral("https://host/b.gguf"));
    EXPECT_FALSE(m_dialog->isVisible());
}

TEST_F(LocationDialogTest, SaysWhatIsWrongBeneathTheFieldAndStays)
{
    m_address.setEditText(QStringLiteral("example.org/model.safetensors"));
    EXPECT_THAT(m_dialog->sentence().toStdString(), HasSubstr("An address begins with https://"));
    EXPECT_TRUE(m_open.isEnabled());
    m_open.click();
    EXPECT_TRUE(m_dialog->isVisible());
    EXPECT_EQ(m_chosen.size(), 0);
    EXPECT_THAT(m_dialog->sentence().toStdString(), HasSubstr("An address begins with https://"));
    m_address.setEditText(QStringLiteral(" https://example.org/model.safetensors "));
    EXPECT_EQ(m_dialog->sentence(), QString());
    QTest::keyClick(m_address.lineEdit(), Qt::Key_Return);
    ASSERT_EQ(m_chosen.size(), 1);
    EXPECT_EQ(m_chosen.front().front().toString(), QStringLiteral("https://example.org/model.safetensors"));
}

TEST_F(LocationDialogTest, SaysThatSecretsAreNotKept)
{
    m_address.setEditText(QStringLiteral("https://example.org/f?signature=x"));
    EXPECT_THAT(m_dialog->sentence().toStdString(), HasSubstr("not stored"));
    m_dialog->askForSecretOf(QStringLiteral("https://example.org/f"));
    EXPECT_THAT(m_dialog->sentence().toStdString(), HasSubstr("was not stored"));
    EXPECT_EQ(m_address.currentText(), QStringLiteral("https://example.org/f"));
}

TEST_F(LocationDialogTest, APasswordIsShownOnlyWhereThatIsWanted)
{
    auto& shows = test::child<QCheckBox>(*m_dialog);
    const auto echo = [&] { return m_address.lineEdit()->echoMode(); };
    m_address.setEditText(QStringLiteral("https://example.org/f?download=true"));
    EXPECT_EQ(echo(), QLineEdit::Normal);
    EXPECT_FALSE(shows.isVisible());
    for (const char* const address : {"https://me:hidden@example.org/f", "sftp://me:hidden@example.org/f"}) {
        m_address.setEditText(QString::fromLatin1(address));
        EXPECT_EQ(echo(), QLineEdit::Password) << address;
        EXPECT_FALSE(m_address.lineEdit()->displayText().contains(QStringLiteral("hidden")));
    }
    ASSERT_TRUE(shows.isVisible());
    shows.click();
    EXPECT_EQ(echo(), QLineEdit::Normal);
    shows.click();
    m_open.click();
    ASSERT_EQ(m_chosen.size(), 1);
    EXPECT_EQ(m_chosen.front().front().toString(), QStringLiteral("sftp://me:hidden@example.org/f"));
}

/// What a person sees while typing: `seen` is all of the address that is shown before the dots begin.
TEST_F(LocationDialogTest, APasswordIsHiddenWhileItIsTyped)
{
    const struct {
        const char* address;
        const char* seen;
    } cases[] = {{"https://me:secret@example.org/f", "https://me:"},
        {"https://me:se%cr#et@example.org/f", "https://me:"}, {"sftp://me:sec/ret@example.org/f", "sftp://me:"},
        {"https://me:12b@example.org/f", "https://me:12"}, {"ftp://me:secret", "ftp://me:"},
        {"https://example.org:8080/f@main", "https://example.org:8080/f@main"},
        {"hf://owner/repository@main/a:b", "hf://owner/repository@main/a:b"},
        {"https://[::1]:8080/f", "https://[::1]:8080/f"}, {"https://[::1]x:8080/f", "https://[::1]x:8080/f"},
        {"https://me@example.org/f", "https://me@example.org/f"}};
    QLineEdit& edit = *m_address.lineEdit();
    edit.setCompleter(nullptr);
    for (const auto& one : cases) {
        edit.clear();
        QString seen;
        for (const QChar letter : QString::fromLatin1(one.address)) {
            QTest::keyClicks(&edit, QString(letter));
            if (edit.echoMode() == QLineEdit::Normal)
                seen = edit.text();
        }
        EXPECT_EQ(edit.text(), QString::fromLatin1(one.address));
        EXPECT_EQ(seen.toStdString(), one.seen) << one.address;
    }
}

TEST_F(LocationDialogTest, TheNextPasswordIsHiddenAgain)
{
    auto& shows = test::child<QCheckBox>(*m_dialog);
    m_address.setEditText(QStringLiteral("https://me:hidden@example.org/f"));
    shows.click();
    ASSERT_EQ(m_address.lineEdit()->echoMode(), QLineEdit::Normal);
    m_address.setEditText({});
    m_address.setEditText(QStringLiteral("https://me:other@example.org/f"));
    EXPECT_EQ(m_address.lineEdit()->echoMode(), QLineEdit::Password);
}

} // namespace
} // namespace loupe
