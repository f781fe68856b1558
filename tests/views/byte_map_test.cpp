#include "support/child.h"
#include "views/byte_map/byte_map.h"

#include "core/quantized_groups.h"
#include "support/made_checkpoint.h"
#include "support/opened.h"
#include "support/picture.h"
#include "views/byte_map/byte_map_colors.h"
#include "views/byte_map/byte_map_legend.h"
#include "views/byte_map/byte_map_source.h"
#include "views/byte_map/byte_map_strips.h"
#include "views/colors/theme.h"
#include "views/kit/elided_label.h"

#include <gmock/gmock.h>

#include <QComboBox>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <map>
#include <set>

namespace loupe {
namespace {

class ByteMapTest : public testing::Test {
protected:
    ByteMapTest()
    {
        m_map.resize(1000, 120);
        m_map.show();
        QObject::connect(
            &m_map, &ByteMap::tensorClicked, &m_map, [this](std::uint32_t tensor) { m_clicked.push_back(tensor); });
    }

    void open(const char* path)
    {
        m_opened = test::openData(path);
        m_map.setCheckpoint(m_opened);
        QCoreApplication::processEvents();
    }

    /// Opens one file with these regions. Tensors get the tensor regions in order.
    void openRegions(const std::vector<std::pair<RegionKind, std::uint64_t>>& sizes)
    {
        test::MadeCheckpoint made;
        std::vector<Region> regions;
        std::uint64_t offset = 0;
        std::uint32_t tensor = 0;
        std::vector<ByteRange> ranges;
        for (const auto& [kind, size] : sizes) {
            const bool isTensor = kind == RegionKind::Tensor;
            regions.push_back({{offset, offset + size}, kind, isTensor ? tensor : Region::noTensor});
            if (isTensor) {
                made.add("layer." + std::to_string(tensor++) + ".weight", DType::BF16, {1});
                made->tensors.back().bytes = regions.back().range;
            }
            offset += size;
        }
        const auto prepared = prepareForViewing(made.take(), {});
        ASSERT_TRUE(prepared.has_value());
        auto copy = std::make_shared<OpenedCheckpoint>(**prepared);
        copy->regions = {RegionList(regions)};
        m_opened = copy;
        m_map.setCheckpoint(copy);
        QCoreApplication::processEvents();
    }

    void setColoring(ByteColoring coloring)
    {
        auto& box = test::child<QComboBox>(m_map);
        box.setCurrentIndex(box.findData(int(coloring)));
    }

    void click(int strip, int column)
    {
        const QRect rect = m_map.strips().stripRect(strip);
        QTest::mouseClick(m_map.strips().viewport(), Qt::LeftButton, {}, {rect.left() + column, rect.center().y()});
    }

    QString legend() { return m_map.findChild<ByteMapLegend*>()->text(); }

