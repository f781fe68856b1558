#include "views/compare/pair_byte_map.h"

#include "support/compared_files.h"
#include "support/picture.h"
#include "support/test_data.h"
#include "views/byte_map/byte_map_legend.h"
#include "views/byte_map/byte_map_strips.h"
#include "views/colors/theme.h"
#include "views/compare/pair_byte_colors.h"
#include "views/kit/pair_mark.h"

#include <QPainter>
#include <QScrollBar>
#include <QTest>

#include <gmock/gmock.h>

#include <filesystem>
#include <limits>
#include <set>

namespace loupe {
namespace {

using test::ComparedTensors;
using test::packedBytes;
using test::WantedTensor;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::size_t tensorBytes = 4096;

WantedTensor floats(const std::string& name, float value)
{
    return {name, "F32", "[1024]", packedBytes(std::vector<float>(tensorBytes / sizeof(float), value))};
}

class PairByteMapTest : public testing::Test {
protected:
    PairByteMapTest()
    {
        m_map.resize(1000, 160);
        m_map.show();
        QObject::connect(
            &m_map, &PairByteMap::nodeChosen, &m_map, [this](NameTree::NodeId node) { m_chosen.push_back(node); });
    }
    void open(const std::vector<WantedTensor>& a, const std::vector<WantedTensor>& b, bool withValues = true)
    {
        m_compared = std::make_unique<ComparedTensors>(a, b, withValues);
        show(m_compared->results());
    }
    void show(const ComparisonResultsPtr& results)
    {
        m_map.setResults(results);
        m_map.onResultsAdded(true);
        QCoreApplication::processEvents();
    }
    /// The middle of a tensor on a strip, in viewport coordinates.
    QPoint middleOf(int strip, int side, std::uint32_t tensor) const
    {
        const PairedCheckpoints& paired = *m_compared->results()->paired();
        const ByteRange bytes = (side == 0 ? *paired.a : *paired.b).tensors[tensor].bytes;
        ByteMapStrips& strips = const_cast<PairByteMap&>(m_map).strips();
        const QRect rect = strips.stripRect(strip);
        return {rect.left() + strips.layoutOfBytes().columnOf(bytes.begin + bytes.size() / 2), rect.center().y()};
    }
    QColor colorAt(QPoint place) { return test::pictureOf(*m_map.strips().viewport()).pixelColor(place); }
    const Theme& theme() const { return Theme::of(m_map.palette()); }
    std::string hover(QPoint place)
    {
        QMouseEvent move(
            QEvent::MouseMove, place, m_map.strips().viewport()->mapToGlobal(place), Qt::NoButton, Qt::NoButton, {});
        QCoreApplication::sendEvent(m_map.strips().viewport(), &move);
        return m_map.strips().currentText().toStdString();
    }

