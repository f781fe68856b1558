#include "views/overview/health_panel.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/tree/health/health_forms.h"
#include "items/tree/health/health_scan.h"
#include "support/busy_job_pool.h"
#include "support/compared_pair.h"
#include "support/file_content.h"
#include "support/opened.h"
#include "support/temporary_file.h"
#include "support/test_data.h"
#include "views/kit/link_button.h"

#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace loupe {
namespace {

class HealthPanelTest : public testing::Test {
protected:
    HealthPanelTest()
    {
        panel.resize(500, panel.sizeHint().height());
        panel.show();
    }
    QPushButton& button() { return *panel.findChild<QPushButton*>(); }
    QLabel* places()
    {
        for (QLabel* const one : panel.findChildren<QLabel*>()) {
            if (one->accessibleName() == u"Places of NaN and infinities")
                return one;
        }
        return nullptr;
    }
    bool hasLink(const QString& title)
    {
        const auto links = panel.findChildren<LinkButton*>();
        return std::ranges::any_of(
            links, [&](const LinkButton* link) { return link->accessibleName() == title && link->isVisible(); });
    }
    bool awaitEnd()
    {
        return QTest::qWaitFor([&] { return !scan.isRunning(); }, 20'000);
    }

    HealthScan scan;
    HealthPanel panel{scan};
};

constexpr int usualWidth = 500; ///< pixels, of the Overview in a window of 1280

TEST_F(HealthPanelTest, SaysAtEveryMomentWhatIsKnown)
{
    scan.setCheckpoint(test::openData("safetensors/gpt2-tiny.safetensors"));
    const auto heightOf = [this] { return panel.layout()->totalHeightForWidth(usualWidth); };
    const int height = heightOf();
    EXPECT_EQ(panel.text(), u"The values have not been scanned yet.");
    EXPECT_EQ(button().text(), u"Scan values");
    button().click();
    ASSERT_TRUE(scan.isRunning());
    EXPECT_TRUE(panel.text().startsWith(QStringLiteral("Scanning: "))) << panel.text().toStdString();
    EXPECT_EQ(button().text(), u"Stop");
    EXPECT_EQ(heightOf(), height);
    ASSERT_TRUE(awaitEnd());
    EXPECT_EQ(panel.text(), u"No NaN or infinities in 35 tensors");
    EXPECT_EQ(button().text(), u"Scan again");
    EXPECT_TRUE(button().isFlat());
    EXPECT_FALSE(hasLink(QStringLiteral("0 NaN")));
    EXPECT_EQ(places()->text().simplified(),
        QStringLiteral("The farthest value is %1 from the mean of its tensor.")
            .arg(sigmaText(scan.results()->total().sigmas)));
    EXPECT_EQ(heightOf(), height);
    scan.setCheckpoint(nullptr);
    EXPECT_EQ(panel.text(), u"The values have not been scanned yet.");
    EXPECT_EQ(button().text(), u"Scan values");
    EXPECT_FALSE(button().isFlat());
}

TEST_F(HealthPanelTest, StopStopsAndSaysWhere)
{
    scan.setCheckpoint(test::openData("safetensors/gpt2-tiny.safetensors"));
    const test::BusyJobPool busy; // the scan waits
    button().click();
    button().click();
    EXPECT_FALSE(scan.isRunning());
    EXPECT_TRUE(panel.text().startsWith(QStringLiteral("Scan stopped at "))) << panel.text().toStdString();
    EXPECT_EQ(button().text(), u"Scan values");
}

TEST_F(HealthPanelTest, LinksFilterWhatWasFound)
{
    scan.setCheckpoint(test::openData("safetensors/bit-patterns.safetensors"));
    scan.start();
    ASSERT_TRUE(awaitEnd());
    const HealthSums sums = scan.results()->total();
    EXPECT_EQ(panel.text(), QStringLiteral("%1 tensors scanned").arg(sums.tensors));
    QSignalSpy wanted(&panel, &HealthPanel::filterWanted);
    ASSERT_GT(sums.nan, 0U);
    EXPECT_TRUE(hasLink(QStringLiteral("%1 NaN").arg(toQString(formatCount(sums.nan)))));
    EXPECT_TRUE(hasLink(QStringLiteral("%1 Inf").arg(toQString(formatCount(sums.infinite)))));
    for (auto* const link : panel.findChildren<LinkButton*>())
        link->click();
    ASSERT_EQ(wanted.size(), 4);
    EXPECT_EQ(wanted[0][0].toString(), u"nan:>0");
    EXPECT_EQ(wanted[1][0].toString(), u"inf:>0");
    EXPECT_EQ(wanted[2][0].toString(), u"warning:yes");
    EXPECT_EQ(wanted[3][0].toString(), u"duplicate:yes");
}

TEST_F(HealthPanelTest, WarningsAreSaidAndLedTo)
{
    std::vector<float> values(1000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = float(i % 7);
    const std::string even = test::packedBytes(values);
    values[0] = 1e9F;
    const std::string heavy = test::packedBytes(values);
    const test::TemporaryFolder folder;
    scan.setCheckpoint(test::openFile(folder.write(
        "a.safetensors", test::safetensorsOf({{"a", "F32", "[1000]", heavy}, {"b", "F32", "[1000]", even}}))));
    EXPECT_FALSE(hasLink(QStringLiteral("0 with warnings")));
    scan.start();
    ASSERT_TRUE(awaitEnd());
    EXPECT_EQ(panel.text().toStdString(), "No NaN or infinities in 2 tensors");
    ASSERT_TRUE(hasLink(QStringLiteral("1 with warnings")));
    QSignalSpy wanted(&panel, &HealthPanel::filterWanted);
    for (auto* const link : panel.findChildren<LinkButton*>()) {
        if (link->isVisible())
            link->click();
    }
    ASSERT_EQ(wanted.size(), 1);
    EXPECT_EQ(wanted[0][0].toString(), u"warning:yes");
}

/// Tensors with NaN or infinities also match the filter, so they count too.
TEST_F(HealthPanelTest, AsManyWarningsAreSaidAsAreShown)
{
    std::vector<float> values(1000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = float(i % 7);
    const std::string even = test::packedBytes(values);
    values[1] = std::numeric_limits<float>::quiet_NaN();
    const std::string spoiled = test::packedBytes(values);
    values[0] = 1e9F;
    const std::string both = test::packedBytes(values);
    values[1] = 1;
    const std::string heavy = test::packedBytes(values);
    values[0] = std::numeric_limits<float>::infinity();
    const std::string endless = test::packedBytes(values);
    const test::TemporaryFolder folder;
    const auto opened = test::openFile(folder.write("a.safetensors",
        test::safetensorsOf(
            {{"both", "F32", "[1000]", both}, {"endless", "F32", "[1000]", endless}, {"even", "F32", "[1000]", even},
                {"heavy", "F32", "[1000]", heavy}, {"spoiled", "F32", "[1000]", spoiled}})));
    scan.setCheckpoint(opened);
    scan.start();
    ASSERT_TRUE(awaitEnd());
    EXPECT_EQ(scan.results()->total().odd, 2U) << "both and heavy";
    int kept = 0;
    for (std::uint32_t tensor = 0; tensor < 5; ++tensor)
        kept += scan.results()->counts(*opened->checkpoint, tensor)->warning ? 1 : 0;
    EXPECT_EQ(kept, 4) << "by the filter warning:yes";
    EXPECT_TRUE(hasLink(QStringLiteral("4 with any warning")));
    EXPECT_FALSE(hasLink(QStringLiteral("2 with warnings")));
}

/// The names are visible without clicking anything.
TEST_F(HealthPanelTest, TheFirstNaNAndInfinityAreNamedWithTheirPlaces)
{
    const auto label = [this] { return places() ? places()->text().toStdString() : "no label"; };
    EXPECT_EQ(label(), "A scan finds NaN, infinities, outliers, constant and duplicate tensors.");
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const std::string spoiled = test::packedBytes<float>({1, 2, 3, 4, nan, nan});
    const std::string endless = test::packedBytes<float>({1, -std::numeric_limits<float>::infinity()});
    const test::TemporaryFolder folder;
    scan.setCheckpoint(test::openFile(folder.write("a.safetensors",
        test::safetensorsOf(
            {{"model.layers.3.mlp.down_proj.weight", "F32", "[2,3]", spoiled}, {"norm", "F32", "[2]", endless}}))));
    scan.start();
    EXPECT_EQ(label(), "") << "while it runs";
    ASSERT_TRUE(awaitEnd());
    EXPECT_EQ(label(), "2 NaN in model.layers.3.mlp.down_proj.weight, the first at [1, 1] · 1 Inf: norm [1]");
}

/// Names that are too long for two lines keep layer, role and index.
TEST_F(HealthPanelTest, LongNamesLeaveRoomForTheirPlaces)
{
    constexpr float inf = std::numeric_limits<float>::infinity();
    const std::string spoiled =
        test::packedBytes<float>({1, std::numeric_limits<float>::quiet_NaN(), -inf, inf, inf, 6});
    const std::string lead = "base_model.model.model.vision_language_tower.decoder.layers.";
    const std::string tail = ".cross_attention.q_proj.lora_A.default_adapter_name.weight";
    const test::TemporaryFolder folder;
    scan.setCheckpoint(test::openFile(folder.write("a.safetensors",
        test::safetensorsOf(
            {{lead + "17" + tail, "F32", "[2,3]", spoiled}, {lead + "31" + tail, "F32", "[2,3]", spoiled}}))));
    scan.start();
    ASSERT_TRUE(awaitEnd());
    QLabel* const label = places();
    ASSERT_TRUE(label);
    const std::string whole = lead + "17" + tail;
    QString toolTip = label->toolTip();
    toolTip.remove(QChar(0x200B)); // zero-width spaces, where it may wrap
    EXPECT_EQ(toolTip.count(QString::fromStdString(whole)), 2) << toolTip.toStdString();
    for (const int width : {usualWidth, 400}) {
        panel.resize(width, panel.height());
        const QString text = label->text();
        EXPECT_TRUE(text.startsWith(u"2 NaN in 2 tensors, the first: …")) << text.toStdString();
        EXPECT_TRUE(text.contains(u"weight [0, 1] · 6 Inf in 2 tensors, the first: …")) << text.toStdString();
        EXPECT_TRUE(text.endsWith(u"weight [0, 2]")) << text.toStdString();
        EXPECT_EQ(text.count(u"17…"), 2) << text.toStdString();
        const QRect room(0, 0, width, label->height());
        EXPECT_TRUE(room.contains(label->fontMetrics().boundingRect(room, Qt::TextWordWrap, text)))
            << text.toStdString();
    }
    const auto patterns = std::make_shared<NamePatterns>();
    for (const std::string layer : {"17", "31"})
        for (const char* const role : {"q_proj.lora_A", "q_proj.lora_B", "v_proj.lora_A", "v_proj.lora_B"})
            patterns->add(lead + layer + ".cross_attention." + role + ".default_adapter_name.weight");
    scan.setNamePatterns(patterns);
    for (const int width : {usualWidth, 378}) {
        panel.resize(width, panel.height());
        const std::string text = label->text().toStdString();
        EXPECT_EQ(label->text().count(u"17"), 2) << text;
        EXPECT_EQ(label->text().count(u"q_proj.lora_A…"), 2) << text;
        EXPECT_NE(text.find(" [0, 1] · 6 Inf"), std::string::npos) << text;
        EXPECT_TRUE(text.ends_with(" [0, 2]")) << text;
    }
    panel.resize(3000, panel.height());
    EXPECT_TRUE(label->text().contains(QString::fromStdString(whole + " [0, 1]"))) << "there is room";
    EXPECT_LT(panel.minimumSizeHint().width(), usualWidth) << "the page is not made wider";
}

} // namespace
} // namespace loupe