    ByteMap m_map;
    OpenedCheckpointPtr m_opened;
    std::vector<std::uint32_t> m_clicked;
};

TEST_F(ByteMapTest, EmptyItSaysWhatWouldBeHere)
{
    EXPECT_GT(test::colorCount(test::pictureOf(m_map.strips())), 2);
    EXPECT_EQ(m_map.strips().count(), 0);
    EXPECT_TRUE(legend().isEmpty());
    QTest::keyClick(&m_map.strips(), Qt::Key_Right);
    EXPECT_TRUE(m_clicked.empty());
}

TEST_F(ByteMapTest, LegendNamesOnlyWhatIsThere)
{
    openRegions({{RegionKind::LengthField, 8}, {RegionKind::Header, 92}, {RegionKind::Tensor, 400},
        {RegionKind::Hole, 100}, {RegionKind::Tensor, 400}});
    setColoring(ByteColoring::DType);
    EXPECT_EQ(legend(), QStringLiteral("Length field, Header, Hole, BF16"));
    setColoring(ByteColoring::Size);
    EXPECT_TRUE(legend().contains(QStringLiteral("400 B")));
    EXPECT_FALSE(legend().contains(QStringLiteral("BF16")));
}

TEST_F(ByteMapTest, LegendCountsWhatItHasNoRoomFor)
{
    openRegions({{RegionKind::LengthField, 8}, {RegionKind::Header, 92}, {RegionKind::Tensor, 400},
        {RegionKind::Hole, 100}, {RegionKind::Trailing, 400}});
    setColoring(ByteColoring::DType);
    auto* const shown = m_map.findChild<ByteMapLegend*>();
    EXPECT_EQ(shown->shownKinds(), 5u);
    m_map.resize(500, 120);
    QCoreApplication::processEvents();
    EXPECT_LT(shown->shownKinds(), 5u);
    EXPECT_TRUE(shown->toolTip().contains(QStringLiteral("BF16")));
}

/// The numbers at both ends of a scale are legible, whatever gives way to them.
TEST_F(ByteMapTest, LegendKeepsTheEndsOfItsScale)
{
    ByteMapLegend shown;
    ByteMapKey key{.entries = {},
        .scale = ByteMapKey::Scale{.from = QStringLiteral("0.005"), .to = QStringLiteral("0.02")},
        .hint = QStringLiteral("Changed, relative L2 (log scale)")};
    const auto fill = [](QPainter&, const QRect&, const Theme&) {};
    for (const char* const kind : {"Identical", "Only in A", "Only in B", "Length field", "Header", "Padding"})
        key.entries.push_back({QLatin1String(kind), fill});
    shown.setKey(key);
    const auto drawn = [&shown](int width) {
        shown.resize(width, shown.sizeHint().height());
        return test::pictureOf(shown);
    };
    shown.setKey({.entries = {}, .scale = key.scale});
    constexpr int ofScale = 60; // of the bar and the number behind it
    const QFontMetrics metrics = shown.fontMetrics();
    const int end = metrics.horizontalAdvance(key.scale->from + key.scale->to) + 2 * 6 + 96;
    const QImage expected = drawn(500).copy(end - ofScale, 0, ofScale, shown.height());
    shown.setKey(key);
    for (int width = 250; width <= 1000; width += 10) {
        const QImage picture = drawn(width);
        bool isThere = false;
        for (int x = 0; x <= picture.width() - ofScale && !isThere; ++x)
            isThere = picture.copy(x, 0, ofScale, picture.height()) == expected;
        EXPECT_TRUE(isThere) << width;
    }
}

TEST_F(ByteMapTest, AClickTellsTheTensorOrThePlace)
{
    openRegions(
        {{RegionKind::Header, 100}, {RegionKind::Tensor, 400}, {RegionKind::Hole, 100}, {RegionKind::Tensor, 400}});
    QSignalSpy places(&m_map, &ByteMap::regionClicked);
    const int width = m_map.strips().layoutOfBytes().width();
    click(0, width * 3 / 10);
    click(0, width * 8 / 10);
    EXPECT_EQ(m_clicked, (std::vector<std::uint32_t>{0, 1}));
    EXPECT_TRUE(places.isEmpty());
    click(0, width * 55 / 100);
    ASSERT_EQ(places.size(), 1);
    EXPECT_EQ(places.front().at(1).toULongLong(), 500U);
}

TEST_F(ByteMapTest, EveryColoringDrawsItsColors)
{
    openRegions(
        {{RegionKind::Header, 100}, {RegionKind::Tensor, 400}, {RegionKind::Hole, 100}, {RegionKind::Tensor, 200}});
    const Theme& theme = Theme::of(m_map.palette());
    setColoring(ByteColoring::DType);
    EXPECT_TRUE(test::contains(test::pictureOf(m_map.strips()), theme.colorOf(DType::BF16)));
    EXPECT_TRUE(test::contains(test::pictureOf(m_map.strips()), theme.header));
    EXPECT_TRUE(test::contains(test::pictureOf(m_map.strips()), theme.hole));
    setColoring(ByteColoring::Group);
    EXPECT_TRUE(test::contains(test::pictureOf(m_map.strips()), theme.groups[0]));
    EXPECT_TRUE(test::contains(test::pictureOf(m_map.strips()), theme.groups[1]));
    setColoring(ByteColoring::Size);
    EXPECT_TRUE(test::contains(test::pictureOf(m_map.strips()), theme.sequential(1)));
}

TEST_F(ByteMapTest, AStrayCounterIsNoSecondDType)
{
    const auto hasOneType = [](std::uint64_t weights) {
        test::MadeCheckpoint made;
        made.add("a.weight", DType::F32, {weights}).add("b.weight", DType::F32, {weights});
        made.add("steps", DType::I64, {1});
        return (*prepareForViewing(made.take(), {}))->hasOneType;
    };
    EXPECT_TRUE(hasOneType(1000)); // 8 of 8008 bytes
    EXPECT_FALSE(hasOneType(10)); // 8 of 88 bytes
}

TEST_F(ByteMapTest, OneDTypeIsColoredByGroupUntilSomebodyChooses)
{
    const std::vector<std::pair<RegionKind, std::uint64_t>> regions{
        {RegionKind::Tensor, 400}, {RegionKind::Tensor, 400}};
    openRegions({regions.front()});
    EXPECT_EQ(m_map.coloring(), ByteColoring::DType) << "one tensor has no groups";
    openRegions(regions);
    EXPECT_EQ(m_map.coloring(), ByteColoring::Group);
    open("safetensors/all-dtypes.safetensors");
    EXPECT_EQ(m_map.coloring(), ByteColoring::DType);
    EXPECT_EQ(m_map.saveColoring(), QString());
    auto& box = test::child<QComboBox>(m_map);
    QTest::keyClick(&box, Qt::Key_End);
    EXPECT_EQ(m_map.coloring(), ByteColoring::Size);
    openRegions(regions);
    EXPECT_EQ(m_map.coloring(), ByteColoring::Size);
    ByteMap other;
    other.restoreColoring(m_map.saveColoring());
    EXPECT_EQ(other.coloring(), ByteColoring::Size);
    other.restoreColoring(QStringLiteral("nonsense"));
    EXPECT_EQ(other.coloring(), ByteColoring::DType);
}

/// Uses the map's width in a window 900 pixels wide.
TEST_F(ByteMapTest, ALongNameKeepsItsBlockAndItsRole)
{
    test::MadeCheckpoint made;
    const std::string name = "base_model.model.model.vision_language_tower.decoder.layers.31.cross_attention.q_proj"
                             ".lora_A.default_adapter_name.weight";
    made.add(name, DType::F32, {16, 128});
    made->tensors.back().bytes = {0, 8192};
    auto opened = prepareForViewing(made.take(), {});
    ASSERT_TRUE(opened.has_value());
    auto copy = std::make_shared<OpenedCheckpoint>(**opened);
    const std::vector<Region> regions{{{0, 8192}, RegionKind::Tensor, 0}};
    copy->regions = {RegionList(regions)};
    m_map.setCheckpoint(copy);
    m_map.setCurrentNode(NameTree::NodeId{0});
    EXPECT_THAT(m_map.strips().currentText().toStdString(), testing::StartsWith(name + " · F32 [16, 128] · "));
    for (auto* const label : m_map.findChildren<ElidedLabel*>()) {
        if (label->text() != m_map.strips().currentText())
            continue;
        const int room = label->fontMetrics().averageCharWidth() * 110;
        EXPECT_THAT(label->elidedTo(room).toStdString(),
            testing::AllOf(testing::HasSubstr("31"), testing::HasSubstr("q_proj.lora_A"),
                testing::EndsWith("weight · F32 [16, 128] · bytes 0 to 8,191 · 8.0 KiB")));
        return;
    }
    FAIL() << "no label shows it";
}

TEST_F(ByteMapTest, WhatAFilterHidesIsMuted)
{
    openRegions({{RegionKind::Tensor, 400}, {RegionKind::Tensor, 400}});
    setColoring(ByteColoring::DType);
    const QColor full = Theme::of(m_map.palette()).colorOf(DType::BF16);
    const auto colorOf = [&](int strip, double share) {
        const QRect rect = m_map.strips().stripRect(strip);
        return test::pictureOf(*m_map.strips().viewport())
            .pixelColor(rect.left() + int(rect.width() * share), rect.center().y());
    };
    TensorSet kept(2);
    kept.insert(1);
    m_map.setKept(std::make_shared<const TensorSet>(kept));
    EXPECT_NE(colorOf(0, 0.25), full);
    EXPECT_EQ(colorOf(0, 0.75), full);
    QTest::mouseMove(m_map.strips().viewport(), m_map.strips().stripRect(0).center() - QPoint(100, 0));
    EXPECT_TRUE(m_map.strips().currentText().endsWith(QStringLiteral("hidden by the filter")));
    m_map.setKept(std::make_shared<const TensorSet>(TensorSet(3)));
    EXPECT_EQ(colorOf(0, 0.25), full) << "a set of other tensors";
    m_map.setKept(std::make_shared<const TensorSet>(kept));
    m_map.setCheckpoint(m_opened);
    setColoring(ByteColoring::DType);
    EXPECT_EQ(colorOf(0, 0.25), full) << "gone with the checkpoint";
}

TEST_F(ByteMapTest, OneHatchingGoesOverAllThatIsPastTheEnd)
{
    std::vector<std::pair<RegionKind, std::uint64_t>> sizes{{RegionKind::Tensor, 5000}};
    for (int tensor = 0; tensor < 1000; ++tensor) // each too narrow for hatching
        sizes.emplace_back(RegionKind::PastTheEnd, tensor % 2 == 0 ? 2 : 8);
    openRegions(sizes);
    const QImage picture = test::pictureOf(m_map.strips());
    const QRect strip = m_map.strips().stripRect(0);
    const QColor full = Theme::of(m_map.palette()).colorOf(RegionKind::PastTheEnd);
    int columns = 0;
    for (int x = strip.center().x() + 8; x <= strip.right(); ++x)
        columns += picture.pixelColor(x, strip.center().y()) == full ? 1 : 0;
    EXPECT_NEAR(columns, strip.width() / 2 / 8, 8) << "a line every 8 pixels";
}

TEST_F(ByteMapTest, StripsGrowWithTheirPane)
{
    openRegions({{RegionKind::Tensor, 400}, {RegionKind::Tensor, 400}});
    const auto heightAt = [&](int height) {
        m_map.resize(1000, height);
        QCoreApplication::processEvents();
        return m_map.strips().stripRect(0).height();
    };
    const int least = heightAt(m_map.minimumSizeHint().height());
    EXPECT_GE(heightAt(150), least + 20);
    const int most = heightAt(600);
    EXPECT_EQ(heightAt(1200), most);
    EXPECT_EQ(heightAt(m_map.sizeHint().height()), least) << "what it asks for does not grow";
    open("safetensors-sharded");
    EXPECT_EQ(m_map.strips().count(), 3);
    EXPECT_LT(heightAt(120), heightAt(250));
}

TEST_F(ByteMapTest, ArrowKeysPassAShardThatIsMissing)
{
    open("safetensors-sharded/bad-missing-shard.index.json");
    std::vector<int> shown;
    for (int strip = 0; strip < m_map.strips().count(); ++strip)
        if (!m_opened->regions[std::size_t(strip)].empty())
            shown.push_back(strip);
    ASSERT_LT(shown.size(), m_opened->regions.size());
    const auto expectStrip = [this](int strip) {
        const auto& path = m_opened->checkpoint->files[std::size_t(strip)].path;
        EXPECT_TRUE(m_map.strips().currentText().startsWith(QString::fromStdString(path.filename().string())));
    };
    for (const int strip : shown) {
        QTest::keyClick(&m_map.strips(), Qt::Key_Down);
        expectStrip(strip);
    }
    QTest::keyClick(&m_map.strips(), Qt::Key_Down);
    expectStrip(shown.back());
    for (auto strip = shown.rbegin() + 1; strip != shown.rend(); ++strip) {
        QTest::keyClick(&m_map.strips(), Qt::Key_Up);
        expectStrip(*strip);
    }
}

TEST_F(ByteMapTest, AnOverlappedTensorIsShownByBytesOfItsOwn)
{
    test::MadeCheckpoint made;
    made.add("below", DType::U8, {100}).add("above", DType::U8, {100});
    made->tensors[0].bytes = {0, 100};
    made->tensors[1].bytes = {0, 200};
    const auto prepared = prepareForViewing(made.take(), {});
    ASSERT_TRUE(prepared.has_value());
    auto copy = std::make_shared<OpenedCheckpoint>(**prepared);
    copy->regions = {RegionList({{{0, 100}, RegionKind::Overlap, 0}, {{100, 200}, RegionKind::Tensor, 1}})};
    m_map.setCheckpoint(copy);
    m_map.setCurrentNode(1);
    EXPECT_TRUE(m_map.strips().currentText().startsWith(QStringLiteral("above")));
    m_map.setCurrentNode(900'000);
    EXPECT_TRUE(m_map.strips().currentText().isEmpty());
}

TEST_F(ByteMapTest, ATinyCurrentTensorIsFound)
{
    openRegions({{RegionKind::Tensor, 1ULL << 40}, {RegionKind::Tensor, 2}, {RegionKind::Tensor, 1ULL << 40}});
    const QColor accent = Theme::of(m_map.palette()).accent;
    EXPECT_FALSE(test::contains(test::pictureOf(m_map.strips()), accent));
    m_map.setCurrentNode(1);
    EXPECT_TRUE(test::contains(test::pictureOf(m_map.strips()), accent));
    EXPECT_TRUE(m_map.strips().currentText().startsWith(QStringLiteral("layer.1.weight")));
    m_map.setCurrentNode({});
    EXPECT_FALSE(test::contains(test::pictureOf(m_map.strips()), accent));
}

TEST_F(ByteMapTest, AGroupIsUnderlined)
{
    openRegions({{RegionKind::Header, 100}, {RegionKind::Tensor, 400}, {RegionKind::Tensor, 500}});
    m_map.setCurrentNode(m_opened->tree.root());
    const QImage picture = test::pictureOf(m_map.strips());
    const QRect strip = m_map.strips().stripRect(0);
    const QColor accent = Theme::of(m_map.palette()).accent;
    EXPECT_NE(picture.pixelColor(strip.left() + 10, strip.bottom() + 3), accent);
    EXPECT_EQ(picture.pixelColor(strip.left() + strip.width() / 2, strip.bottom() + 3), accent);
}

TEST_F(ByteMapTest, WhatTheFilterHidesOfAGroupIsNotUnderlined)
{
    openRegions({{RegionKind::Header, 100}, {RegionKind::Tensor, 400}, {RegionKind::Tensor, 500}});
    const auto isUnderlined = [&](double place) {
        const QRect strip = m_map.strips().stripRect(0);
        const QImage picture = test::pictureOf(m_map.strips());
        return picture.pixelColor(strip.left() + int(strip.width() * place), strip.bottom() + 3)
            == Theme::of(m_map.palette()).accent;
    };
    auto second = std::make_shared<TensorSet>(2);
    second->insert(1);
    m_map.setCurrentNode(m_opened->tree.root());
    m_map.setKept(second);
    EXPECT_FALSE(isUnderlined(0.3));
    EXPECT_TRUE(isUnderlined(0.75));
    m_map.setCurrentNode({});
    m_map.setCurrentNode(m_opened->tree.root());
    EXPECT_FALSE(isUnderlined(0.3)) << "a group that is selected under the filter";
    m_map.setKept(nullptr);
    EXPECT_TRUE(isUnderlined(0.3));
    EXPECT_TRUE(isUnderlined(0.75));
}

TEST_F(ByteMapTest, SeveralTensorsAreUnderlined)
{
    openRegions({{RegionKind::Tensor, 400}, {RegionKind::Tensor, 200}, {RegionKind::Tensor, 400}});
    const auto isUnderlined = [&](double place) {
        const QRect strip = m_map.strips().stripRect(0);
        const QImage picture = test::pictureOf(m_map.strips());
        return picture.pixelColor(strip.left() + int(strip.width() * place), strip.bottom() + 3)
            == Theme::of(m_map.palette()).accent;
    };
    m_map.setCurrentNode(0);
    m_map.setChosen(std::vector<NameTree::NodeId>{0, 2}, m_opened->tree);
    EXPECT_TRUE(isUnderlined(0.2));
    EXPECT_FALSE(isUnderlined(0.5));
    EXPECT_TRUE(isUnderlined(0.8));
    EXPECT_TRUE(m_map.strips().currentText().startsWith(u"layer.0.weight")) << "the current one";
    m_map.setCurrentNode(0);
    EXPECT_FALSE(isUnderlined(0.8));
}

TEST_F(ByteMapTest, ArrowsGoFromRegionToRegion)
{
    openRegions({{RegionKind::Header, 100}, {RegionKind::Tensor, 400}, {RegionKind::Tensor, 500}});
    QSignalSpy places(&m_map, &ByteMap::regionClicked);
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(&m_map.strips(), Qt::Key_Right);
    EXPECT_EQ(places.size(), 1);
    EXPECT_EQ(m_clicked, (std::vector<std::uint32_t>{0, 1, 1, 1}));
    QTest::keyClick(&m_map.strips(), Qt::Key_Home);
    EXPECT_TRUE(m_map.strips().accessibleDescription().startsWith(QStringLiteral("Header")));
}

TEST_F(ByteMapTest, WheelZoomsDragPansDoubleClickResets)
{
    openRegions({{RegionKind::Tensor, 1 << 20}, {RegionKind::Tensor, 1 << 20}});
    ByteMapStrips& strips = m_map.strips();
    const QPoint middle = strips.stripRect(0).center();
    QWheelEvent wheel(middle, strips.viewport()->mapToGlobal(middle), {}, {0, 1200}, {}, {}, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(strips.viewport(), &wheel);
    EXPECT_GT(strips.layoutOfBytes().zoom(), 5);
    EXPECT_TRUE(strips.layoutOfBytes().view().contains((1 << 20) - 1));

    const ByteRange before = strips.layoutOfBytes().view();
    QTest::mousePress(strips.viewport(), Qt::LeftButton, {}, middle);
    QMouseEvent move(QEvent::MouseMove, middle + QPoint(100, 0),
        strips.viewport()->mapToGlobal(middle + QPoint(100, 0)), Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(strips.viewport(), &move);
    QTest::mouseRelease(strips.viewport(), Qt::LeftButton, {}, middle + QPoint(100, 0));
    EXPECT_LT(strips.layoutOfBytes().view().begin, before.begin);
    EXPECT_TRUE(m_clicked.empty());

    QTest::mouseDClick(strips.viewport(), Qt::LeftButton, {}, middle);
    EXPECT_FALSE(strips.layoutOfBytes().isZoomed());
}

TEST_F(ByteMapTest, ATensorOutOfViewIsBroughtIntoIt)
{
    openRegions({{RegionKind::Tensor, 1 << 20}, {RegionKind::Tensor, 64}, {RegionKind::Tensor, 1 << 20}});
    ByteMapStrips& strips = m_map.strips();
    m_map.setCurrentNode(0);
    for (int i = 0; i < 20; ++i)
        QTest::keyClick(&strips, Qt::Key_Plus);
    EXPECT_FALSE(strips.layoutOfBytes().view().contains(1 << 20));
    m_map.setCurrentNode(1);
    EXPECT_TRUE(strips.layoutOfBytes().view().contains(1 << 20));
}

TEST_F(ByteMapTest, ShardsAreDrawnBeneathEachOtherInOneScale)
{
    open("safetensors-sharded");
    ASSERT_GT(m_map.strips().count(), 1);
    EXPECT_GT(m_map.strips().stripRect(1).top(), m_map.strips().stripRect(0).bottom());
    QTest::keyClick(&m_map.strips(), Qt::Key_Down);
    QTest::keyClick(&m_map.strips(), Qt::Key_Down);
    EXPECT_TRUE(m_map.strips().currentText().contains(QStringLiteral("model-00002-of-00003.safetensors")));
}

TEST_F(ByteMapTest, DrawsWhateverWasOpened)
{
    for (const char* path : {"bintensors/gpt2-tiny.bt", "bintensors/empty.bt", "malformed/data-one-short.safetensors",
             "malformed/offset-wrap-total.bt", "malformed/zero-byte.bt", "malformed/data-trailing-4096.bt"}) {
        open(path);
        EXPECT_GT(test::colorCount(test::pictureOf(m_map)), 1) << path;
        for (std::uint32_t node = 0; m_opened && node < m_opened->tree.nodeCount(); ++node) {
            m_map.setCurrentNode(node);
            EXPECT_GT(test::colorCount(test::pictureOf(m_map.strips())), 1) << path;
        }
    }
}

/// Compares the lines with the file's header.
TEST_F(ByteMapTest, BytesOfAPartNameItsWeightAndItself)
{
    const OpenedCheckpointPtr nvfp4 = test::openData("quantized/modelopt-nvfp4");
    const Checkpoint& checkpoint = *nvfp4->checkpoint;
    const auto& group = checkpoint.quantized->list.front();
    const std::string weight(checkpoint.tensors[group.tensor].name);
    const auto partLine = [&](std::size_t part) {
        const Tensor& stored = checkpoint.quantized->stored->tensors[group.parts[part].tensor];
        const auto regions = nvfp4->regions[stored.file].all();
        const auto found =
            std::ranges::find(regions, stored.bytes.begin, [](const Region& region) { return region.range.begin; });
        return found == regions.end() ? std::string()
                                      : describeRegion(checkpoint, stored.file, *found).text.toStdString();
    };
    ASSERT_EQ(group.parts.size(), 3U);
    EXPECT_THAT(partLine(0), testing::StartsWith(weight + " · NVFP4 ["));
    EXPECT_THAT(partLine(0), testing::Not(testing::HasSubstr("Codes"))) << "these stand for the weight";
    EXPECT_THAT(partLine(1), testing::StartsWith(weight + " · NVFP4 ["));
    EXPECT_THAT(partLine(1), testing::HasSubstr(" · Scales weight_scale · F8_E4M3 ["));
    EXPECT_THAT(partLine(2), testing::HasSubstr(" · Global scale weight_scale_2 · F32 [] · "));
}

/// There is one color per dtype, as in the legend.
TEST_F(ByteMapTest, TheColorOfAQuantizedWeightIsThatOfItsDType)
{
    for (const char* const sample : {"gptq-4bit-desc-act", "damaged/no-config", "bnb-nf4"}) {
        SCOPED_TRACE(sample);
        open((std::string("quantized/") + sample).c_str());
        const Checkpoint& checkpoint = *m_opened->checkpoint;
        const ByteMapColors colors(m_opened, ByteColoring::DType);
        std::map<std::string, QRgb> byType;
        std::set<QRgb> different;
        for (const QuantizedGroups::Group& group : checkpoint.quantized->list) {
            if (checkpoint.tensors[group.tensor].dtype == DType::Opaque)
                continue; // undecoded types share one entry
            QImage pixel(1, 1, QImage::Format_RGB32);
            QPainter painter(&pixel);
            colors.fillTensor(painter, pixel.rect(), {0, group.tensor}, Theme::light());
            painter.end();
            const auto [seen, isNew] =
                byType.try_emplace(std::string(checkpoint.dtypeName(group.tensor)), pixel.pixel(0, 0));
            EXPECT_EQ(seen->second, pixel.pixel(0, 0)) << seen->first;
            different.insert(pixel.pixel(0, 0));
        }
        EXPECT_EQ(different.size(), byType.size());
        const ByteMapKey key = colors.key();
        for (const auto& [name, color] : byType) {
            const auto entry = std::ranges::find(key.entries, QString::fromStdString(name), &ByteMapKey::Entry::text);
            ASSERT_NE(entry, key.entries.end()) << name;
            QImage pixel(1, 1, QImage::Format_RGB32);
            QPainter painter(&pixel);
            entry->fill(painter, pixel.rect(), Theme::light());
            painter.end();
            EXPECT_EQ(pixel.pixel(0, 0), color) << name;
        }
    }
}

} // namespace
} // namespace loupe
