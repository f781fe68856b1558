#include "support/child.h"
#include "views/details/digest_panel.h"

#include "formats/opening/open_checkpoint.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

#include <algorithm>

namespace loupe {
namespace {

class DigestPanelTest : public testing::Test {
protected:
    DigestPanelTest()
    {
        std::filesystem::copy_file(test::dataPath("bintensors/gpt2-tiny.bt"), m_file);
        m_panel.show();
    }
    void open() { m_panel.setCheckpoint(*openCheckpoint(m_file)); }
    QComboBox& algorithm() const { return *m_panel.findChildren<QComboBox*>().at(1); }
    void compute() { m_panel.findChild<QPushButton*>()->click(); }
    /// Whether the panel says so before the timeout.
    bool says(const QString& text)
    {
        return QTest::qWaitFor([&] { return saysNow(text); });
    }
    bool saysNow(const QString& text) const
    {
        const auto labels = m_panel.findChildren<QLabel*>();
        return std::any_of(
            labels.begin(), labels.end(), [&](const QLabel* label) { return label->text().contains(text); });
    }
    /// The computed digest.
    QString digest() const
    {
        for (const auto* const edit : m_panel.findChildren<QLineEdit*>()) {
            if (edit->isReadOnly())
                return edit->text();
        }
        return {};
    }

    test::TemporaryFolder m_folder;
    std::filesystem::path m_file = m_folder.path() / "model.bt";
    const std::string m_sha256 = "1d6ff5c7142332468d54fc0fdf503075aaf32354dea5d6ac5dd4ba7d320fe64b"; // sha256sum's
    DigestPanel m_panel;
};

TEST_F(DigestPanelTest, OneStatedBesideTheFileIsComparedWith)
{
    m_folder.write("SHA256SUMS", m_sha256 + "  model.bt\n");
    open();
    EXPECT_TRUE(says(QStringLiteral("SHA256SUMS, next to the file, states its sha256 digest")));
    compute();
    EXPECT_TRUE(says(QStringLiteral("The digest matches SHA256SUMS")));
    EXPECT_EQ(digest().toStdString(), m_sha256);
    algorithm().setCurrentText(QStringLiteral("sha3-256")); // its digests have the same length
    EXPECT_TRUE(saysNow(QStringLiteral("states its sha256 digest. Choose sha256 and compute")));
    compute();
    EXPECT_TRUE(says(QStringLiteral("SHA256SUMS states the sha256 digest. Choose sha256")));

    m_folder.write("model.bt.sha256", std::string(64, '0'));
    open();
    EXPECT_TRUE(says(QStringLiteral("model.bt.sha256, next to the file")));
    compute();
    EXPECT_TRUE(says(QStringLiteral("The digest does not match model.bt.sha256")));
}

/// In the cache of the hub's own programs, files are named after their digests.
TEST_F(DigestPanelTest, TakesWhatTheHubStates)
{
    for (const bool isSound : {true, false}) {
        SCOPED_TRACE(isSound);
        const auto folder = m_folder.path() / "models--a--b" / "blobs";
        std::filesystem::create_directories(folder);
        const auto path = folder / (isSound ? m_sha256 : std::string(64, '0'));
        std::filesystem::copy_file(m_folder.path() / "model.bt", path);
        m_panel.setCheckpoint(*openCheckpoint(path));
        EXPECT_TRUE(says(QStringLiteral("Digest stated by the hub. Compute to verify.")));
        algorithm().setCurrentText(QStringLiteral("sha3-256")); // its digests have the same length
        EXPECT_TRUE(saysNow(QStringLiteral("sha256 digest stated by the hub. Choose sha256 and compute to verify.")));
        compute();
        EXPECT_TRUE(says(QStringLiteral("The hub states the sha256 digest. Choose sha256 to compare.")));
        algorithm().setCurrentText(QStringLiteral("sha256"));
        compute();
        EXPECT_TRUE(says(isSound ? QStringLiteral("The digest matches the hub's.")
                                 : QStringLiteral("The digest does not match the hub's: the bytes differ.")));
    }
}

TEST_F(DigestPanelTest, TheAlgorithmOfAFileBesideIsForThatFileOnly)
{
    QTest::keyClick(&algorithm(), Qt::Key_End);
    const QString chosen = algorithm().currentText();
    ASSERT_NE(chosen, QStringLiteral("sha256"));
    m_folder.write("SHA256SUMS", m_sha256 + "  model.bt\n");
    open();
    EXPECT_TRUE(says(QStringLiteral("states its sha256 digest. Compute")));
    EXPECT_EQ(algorithm().currentText(), QStringLiteral("sha256"));
    m_panel.setCheckpoint(*openCheckpoint(test::dataPath("bintensors/gpt2-tiny.bt")));
    EXPECT_EQ(algorithm().currentText(), chosen);
}

TEST_F(DigestPanelTest, OfATensorTheFileBesideSaysNothing)
{
    m_folder.write("SHA256SUMS", m_sha256 + "  model.bt\n");
    open();
    EXPECT_TRUE(says(QStringLiteral("SHA256SUMS")));
    m_panel.setTensor(0);
    m_panel.computeTensor();
    EXPECT_TRUE(QTest::qWaitFor([&] { return !digest().isEmpty(); }));
    EXPECT_FALSE(saysNow(QStringLiteral("SHA256SUMS")));
}

TEST_F(DigestPanelTest, WhatWasPastedStays)
{
    m_folder.write("SHA256SUMS", m_sha256 + "  model.bt\n");
    QSignalSpy searched(&test::child<StatedDigestSearch>(m_panel), &StatedDigestSearch::finished);
    open();
    for (auto* const edit : m_panel.findChildren<QLineEdit*>()) {
        if (!edit->isReadOnly())
            edit->setText(QString(64, u'0'));
    }
    ASSERT_TRUE(QTest::qWaitFor([&] { return searched.count() > 0; }));
    ASSERT_TRUE(test::child<StatedDigestSearch>(m_panel).found());
    algorithm().setCurrentText(QStringLiteral("sha256"));
    compute();
    EXPECT_TRUE(says(QStringLiteral("The digests do not match")));
}

TEST(CompareDigest, TakesWhatToolsPrint)
{
    const QString digest = QStringLiteral("0a1b2c");
    EXPECT_EQ(compareDigest(digest, QStringLiteral("0A1B2C")), DigestMatch::Same);
    EXPECT_EQ(compareDigest(digest, QStringLiteral(" sha256:0a1b2c\n")), DigestMatch::Same);
    EXPECT_EQ(compareDigest(digest, QStringLiteral("0a1b2c  model.safetensors")), DigestMatch::Same);
    EXPECT_EQ(compareDigest(digest, QStringLiteral("0a1b2d")), DigestMatch::Different);
    EXPECT_EQ(compareDigest(digest, QStringLiteral("0a1b")), DigestMatch::OtherAlgorithm);
    EXPECT_EQ(compareDigest(digest, QStringLiteral("hello!")), DigestMatch::NoDigest);
    EXPECT_EQ(compareDigest(digest, {}), DigestMatch::Nothing);
    EXPECT_EQ(compareDigest({}, digest), DigestMatch::Nothing);
}

} // namespace
} // namespace loupe
