#include "analysis/statistics/health_rules.h"
#include "await.h"
#include "items/tree/distribution_column.h"
#include "items/tree/health/health_column.h"
#include "items/tree/health/health_scan.h"
#include "items/tree/health/health_text.h"
#include "items/tree/tensor_tree_model.h"
#include "support/made_checkpoint.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace loupe {
namespace {

using test::MadeCheckpoint;
using test::Signal;
using testing::HasSubstr;
using testing::Not;

Scalar number(double value)
{
    return {.kind = Scalar::Kind::Float, .real = value, .singlePrecision = true};
}

/// The health of a tensor of `elements` ordinary elements.
Health sound(std::uint64_t elements)
{
    Health health;
    Summary& summary = health.summary;
    summary.dtype = DType::F32;
    summary.elements = elements;
    for (auto* const count : {&summary.nan, &summary.positiveInf, &summary.negativeInf, &summary.zero,
             &summary.negative, &summary.subnormal})
        *count = 0;
    summary.minimum = number(-1);
    summary.maximum = number(2);
    summary.mean = 0.5;
    summary.standardDeviation = 1;
    health.largestMagnitude = 2;
    health.sigmas = 5.24;
    return health;
}

class HealthColumnTest : public testing::Test {
protected:
    HealthColumnTest()
    {
        MadeCheckpoint made;
        for (const char* const name : {"g.nan", "g.inf", "g.zero", "g.one", "top", "same", "unread", "wide"})
            made.add(name, DType::F32, {10, 100});
        opened = *prepareForViewing(made.take(), {});
        model.setCheckpoint(opened);
    }

    void add(const Result<Health>& health) { table->add(*opened, table->lookedAt(), health); }
    /// Adds tensors whose names describe their contents.
    void addAll()
    {
        Health nan = sound(1000);
        nan.summary.nan = 3;
        nan.summary.firstNaN = nan.summary.firstNonfinite = 7;
        add(nan);
        Health infinite = sound(1000);
        infinite.summary.positiveInf = 1;
        infinite.summary.negativeInf = 1;
        infinite.summary.firstInfinite = infinite.summary.firstNonfinite = 998;
        add(infinite);
        Health constant = sound(1000);
        constant.constant = true;
        constant.summary.minimum = constant.summary.maximum = number(0);
        constant.largestMagnitude = 0;
        add(constant);
        constant.summary.minimum = constant.summary.maximum = number(1);
        constant.largestMagnitude = 1;
        add(constant);
        add(sound(1000));
        Health same = sound(1000);
        same.duplicateOf = 4;
        add(same);
        add(fail(ErrorCode::Io, "no such luck", "model.bt"));
        Health wide = sound(1000);
        wide.sigmas = 5000;
        wide.summary.subnormal = 120;
        add(wide);
    }
    QString cell(NameTree::NodeId node, int role = Qt::DisplayRole) const
    {
        return model.indexOf(node, TensorTreeModel::Health).data(role).toString();
    }
    NameTree::NodeId group() const { return opened->tree.root() + 1; }
    std::vector<std::string> names() const
    {
        std::vector<std::string> list;
        for (int row = 0; row < model.rowCount(); ++row)
            list.push_back(model.index(row, 0).data().toString().toStdString());
        return list;
    }

