#include "views/details_tabs.h"

#include "items/findings_model.h"
#include "items/summary_cache.h"
#include "support/opened.h"
#include "support/picture.h"
#include "views/digest_panel.h"
#include "views/findings_table.h"
#include "views/hex_view.h"
#include "views/histogram_view.h"
#include "views/link_button.h"
#include "views/metadata_view.h"
#include "views/overview_view.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

namespace loupe {
namespace {

class DetailsTabsTest : public testing::Test {
protected:
    DetailsTabsTest()
    {
        tabs.resize(800, 600);
        tabs.show();
    }
    bool settle()
    {
        return QTest::qWaitFor([this] { return !tabs.busy(); });
    }

    DetailsTabs tabs;
};

TEST_F(DetailsTabsTest, EveryTabIsDrawnWithoutAFileAndWithOne)
{
    const auto opened = test::openData("safetensors/gpt2-tiny.safetensors");
    for (const OpenedCheckpointPtr& checkpoint : {OpenedCheckpointPtr(), opened, OpenedCheckpointPtr()}) {
        tabs.setCheckpoint(checkpoint);
        if (checkpoint)
            tabs.setTensor(0);
        for (int tab = 0; tab < tabs.count(); ++tab) {
            tabs.showTab(DetailsTab(tab));
            EXPECT_TRUE(settle());
            EXPECT_GT(test::colourCount(test::pictureOf(tabs)), 5);
        }
    }
}

TEST_F(DetailsTabsTest, FiguresAreComputedOnlyWhileTheyAreLookedAt)
{
    tabs.setCheckpoint(test::openData("safetensors/gpt2-tiny.safetensors"));
    tabs.setTensor(1);
    EXPECT_FALSE(tabs.summaries().isRunning());
    auto* const histogram = tabs.findChild<HistogramView*>();
    tabs.showTab(DetailsTab::Histogram);
    EXPECT_TRUE(tabs.busy());
    ASSERT_TRUE(settle());
    EXPECT_TRUE(histogram->message().isEmpty());
    EXPECT_TRUE(tabs.summaries().find(1));
    tabs.setTensor(std::nullopt);
    EXPECT_FALSE(histogram->message().isEmpty());
    tabs.setTensor(1);
    EXPECT_FALSE(tabs.busy()) << "what was computed is remembered";
}

TEST_F(DetailsTabsTest, ATensorPastTheEndHasASentenceForFigures)
{
    tabs.setCheckpoint(test::openData("malformed/offset-beyond-eof.safetensors"));
    tabs.showTab(DetailsTab::Histogram);
    tabs.setTensor(0);
    ASSERT_TRUE(settle());
    EXPECT_FALSE(tabs.findChild<HistogramView*>()->message().isEmpty());
}

TEST_F(DetailsTabsTest, LargestTensorsLeadToTheTensor)
{
    const auto opened = test::openData("safetensors/gpt2-tiny.safetensors");
    tabs.setCheckpoint(opened);
    ASSERT_TRUE(settle());
    QSignalSpy chosen(&tabs, &DetailsTabs::tensorChosen);
    auto* const link = tabs.findChild<LinkButton*>();
    ASSERT_TRUE(link);
    QTest::keyClick(link, Qt::Key_Return);
    ASSERT_EQ(chosen.size(), 1);
    std::uint64_t largest = 0;
    for (const Tensor& tensor : opened->checkpoint->tensors)
        largest = std::max(largest, tensor.bytes.size());
    EXPECT_EQ(opened->checkpoint->tensors[chosen[0][0].value<std::uint32_t>()].bytes.size(), largest);
}

TEST_F(DetailsTabsTest, AFindingLeadsToItsByte)
{
    tabs.setCheckpoint(test::openData("malformed/offset-overlap.bt"));
    ASSERT_TRUE(settle());
    auto* const table = tabs.findChild<FindingsTable*>();
    ASSERT_TRUE(table);
    ASSERT_GT(table->findings().rowCount(), 0);
    emit table->activated(table->findings().index(0, 0));
    EXPECT_EQ(tabs.currentTab(), DetailsTab::Hex);
}

TEST_F(DetailsTabsTest, MetadataIsShownInFull)
{
    tabs.setCheckpoint(test::openData("bintensors/metadata-large.bt"));
    tabs.showTab(DetailsTab::Metadata);
    ASSERT_TRUE(settle());
    auto* const metadata = tabs.findChild<MetadataView*>();
    EXPECT_TRUE(metadata->message().isEmpty());
    EXPECT_FALSE(metadata->valueText().isEmpty());
    tabs.setCheckpoint(test::openData("malformed/offset-overlap.bt"));
    ASSERT_TRUE(settle());
    EXPECT_FALSE(metadata->message().isEmpty());
}

TEST_F(DetailsTabsTest, ADigestIsComputedOnDemandAndCompared)
{
    tabs.setCheckpoint(test::openData("bintensors/gpt2-tiny.bt"));
    ASSERT_TRUE(settle());
    auto* const panel = tabs.findChild<DigestPanel*>();
    ASSERT_TRUE(panel);
    panel->findChild<QPushButton*>()->click();
    ASSERT_TRUE(QTest::qWaitFor([panel] { return !panel->busy(); }));
    QString digest;
    for (const auto* const edit : panel->findChildren<QLineEdit*>()) {
        if (edit->isReadOnly())
            digest = edit->text();
    }
    EXPECT_EQ(digest.size(), 32) << "XXH3-128";
}

TEST(CompareDigest, TakesWhatToolsPrint)
{
    const QString digest = QStringLiteral("0a1b2c");
    EXPECT_EQ(compareDigest(digest, QStringLiteral("0A1B2C")), DigestMatch::Same);
    EXPECT_EQ(compareDigest(digest, QStringLiteral(" sha256:0a1b2c\n")), DigestMatch::Same);
    EXPECT_EQ(compareDigest(digest, QStringLiteral("0a1b2c  model.safetensors")), DigestMatch::Same);
    EXPECT_EQ(compareDigest(digest, QStringLiteral("0a1b2d")), DigestMatch::Different);
    EXPECT_EQ(compareDigest(digest, QStringLiteral("0a1b")), DigestMatch::OtherLength);
    EXPECT_EQ(compareDigest(digest, QStringLiteral("hello!")), DigestMatch::NoDigest);
    EXPECT_EQ(compareDigest(digest, {}), DigestMatch::Nothing);
    EXPECT_EQ(compareDigest({}, digest), DigestMatch::Nothing);
}

} // namespace
} // namespace loupe