    PairByteMap m_map;
    std::unique_ptr<ComparedTensors> m_compared;
    std::vector<NameTree::NodeId> m_chosen;
};

TEST_F(PairByteMapTest, EmptyItSaysWhatWouldBeHere)
{
    EXPECT_GT(test::colorCount(test::pictureOf(m_map.strips())), 2);
    EXPECT_EQ(m_map.strips().count(), 0);
    EXPECT_TRUE(m_map.legend().text().isEmpty());
}

TEST_F(PairByteMapTest, TensorsAreColoredByHowMuchTheyChanged)
{
    open({floats("same", 1), floats("little", 1), floats("much", 1)},
        {floats("same", 1), floats("little", 1.001F), floats("much", 3)});
    ASSERT_EQ(m_map.strips().count(), 2);
    const double little = double(1.001F) - 1;
    const ChangeScale scale = ChangeScale::of(little / (1 + little), 2); // relative to B, and to A
    for (int strip = 0; strip < 2; ++strip) {
        EXPECT_EQ(colorAt(middleOf(strip, strip, 0)), theme().unchanged);
        EXPECT_EQ(colorAt(middleOf(strip, strip, 1)), theme().sequential(scale.position(little)));
        EXPECT_EQ(colorAt(middleOf(strip, strip, 2)), theme().sequential(1));
    }
    EXPECT_THAT(m_map.legend().text().toStdString(), StartsWith("Identical, Length field, Header"));
    EXPECT_THAT(m_map.legend().text().toStdString(), HasSubstr("Changed, relative L2"));
}

TEST_F(PairByteMapTest, NewNanIsSeenAboveAllThatChanged)
{
    std::vector<float> broken(tensorBytes / sizeof(float), 1);
    open({floats("much", 1), floats("nan", 1)}, {floats("much", 3), floats("nan", 1)});
    EXPECT_THAT(m_map.legend().text().toStdString(), Not(HasSubstr("NaN")));
    broken[7] = std::numeric_limits<float>::quiet_NaN();
    const test::WantedTensor withNan{"nan", "F32", "[1024]", packedBytes(broken)};
    for (const bool inA : {false, true}) {
        open({floats("much", 1), inA ? withNan : floats("nan", 1)},
            {floats("much", 3), inA ? floats("nan", 1) : withNan});
        EXPECT_THAT(m_map.legend().text().toStdString(), HasSubstr("NaN or Inf differs"));
        EXPECT_TRUE(test::contains(test::pictureOf(*m_map.strips().viewport()), theme().nanFill));
        EXPECT_THAT(hover(middleOf(1, 1, 1)), HasSubstr("NaN or Inf only in " + std::string(inA ? "A" : "B")));
        EXPECT_THAT(hover(middleOf(1, 1, 0)), Not(HasSubstr("NaN")));
        const PairByteColors colors(m_compared->results());
        for (int side = 0; side < 2; ++side)
            EXPECT_GT(colors.rankOf(side)(1), colors.rankOf(side)(0)) << "though its relative L2 is 0";
    }
}

TEST_F(PairByteMapTest, BothSidesHaveOneScale)
{
    open({floats("a", 1)}, {floats("a", 1), floats("b", 1), floats("c", 1)});
    const PairedCheckpoints& paired = *m_compared->results()->paired();
    EXPECT_EQ(m_map.strips().layoutOfBytes().total(), paired.b->files.front().size());
    const QPoint pastA(m_map.strips().stripRect(0).right() - 5, m_map.strips().stripRect(0).center().y());
    EXPECT_EQ(colorAt(pastA), theme().background);
}

TEST_F(PairByteMapTest, WhatOnlyOneHasAndOtherShapesAndDTypesAreTold)
{
    open({floats("a", 1), floats("shape", 1), floats("dtype", 1)},
        {floats("b", 1), {"shape", "F32", "[512,2]", std::string(tensorBytes, 'x')},
            {"dtype", "F64", "[1024]", packedBytes(std::vector<double>(1024, 1))}});
    const std::string legend = m_map.legend().text().toStdString();
    for (const char* words : {"Only in A", "Only in B", "Other shape", "Other dtype", "Identical"})
        EXPECT_THAT(legend, HasSubstr(words));
    const QImage picture = test::pictureOf(*m_map.strips().viewport());
    for (const PairStatus status : {PairStatus::OnlyA, PairStatus::OnlyB, PairStatus::ShapeChanged})
        EXPECT_TRUE(test::contains(picture, colorOf(status, theme()))) << int(status);
    EXPECT_THAT(hover(middleOf(0, 0, 0)), testing::AllOf(StartsWith("A · a · "), HasSubstr("only in A")));
    EXPECT_THAT(hover(middleOf(1, 1, 1)), testing::AllOf(StartsWith("B · shape · "), HasSubstr("other shape")));
}

TEST_F(PairByteMapTest, TheTextSaysWhatChangedAndWhere)
{
    open({floats("t", 1)}, {floats("t", 2)});
    const std::string text = hover(middleOf(1, 1, 0));
    EXPECT_THAT(text, StartsWith("B · t · F32 [1024] · "));
    EXPECT_THAT(text, HasSubstr("changed"));
    EXPECT_THAT(text, HasSubstr("relative L2 1"));
    EXPECT_THAT(text, HasSubstr("4.0 KiB"));
}

TEST_F(PairByteMapTest, ColorsFollowTheResults)
{
    open({floats("t", 1), floats("u", 1)}, {floats("t", 2), floats("u", 1)}, false);
    const QPoint place = middleOf(0, 0, 0);
    EXPECT_THAT(m_map.legend().text().toStdString(), HasSubstr("Not yet compared"));
    EXPECT_NE(colorAt(place), theme().sequential(1));
    EXPECT_THAT(hover(place), HasSubstr("not yet compared"));
    const PairedCheckpoints& paired = *m_compared->results()->paired();
    const auto compareThem = [&] {
        return comparePairs(paired.a, paired.b, paired.pairs, {}, {},
            [&](const TensorPair& one, const PairOutcome& outcome) { m_compared->results()->add(one, outcome); });
    };
    ASSERT_TRUE(compareThem());
    m_map.onResultsAdded(false);
    EXPECT_THAT(m_map.legend().text().toStdString(), HasSubstr("Not yet compared")) << "not with each result";
    EXPECT_TRUE(QTest::qWaitFor([&] { return !m_map.legend().text().contains(QStringLiteral("Not yet")); }, 20'000));
    EXPECT_EQ(colorAt(place), theme().sequential(1));
    EXPECT_THAT(hover(place), HasSubstr("changed"));
}

TEST_F(PairByteMapTest, OneChangeAmongManyIsSeenAndFound)
{
    constexpr std::uint32_t count = 5000; // several in each column
    std::vector<WantedTensor> a;
    for (std::uint32_t i = 0; i < count; ++i)
        a.push_back({"t" + std::to_string(i), "F32", "[2]", packedBytes<float>({1, 2})});
    std::vector<WantedTensor> b = a;
    b[3333].bytes = packedBytes<float>({1, 3});
    open(a, b);
    const QColor changed = theme().sequential(
        m_compared->results()->changeScale().position(m_compared->results()->facts(3333).relativeL2));
    const QPoint place = middleOf(1, 1, 3333);
    EXPECT_EQ(colorAt(place), changed);
    QTest::mouseClick(m_map.strips().viewport(), Qt::LeftButton, {}, place);
    EXPECT_EQ(m_chosen, (std::vector<NameTree::NodeId>{3333}));
}

TEST_F(PairByteMapTest, WhatAFilterHidesIsMutedOnBothSides)
{
    open({floats("a", 1), floats("b", 1)}, {floats("a", 1), floats("b", 1)});
    const QColor full = colorAt(middleOf(0, 0, 0));
    TensorSet kept(2);
    kept.insert(1);
    m_map.setKept(std::make_shared<const TensorSet>(kept));
    for (int strip = 0; strip < 2; ++strip) {
        EXPECT_NE(colorAt(middleOf(strip, strip, 0)), full) << strip;
        EXPECT_EQ(colorAt(middleOf(strip, strip, 1)), full) << strip;
        EXPECT_THAT(hover(middleOf(strip, strip, 0)), HasSubstr("hidden by the filter"));
    }
}

TEST_F(PairByteMapTest, ASelectionIsOutlinedOnBothSides)
{
    open({floats("a", 1), floats("b", 1)}, {floats("new", 1), floats("a", 1), floats("b", 1)});
    m_map.setNode(1); // b
    const QImage picture = test::pictureOf(*m_map.strips().viewport());
    for (const auto& [strip, tensor] : {std::pair(0, 1U), {1, 2U}}) {
        const QPoint place = middleOf(strip, strip, tensor);
        const int above = m_map.strips().stripRect(strip).top() - 3;
        EXPECT_EQ(picture.pixelColor(place.x(), above), theme().accent) << strip;
    }
    m_map.setNode(m_compared->results()->paired()->tree.root());
    const QImage group = test::pictureOf(*m_map.strips().viewport());
    for (int strip = 0; strip < 2; ++strip) {
        const QPoint place = middleOf(strip, strip, 0);
        EXPECT_EQ(group.pixelColor(place.x(), m_map.strips().stripRect(strip).bottom() + 3), theme().accent) << strip;
    }
}

TEST_F(PairByteMapTest, AClickChoosesThePair)
{
    open({floats("a", 1), floats("b", 1)}, {floats("new", 1), floats("a", 1), floats("b", 1)});
    const auto click = [this](
                           QPoint place) { QTest::mouseClick(m_map.strips().viewport(), Qt::LeftButton, {}, place); };
    click(middleOf(1, 1, 2)); // tensor b in B
    click(middleOf(0, 0, 0)); // tensor a in A
    click(middleOf(1, 1, 0)); // new
    EXPECT_EQ(m_chosen, (std::vector<NameTree::NodeId>{1, 0, 2}));
    // The window then selects the tensor and tells the map. Keys must continue from the clicked position.
    click(middleOf(1, 1, 2));
    m_map.setNode(1);
    EXPECT_THAT(m_map.strips().currentText().toStdString(), StartsWith("B · b"));
    QTest::keyClick(&m_map.strips(), Qt::Key_Left);
    EXPECT_THAT(m_map.strips().currentText().toStdString(), StartsWith("B · a"));
    EXPECT_EQ(m_chosen.back(), 0U);
}

TEST_F(PairByteMapTest, ShardsStandInPairsAndElseSideBelowSide)
{
    const std::filesystem::path sharded = test::dataPath("safetensors-sharded");
    const auto same = test::comparedFiles(sharded, sharded);
    show(same);
    ASSERT_EQ(m_map.strips().count(), 6);
    const auto labels = [](const PairByteColors& colors) {
        std::string text;
        for (const ByteMapSource::Strip& strip : colors.strips())
            text += strip.label.toStdString() + ", ";
        return text;
    };
    EXPECT_EQ(labels(PairByteColors(same)), "A 1, B 1, A 2, B 2, A 3, B 3, ");
    const test::ComparedPair single;
    EXPECT_EQ(labels(PairByteColors(test::comparedFiles(sharded, single.a()))), "A 1, A 2, A 3, B, ");
    EXPECT_GT(m_map.strips().verticalScrollBar()->maximum(), 0) << "they scroll";
    QTest::keyClick(&m_map.strips(), Qt::Key_Down);
    QTest::keyClick(&m_map.strips(), Qt::Key_Down);
    EXPECT_THAT(
        m_map.strips().currentText().toStdString(), StartsWith("B · model-00001-of-00003.safetensors (1 of 3)"));
}

TEST_F(PairByteMapTest, AtItsLowestBothSidesAreSeen)
{
    open({floats("t", 1)}, {floats("t", 2)});
    m_map.resize(1000, m_map.minimumSizeHint().height());
    QCoreApplication::processEvents();
    ASSERT_EQ(m_map.strips().count(), 2);
    for (int strip = 0; strip < 2; ++strip)
        EXPECT_TRUE(m_map.strips().viewport()->rect().contains(m_map.strips().stripRect(strip))) << strip;
}

TEST_F(PairByteMapTest, EveryFillDiffersAlsoWithoutColor)
{
    open({floats("a", 1), floats("shape", 1), floats("dtype", 1), floats("later", 1)},
        {floats("b", 1), {"shape", "F32", "[512,2]", std::string(tensorBytes, 'x')},
            {"dtype", "F64", "[1024]", packedBytes(std::vector<double>(1024, 1))}, floats("later", 1)},
        false);
    const PairedCheckpoints& paired = *m_compared->results()->paired();
    const std::vector<TensorPair>& pairs = paired.pairs;
    m_compared->results()->add(pairs[0], {});
    m_compared->results()->add(pairs[1], {});
    PairOutcome unread;
    unread.error.emplace().code = ErrorCode::Io;
    m_compared->results()->add(pairs[2], unread);
    const PairByteColors colors(m_compared->results());
    for (const Theme* const column : {&Theme::light(), &Theme::darkTheme()}) {
        std::set<std::string> shapes;
        int fills = 0;
        for (const ByteMapKey::Entry& entry : colors.key().entries) {
            QImage picture(16, 10, QImage::Format_RGB32);
            QPainter painter(&picture);
            entry.fill(painter, picture.rect(), *column);
            painter.end();
            // Turns the color of the first pixel into 1 and all others into 0, so that only shapes can tell the kinds
            // apart.
            const QRgb first = picture.pixel(0, 0);
            std::string shape;
            for (int y = 0; y < picture.height(); ++y)
                for (int x = 0; x < picture.width(); ++x)
                    shape += picture.pixel(x, y) == first ? '1' : '0';
            const QString text = entry.text;
            const bool plain = text == u"Length field" || text == u"Header";
            if (!plain) {
                ++fills;
                shapes.insert(shape);
            }
            EXPECT_EQ(shape.find('0') == std::string::npos, plain) << text.toStdString();
        }
        EXPECT_GE(fills, 6) << "two sides, shape, dtype, unread, waiting";
        EXPECT_EQ(int(shapes.size()), fills);
    }
}

} // namespace
} // namespace loupe