    OpenedCheckpointPtr opened;
    std::shared_ptr<HealthResults> table = std::make_shared<HealthResults>(8);
    TensorTreeModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
    Signal arranged{&model, &TensorTreeModel::arrangementFinished};
};

TEST_F(HealthColumnTest, IsEmptyBeforeAScanAndGrowsWithIt)
{
    EXPECT_FALSE(model.hasHealth());
    EXPECT_EQ(cell(0), QString());
    model.setHealth(table);
    EXPECT_TRUE(model.hasHealth());
    EXPECT_EQ(cell(0), QString());
    EXPECT_EQ(cell(group()), QString());
    Signal changed(&model, &TensorTreeModel::healthChanged);
    add(sound(1000));
    model.onHealthAdded(false);
    EXPECT_EQ(changed.count(), 1);
    EXPECT_EQ(cell(0), QStringLiteral("5.2 σ"));
    EXPECT_EQ(cell(1), QString());
    EXPECT_EQ(cell(group()), QStringLiteral("1 of 4"));
    EXPECT_FALSE(model.indexOf(0, TensorTreeModel::Health).data(HealthRole).isValid());
}

TEST_F(HealthColumnTest, SaysWhatIsWrong)
{
    addAll();
    model.setHealth(table);
    const auto remark = [&](NameTree::NodeId node) {
        return HealthRemark(model.indexOf(node, TensorTreeModel::Health).data(HealthRole).toInt());
    };
    EXPECT_EQ(cell(0), QStringLiteral("3 NaN"));
    EXPECT_EQ(remark(0), HealthRemark::NaN);
    EXPECT_EQ(cell(1), QStringLiteral("2 Inf"));
    EXPECT_EQ(remark(1), HealthRemark::Infinite);
    EXPECT_EQ(cell(2), QStringLiteral("all zero"));
    EXPECT_EQ(cell(3), QStringLiteral("constant 1"));
    EXPECT_EQ(cell(4), QStringLiteral("5.2 σ"));
    EXPECT_EQ(cell(5), QStringLiteral("5.2 σ"));
    for (const NameTree::NodeId quiet : {4U, 5U})
        EXPECT_FALSE(model.indexOf(quiet, TensorTreeModel::Health).data(HealthRole).isValid()) << "no warning";
    EXPECT_EQ(cell(6), QStringLiteral("unreadable"));
    EXPECT_EQ(cell(7), QStringLiteral("outliers 5,000 σ, 12.0 % subnormal"));
    EXPECT_EQ(cell(group()), QStringLiteral("3 NaN, 2 Inf"));
    EXPECT_EQ(remark(group()), HealthRemark::NaN);
}

TEST_F(HealthColumnTest, TheToolTipHasAllFiguresAndTheRules)
{
    addAll();
    model.setHealth(table);
    const auto whole = [&](NameTree::NodeId node) { return cell(node, WholeTextRole).toStdString(); };
    EXPECT_THAT(whole(0), HasSubstr("3 NaN, 0 +Inf, 0 −Inf among 1,000 elements"));
    EXPECT_THAT(whole(0), HasSubstr("element 7"));
    EXPECT_THAT(whole(0), HasSubstr("From −1 to 2, mean 0.5, standard deviation 1"));
    EXPECT_THAT(whole(0), HasSubstr("Farthest element: 5.2 σ from the mean"));
    EXPECT_THAT(whole(5), HasSubstr("bytes as top"));
    EXPECT_THAT(whole(6), HasSubstr("no such luck"));
    EXPECT_THAT(whole(7), HasSubstr("1,000 standard deviations"));
    EXPECT_THAT(whole(7), HasSubstr("lost precision"));
    EXPECT_THAT(whole(group()), HasSubstr("4 tensors scanned"));
    EXPECT_THAT(whole(group()), HasSubstr("3 NaN in 1 tensor\n2 Inf in 1 tensor"));
    EXPECT_THAT(whole(group()), HasSubstr("1 tensor all zero"));
}

TEST_F(HealthColumnTest, ShorterTextsAreWholeAndTrue)
{
    const auto forms = [](const QStringList& list) { return list.join(u'|').toStdString(); };
    Health health = sound(1000);
    health.summary.nan = 36;
    EXPECT_EQ(forms(healthForms(*opened->checkpoint, 0, health)), "36 NaN");
    health.summary.nan = 1'234'567;
    health.summary.positiveInf = 2;
    health.sigmas = 5000;
    EXPECT_EQ(forms(healthForms(*opened->checkpoint, 0, health)),
        "1,234,567 NaN, 2 Inf, outliers 5,000 σ|1,234,567 NaN, 2 Inf +1 more|1,234,567 NaN +2 more|1.2 M NaN +2 more"
        "|1.2 M NaN");
    health = sound(1000);
    health.sigmas = 1e9;
    EXPECT_EQ(forms(healthForms(*opened->checkpoint, 0, health)), "outliers > 1 M σ|outliers");
    health.sigmas = 5;
    health.findings = {{.severity = Severity::Error, .code = "scale-nan", .message = "m"}};
    EXPECT_EQ(forms(healthForms(*opened->checkpoint, 0, health)), "odd scales");
    health.findings[0].code = "codes-unused";
    EXPECT_EQ(forms(healthForms(*opened->checkpoint, 0, health)), "odd codes");
    EXPECT_EQ(forms(healthForms(*opened->checkpoint, 0, fail(ErrorCode::Io, "gone", {}))), "unreadable");
    health = sound(1000);
    health.summary.note = "not decoded";
    EXPECT_EQ(forms(healthForms(*opened->checkpoint, 0, health)), "values unknown|unknown");
    GroupHealth group;
    EXPECT_EQ(forms(healthForms(group)), "");
    group.tensors = 9;
    group.sums.tensors = 3;
    EXPECT_EQ(forms(healthForms(group)), "3 of 9");
    group.sums.nan = 36;
    group.sums.infinite = 140;
    group.sums.remarks[std::size_t(HealthRemark::NaN)] = group.sums.remarks[std::size_t(HealthRemark::Infinite)] = 1;
    EXPECT_EQ(forms(healthForms(group)), "36 NaN, 140 Inf · 3/9|36 NaN +1 more · 3/9|36 NaN · 3/9|36 NaN");
    group.tensors = 3;
    EXPECT_EQ(forms(healthForms(group)), "36 NaN, 140 Inf|36 NaN +1 more|36 NaN");
}

TEST_F(HealthColumnTest, ShowsWhatIsOddAboutScalesAndCodes)
{
    Health odd = sound(1000);
    odd.findings = {{.severity = Severity::Warning, .code = "scale-zero", .message = "\"s\": 2 of 9 scales are 0"},
        {.severity = Severity::Warning, .code = "codes-unused", .message = "\"g.nan\" uses 3 of 16 codes"}};
    add(odd);
    add(sound(1000));
    model.setHealth(table);
    EXPECT_EQ(cell(0), QStringLiteral("odd scales or codes"));
    EXPECT_EQ(
        HealthRemark(model.indexOf(0, TensorTreeModel::Health).data(HealthRole).toInt()), HealthRemark::Quantization);
    EXPECT_THAT(cell(0, WholeTextRole).toStdString(), HasSubstr("\"s\": 2 of 9 scales are 0\n\"g.nan\" uses 3 of 16"));
    EXPECT_FALSE(model.indexOf(1, TensorTreeModel::Health).data(HealthRole).isValid());
    EXPECT_THAT(cell(group()).toStdString(), HasSubstr("1 × odd scales or codes"));
    EXPECT_THAT(cell(group(), WholeTextRole).toStdString(), HasSubstr("1 tensor with odd scales or codes"));
    EXPECT_TRUE(table->counts(*opened->checkpoint, 0)->warning) << "the filter warning:yes";
    EXPECT_FALSE(table->counts(*opened->checkpoint, 1)->warning);
    EXPECT_EQ(table->total().odd, 1U);
    EXPECT_EQ(table->findings().list().size(), 2U);
}

TEST(NonfinitePlaces, NameTheFirstOneInTheOrderOfTheTree)
{
    constexpr float nan = NAN;
    constexpr float inf = INFINITY;
    struct {
        std::map<std::string, std::vector<float>> tensors; ///< each with two columns
        const char* text;
        const char* brief;
        std::vector<std::string> names = {};
    } const cases[] = {
        {{{"a", {1, 2, 3, 4}}}, "", ""},
        {{{"a.10", {1, 2, 3, 4}}, {"a.2", {1, 2, inf, nan}}}, "a.2: 1 NaN at [1, 1] and 1 Inf at [1, 0]",
            "a.2: 1 NaN: [1, 1] and 1 Inf: [1, 0]", {"a.2"}},
        {{{"a.2", {nan, nan, inf, inf}}}, "a.2: 2 NaN, the first at [0, 0] and 2 Inf, the first at [1, 0]",
            "a.2: 2 NaN from [0, 0] and 2 Inf from [1, 0]", {"a.2"}},
        {{{"a", {1, nan, nan, 4}}}, "2 NaN in a, the first at [0, 1]", "2 NaN from a [0, 1]", {"a"}},
        {{{"a.10.w", {nan, 2, 3, 4}}, {"a.2.w", {1, 2, nan, nan}}}, "3 NaN in 2 tensors, the first: a.2.w [1, 0]",
            "3 NaN from a.2.w [1, 0]", {"a.2.w"}},
        {{{"a.b.c", {nan, 2}}, {"b", {nan, 2}}}, "2 NaN in 2 tensors, the first: a.b.c [0, 0]",
            "2 NaN from a.b.c [0, 0]", {"a.b.c"}},
        {{{"a", {1, nan}}, {"b", {inf, inf}}}, "1 NaN: a [0, 1] · 2 Inf in b, the first at [0, 0]",
            "1 NaN: a [0, 1] · 2 Inf from b [0, 0]", {"a", "b"}},
        {{{"scale", {nan}}}, "1 NaN: scale", "1 NaN: scale", {"scale"}},
    };
    for (const auto& [tensors, text, brief, names] : cases) {
        MadeCheckpoint made;
        for (const auto& [name, values] : tensors) {
            const auto rows = std::uint64_t(values.size() / 2);
            made.add(name, DType::F32,
                values.size() == 1 ? std::vector<std::uint64_t>{} : std::vector{rows, std::uint64_t{2}});
        }
        const auto checkpoint = *prepareForViewing(made.take(), {});
        HealthResults results(checkpoint->tree.tensorCount());
        for (std::uint32_t tensor = 0; const auto& [name, values] : tensors) {
            Health health = sound(values.size());
            for (std::uint64_t i = 0; i < values.size(); ++i) {
                const bool isNaN = std::isnan(values[i]);
                if (isNaN || std::isinf(values[i])) {
                    ++*(isNaN ? health.summary.nan : health.summary.positiveInf);
                    auto& first = isNaN ? health.summary.firstNaN : health.summary.firstInfinite;
                    first = first.value_or(i);
                }
            }
            results.add(*checkpoint, tensor++, health);
        }
        const NamedSentence places = nonfinitePlaces(results, *checkpoint->checkpoint);
        EXPECT_EQ(places.text.toStdString(), text);
        EXPECT_EQ(places.brief.toStdString(), brief);
        EXPECT_EQ(places.names.size(), qsizetype(names.size())) << text;
        for (std::size_t i = 0; i < names.size() && qsizetype(i) < places.names.size(); ++i)
            EXPECT_EQ(places.names[qsizetype(i)].toStdString(), names[i]);
    }
}

TEST_F(HealthColumnTest, OfAHostileNameTheEndIsShownInWholeCharacters)
{
    MadeCheckpoint made;
    const std::string name = "x" + [] {
        std::string text;
        for (int i = 0; i < 10'000; ++i)
            text += "\u00fc"; // two bytes
        return text;
    }() + "\nz";
    made.add(name).add("other");
    const auto checkpoint = made.take();
    Health same = sound(1);
    same.duplicateOf = 0;
    const QString text = wholeHealth(*checkpoint, 1, same);
    EXPECT_LT(text.size(), 600);
    EXPECT_TRUE(text.contains(QStringLiteral("bytes as …\u00fc")));
    EXPECT_TRUE(text.endsWith(QStringLiteral("\\nz")));
}

TEST_F(HealthColumnTest, WhatIsUsuallyConstantIsNoWarning)
{
    MadeCheckpoint made;
    made.add("model.norm.weight", DType::F32, {1000})
        .add("h.0.attn.bias", DType::F32, {10, 100})
        .add("q_proj.lora_B.default.weight", DType::F32, {10, 100})
        .add("q_proj.weight", DType::F32, {10, 100})
        .add("position_ids", DType::I64, {10, 100});
    const auto checkpoint = *prepareForViewing(made.take(), {});
    Health constant = sound(1000);
    constant.constant = true;
    constant.sigmas.reset();
    constant.summary.minimum = constant.summary.maximum = number(1);
    for (std::uint32_t tensor = 0; tensor < 5; ++tensor) {
        const HealthSums sums = healthOf(checkpoint->checkpoint->tensors[tensor], constant);
        EXPECT_EQ(sums.worst(), tensor == 3 ? std::optional(HealthRemark::Constant) : std::nullopt) << tensor;
        EXPECT_EQ(healthForms(*checkpoint->checkpoint, tensor, constant),
            tensor == 3 ? QStringList({QStringLiteral("constant 1"), QStringLiteral("constant")})
                        : QStringList(QStringLiteral("all 1")));
    }
}

TEST_F(HealthColumnTest, TheHeaderStatesEachRuleOfAWarning)
{
    const QString rules = model.headerData(TensorTreeModel::Health, Qt::Horizontal, Qt::ToolTipRole).toString();
    for (const HealthRule& rule : healthRules())
        EXPECT_EQ(rules.contains(QString::fromUtf8(rule.rule)), rule.isWarning) << rule.title;
    EXPECT_TRUE(rules.contains(QStringLiteral("sigma:>1000"))) << "how to find them";
    EXPECT_NE(ruleOf(HealthRemark::Outliers).rule, nullptr);
    EXPECT_THAT(ruleOf(HealthRemark::Outliers).rule, HasSubstr("1,000"));
    EXPECT_EQ(Health::outlierDeviations, 1000);
    EXPECT_THAT(ruleOf(HealthRemark::Subnormal).rule, HasSubstr("10 %"));
    EXPECT_EQ(noteworthySubnormalShare, 0.1);
}

TEST_F(HealthColumnTest, WithoutWarningsTheFarthestComeFirst)
{
    table = std::make_shared<HealthResults>(8);
    for (const double sigmas : {3.0, 9.0, 4.0, 5.0, 120.0, 7.0, 6.0, 250.0}) {
        Health health = sound(1000);
        health.sigmas = sigmas;
        add(health);
    }
    model.setHealth(table);
    EXPECT_EQ(cell(group()), QStringLiteral("9.0 σ"));
    EXPECT_EQ(cell(4), QStringLiteral("120 σ"));
    model.sort(TensorTreeModel::Health, Qt::DescendingOrder);
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(names(), (std::vector<std::string>{"wide", "top", "g", "same", "unread"}));
}

Distribution spread(double low, double high)
{
    Distribution distribution;
    distribution.low = low;
    distribution.high = high;
    distribution.counted = 1000;
    distribution.heights.fill(0);
    std::fill(distribution.heights.begin() + 1, distribution.heights.end() - 1, std::uint8_t{200});
    return distribution;
}

TEST(DistributionColumn, TensorsOfARoleShareAScale)
{
    MadeCheckpoint made;
    for (const char* const name : {"h.0.q", "h.0.k", "h.1.q", "h.1.k", "h.2.q", "odd"})
        made.add(name, DType::F32, {10, 100});
    const auto opened = *prepareForViewing(made.take(), {});
    const auto table = std::make_shared<HealthResults>(6);
    const auto add = [&](const std::optional<Distribution>& distribution) {
        Health health = sound(1000);
        health.summary.distribution = distribution;
        if (distribution) {
            health.summary.minimum = number(distribution->low);
            health.summary.maximum = number(distribution->high);
        }
        table->add(*opened, table->lookedAt(), health);
    };
    TensorTreeModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setCheckpoint(opened);
    model.setHealth(table);
    const auto bars = [&](NameTree::NodeId node) {
        return model.indexOf(node, TensorTreeModel::Distribution).data(HistogramRole).value<RowHistogram>();
    };
    EXPECT_TRUE(bars(0).heights.empty());
    add(spread(-1, 1));
    EXPECT_EQ(table->scaleOf(0), (RoleScale{-1, 1}));
    for (const auto& range : {spread(3, 4), spread(-0.5, 0.5), spread(3, 5), spread(-1, 2)})
        add(range);
    add(std::nullopt);
    for (const NameTree::NodeId node : {0U, 2U, 4U})
        EXPECT_EQ(table->scaleOf(node), (RoleScale{-2, 2})) << node;
    for (const NameTree::NodeId node : {1U, 3U})
        EXPECT_EQ(table->scaleOf(node), (RoleScale{3, 5})) << node;
    EXPECT_TRUE(bars(5).heights.empty());
    ASSERT_EQ(bars(0).heights.size(), rowBars);
    EXPECT_EQ(bars(0).heights[7], 0);
    EXPECT_NEAR(bars(0).heights[8], 1, 1e-9);
    EXPECT_EQ(bars(2).heights[11], 0);
    EXPECT_NEAR(bars(2).heights[12], 1, 1e-9);
    const QString whole = model.indexOf(0, TensorTreeModel::Distribution).data(WholeTextRole).toString();
    EXPECT_THAT(whole.toStdString(), HasSubstr("From −1 to 1, mean 0.5, σ 1"));
    EXPECT_THAT(whole.toStdString(), HasSubstr("Scale: −2 to 2, shared by 3 tensors"));
    EXPECT_THAT(whole.toStdString(), Not(HasSubstr("sample")));
    EXPECT_THAT(whole.toStdString(), Not(HasSubstr("Nearly all"))) << "the bars reach from the least to the greatest";
    EXPECT_THAT(model.indexOf(0, TensorTreeModel::Distribution).data(Qt::AccessibleTextRole).toString().toStdString(),
        HasSubstr("From −1 to 1"));
}

TEST(CommonScale, LeavesOutWhatIsFarFromTheOthers)
{
    std::vector<RoleScale> ranges(32, RoleScale{-1, 1.5});
    ranges[7] = {-1000, 5000};
    EXPECT_EQ(commonScale(ranges), (RoleScale{-1.5, 1.5}));
    // Norms that grow from layer to layer all fit on the scale.
    ranges.clear();
    for (int layer = 0; layer < 32; ++layer)
        ranges.push_back({0.1 + 0.05 * layer, 0.15 + 0.05 * layer});
    EXPECT_EQ(commonScale(ranges), (RoleScale{0.1, 0.15 + 0.05 * 31}));
    EXPECT_EQ(commonScale({{3, 3}}), (RoleScale{1.5, 4.5}));
    EXPECT_EQ(commonScale({{0, 0}, {0, 0}}), (RoleScale{-1, 1}));
}

TEST(RoleScales, InTheEndEachScaleIsThatOfAllMembers)
{
    constexpr std::uint32_t layers = 100;
    RoleScales scales;
    std::vector<RoleScale> queries;
    std::vector<RoleScale> norms;
    for (std::uint32_t layer = 0; layer < layers; ++layer) {
        const std::string block = "layers." + std::to_string(layer);
        queries.push_back({-1.0 - layer, 1.0 + layer});
        norms.push_back({0.5 * layer, 0.5 * layer + 1});
        scales.add(3 * layers, block + ".q.weight", queries.back());
        EXPECT_EQ(scales.membersOf(3 * layer), layer + 1);
        EXPECT_TRUE(scales.scaleOf(3 * layer));
        EXPECT_FALSE(scales.scaleOf(3 * layer + 1)) << "not added yet";
        scales.add(3 * layers, block + ".norm.weight", norms.back());
        scales.add(3 * layers, block + ".unreadable", std::nullopt);
    }
    for (std::uint32_t layer = 0; layer < layers; ++layer) {
        EXPECT_EQ(scales.scaleOf(3 * layer), commonScale(queries));
        EXPECT_EQ(scales.scaleOf(3 * layer + 1), commonScale(norms));
        EXPECT_FALSE(scales.scaleOf(3 * layer + 2));
    }
}

TEST_F(HealthColumnTest, SortsTheWorstFirst)
{
    model.setHealth(table);
    EXPECT_EQ(model.headerData(TensorTreeModel::Health, Qt::Horizontal, Qt::InitialSortOrderRole).toInt(),
        int(Qt::DescendingOrder));
    model.sort(TensorTreeModel::Health, Qt::DescendingOrder);
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(names().front(), "g");
    addAll();
    model.onHealthAdded(false);
    EXPECT_FALSE(model.isArranging()); // rows stay where they are while the scan runs
    model.onHealthAdded(true);
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(names(), (std::vector<std::string>{"unread", "g", "wide", "same", "top"}));
    model.setHealth(nullptr);
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(names().front(), "g");
}

TEST_F(HealthColumnTest, UnderAFilterAGroupIsAboutTheRowsBelowIt)
{
    const auto remark = [&] { return model.indexOf(group(), TensorTreeModel::Health).data(HealthRole); };
    addAll();
    model.setHealth(table);
    model.setFilter(QStringLiteral("zero"));
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(cell(group()), QStringLiteral("1 × all zero"));
    EXPECT_EQ(HealthRemark(remark().toInt()), HealthRemark::AllZero);
    EXPECT_THAT(
        cell(group(), WholeTextRole).toStdString(), HasSubstr("1 tensor scanned\nTensors that the filter hides"));
    model.setFilter(QStringLiteral("/zero|nan/"));
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(cell(group()), QStringLiteral("3 NaN"));
    model.setFilter({});
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(cell(group()), QStringLiteral("3 NaN, 2 Inf"));
    EXPECT_THAT(cell(group(), WholeTextRole).toStdString(), Not(HasSubstr("filter")));
}

TEST_F(HealthColumnTest, UnderAFilterGroupsFollowTheScanAndStandWhereTheirRowsPutThem)
{
    model.setFilter(QStringLiteral("/zero|one|wide/"));
    ASSERT_TRUE(arranged.await());
    Signal changed(&model, &TensorTreeModel::healthChanged);
    const auto follow = [&] {
        model.onHealthAdded(false);
        while (model.isAddingHealth() && changed.await()) { }
        return !model.isAddingHealth();
    };
    model.setHealth(table);
    add(sound(1000)); // hidden
    ASSERT_TRUE(follow());
    EXPECT_EQ(cell(group()), QString());
    add(sound(1000)); // hidden
    Health zero = sound(1000);
    zero.constant = true;
    zero.largestMagnitude = 0;
    add(zero);
    ASSERT_TRUE(follow());
    EXPECT_EQ(cell(group()), QStringLiteral("1 × all zero · 1/2"));

    table = std::make_shared<HealthResults>(8);
    addAll();
    model.setHealth(table);
    model.sort(TensorTreeModel::Health, Qt::DescendingOrder);
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(names(), (std::vector<std::string>{"wide", "g"})) << "of g only a zero and a constant are there";
}

TEST_F(HealthColumnTest, AFilterByValuesKeepsItsRowsWhileNothingNewPasses)
{
    model.setHealth(table);
    model.setValueProvider([this](std::uint32_t tensor) { return table->counts(*opened->checkpoint, tensor); });
    model.setFilter(QStringLiteral("nan:>0"));
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(model.visibleTensors(), 0U);
    addAll();
    model.onHealthAdded(true);
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(model.visibleTensors(), 1U);
    EXPECT_TRUE(model.indexOf(0).isValid());
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    model.onHealthAdded(true);
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(resets.count(), 0);
}

struct StatusCase {
    const char* what;
    HealthSums sums;
    bool isRunning;
    const char* status;
};

/// `unread` of the tensors could not be read, and one has NaN.
HealthSums sumsOf(std::uint32_t tensors, std::uint32_t unread, std::uint64_t nan)
{
    HealthSums sums{.tensors = tensors, .nan = nan};
    sums.remarks[std::size_t(HealthRemark::Unread)] = unread;
    sums.remarks[std::size_t(HealthRemark::NaN)] = nan > 0 ? 1 : 0;
    return sums;
}

/// As `sums`, but `odd` tensors have warnings about finite values.
HealthSums withOdd(HealthSums sums, std::uint32_t odd)
{
    sums.odd = odd;
    return sums;
}

/// As `sums`, but the values of `unknown` tensors cannot be read.
HealthSums withUnknown(HealthSums sums, std::uint32_t unknown)
{
    sums.unknown = unknown;
    return sums;
}

TEST(ScanStatus, IsNotFinalWhileTensorsWereNotLookedAt)
{
    const StatusCase cases[] = {
        {"begun", sumsOf(0, 0, 0), true, "Scanning: 0 of 1,291 tensors"},
        {"running", sumsOf(1'200, 0, 0), true, "Scanning: 1,200 of 1,291 tensors · no NaN or infinities so far"},
        {"running, found", sumsOf(3, 0, 7), true, "Scanning: 3 of 1,291 tensors · 7 NaN in 1 tensor so far"},
        {"nearly done", sumsOf(1'291, 0, 0), true, "Scanning: 1,291 of 1,291 tensors · no NaN or infinities so far"},
        {"stopped at once", sumsOf(0, 0, 0), false, "Scan stopped at 0 of 1,291 tensors"},
        {"stopped", sumsOf(3, 0, 0), false, "Scan stopped at 3 of 1,291 tensors · no NaN or infinities in these"},
        {"stopped, found", sumsOf(3, 0, 7), false, "Scan stopped at 3 of 1,291 tensors · 7 NaN in 1 tensor"},
        {"stopped, unread", sumsOf(3, 3, 0), false, "Scan stopped at 3 of 1,291 tensors, 3 could not be read"},
        {"done", sumsOf(1'291, 0, 0), false, "No NaN or infinities in 1,291 tensors"},
        {"done, found", sumsOf(1'291, 0, 7), false, "7 NaN in 1 tensor · 1,291 tensors scanned"},
        {"done, unread", sumsOf(1'291, 91, 0), false,
            "No NaN or infinities in 1,200 of 1,291 tensors, 91 could not be read"},
        {"done, both", sumsOf(1'291, 91, 7), false,
            "7 NaN in 1 tensor · 1,200 of 1,291 tensors scanned, 91 could not be read"},
        {"done, all unknown", withUnknown(sumsOf(1'291, 0, 0), 1'291), false,
            "No values were read: those of 1,291 tensors are unknown"},
        {"done, some unknown", withUnknown(sumsOf(1'291, 0, 0), 1'290), false,
            "No NaN or infinities in 1 of 1,291 tensors, values of 1,290 unknown"},
        {"done, unread and unknown", withUnknown(sumsOf(1'291, 91, 0), 200), false,
            "No NaN or infinities in 1,000 of 1,291 tensors, 91 could not be read, values of 200 unknown"},
        {"done, unknown, found", withUnknown(sumsOf(1'291, 0, 7), 5), false,
            "7 NaN in 1 tensor · 1,291 tensors scanned, values of 5 unknown"},
        {"running, all unknown so far", withUnknown(sumsOf(3, 0, 0), 3), true,
            "Scanning: 3 of 1,291 tensors, values of 3 unknown"},
        {"done, outliers", withOdd(sumsOf(1'291, 0, 0), 2), false,
            "No NaN or infinities in 1,291 tensors · warnings in 2 tensors"},
        {"running, outliers", withOdd(sumsOf(3, 0, 0), 1), true,
            "Scanning: 3 of 1,291 tensors · no NaN or infinities so far · warnings in 1 tensor"},
        {"done, NaN and outliers", withOdd(sumsOf(1'291, 0, 7), 1), false,
            "7 NaN in 1 tensor · 1,291 tensors scanned · other warnings in 1 tensor"},
    };
    for (const StatusCase& one : cases)
        EXPECT_EQ(scanStatus(one.sums, 1'291, one.isRunning).toStdString(), one.status) << one.what;
    EXPECT_EQ(scanStatus({}, 0, false), u"No tensors to scan");
}

TEST(ScanStatus, InBriefSaysWhatIsWrong)
{
    const StatusCase cases[] = {
        {"running, found", sumsOf(3, 0, 7), true, "Scanning: 3 of 1,291 tensors"},
        {"stopped, found", sumsOf(3, 0, 7), false, "Scan stopped at 3 of 1,291 tensors"},
        {"done", sumsOf(1'291, 0, 0), false, "No NaN or infinities in 1,291 tensors"},
        {"done, outliers", withOdd(sumsOf(1'291, 0, 0), 2), false, "No NaN or infinities in 1,291 tensors"},
        {"done, NaN and outliers", withOdd(sumsOf(1'291, 0, 7), 1), false, "7 NaN"},
        {"done, unread", sumsOf(1'291, 91, 0), false, "91 unreadable"},
        {"done, both", sumsOf(1'291, 91, 7), false, "7 NaN, 91 unreadable"},
    };
    for (const StatusCase& one : cases)
        EXPECT_EQ(briefScanStatus(one.sums, 1'291, one.isRunning).toStdString(), one.status) << one.what;
}

} // namespace
} // namespace loupe
