#include "analysis/one_tensor.h"
#include "reports/comparison_histograms.h"
#include "reports/html_report.h"
#include "reports/outcomes.h"
#include "reports/pair_bars.h"
#include "reports/svg_text.h"
#include "support/made_checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace loupe::test {

namespace {

using testing::HasSubstr;
using testing::Not;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The outcome of a pair that differs only in a NaN of A.
PairOutcome onlyInA()
{
    PairOutcome outcome = outcomeOf(0);
    outcome.delta->nonfiniteOnlyA = 1;
    return outcome;
}

/// Says why the markup is not well-formed, that is, which elements are not closed in order. Empty if it is well-formed.
std::string faultOf(const std::string& html)
{
    const std::set<std::string> voids{"meta"};
    std::vector<std::string> open;
    for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at)) {
        std::size_t end = at + 1;
        char quote = 0;
        for (; end < html.size() && (quote || html[end] != '>'); ++end) {
            if (html[end] == '<')
                return "< within a tag at " + std::to_string(end);
            if (quote ? html[end] == quote : html[end] == '"')
                quote = quote ? 0 : '"';
        }
        if (end == html.size())
            return "a tag without an end at " + std::to_string(at);
        const std::string tag = html.substr(at + 1, end - at - 1);
        at = end;
        if (tag[0] == '!' || tag.back() == '/')
            continue;
        const bool closes = tag[0] == '/';
        const std::string name = tag.substr(closes ? 1 : 0, tag.find_first_of(" \n") - (closes ? 1 : 0));
        if (voids.count(name) == 1)
            continue;
        if (!closes) {
            open.push_back(name);
        } else {
            if (open.empty() || open.back() != name)
                return "</" + name + "> where " + (open.empty() ? "nothing" : open.back()) + " is open";
            open.pop_back();
        }
    }
    return open.empty() ? "" : open.back() + " is not closed";
}

std::string reportOf(ComparisonReport& report)
{
    EXPECT_TRUE(report.draw());
    std::string html;
    report.write([&](std::string_view text) { html += text; }, false, std::nullopt);
    return html;
}

TEST(ComparisonPictures, TheCheckOfMarkupFindsFaults)
{
    EXPECT_EQ(faultOf("<a><br/>x<b c=\"1>2\"/></a>"), "");
    for (const char* const bad : {"<a>", "</a>", "<a><b></a></b>", "<a", "<a b=\"<\"></a>", "<a b=\"></a>"})
        EXPECT_NE(faultOf(bad), "") << bad;
}

TEST(ComparisonPictures, AnyNamesGiveWellFormedMarkupOfABoundedSize)
{
    const std::vector<std::string> names{"</title></svg><script>alert(\"1\")</script>&.",
        "\n\r\t\x1b[31m\u202e'\xff\xc3.", "]]><!-- -->\"'.", std::string(std::size_t{1} << 20, '<') + '.',
        std::string(std::size_t{1} << 20, '\n') + '.'};
    MadeCheckpoint sideA;
    MadeCheckpoint sideB;
    std::vector<TensorPair> pairs;
    for (const std::string& name : names) {
        for (std::uint32_t block = 0; block < 3; ++block) {
            pairs.push_back({.a = std::uint32_t(pairs.size()), .b = std::uint32_t(pairs.size())});
            sideA.add(name + std::to_string(block) + '.' + name);
            sideB.add(name + std::to_string(block) + ".renamed" + name);
        }
    }
    const auto a = sideA.take();
    const auto b = sideB.take();
    const MetadataDifference metadata{
        .added = {{names[0], names[3]}}, .removed = {}, .changed = {{names[4], names[1], names[2]}}};
    ComparisonReport report(a, b, metadata);
    for (const TensorPair& pair : pairs)
        report.add(pair, outcomeOf(0.1));
    const std::string html = reportOf(report);
    EXPECT_EQ(faultOf(html), "");
    EXPECT_LT(html.size(), 300'000U);
    EXPECT_THAT(html, HasSubstr("Where it changed"));
    EXPECT_THAT(html, HasSubstr("How values changed"));
    EXPECT_THAT(html, Not(HasSubstr("<script")));
    EXPECT_THAT(html, HasSubstr("15 renamed, 2 keys of the metadata differ."));
}

TEST(ComparisonPictures, LayersHaveAColorOrAMarkForEachPlace)
{
    MadeCheckpoint sideA;
    MadeCheckpoint sideB;
    for (const char* const name : {"layers.0.q", "layers.1.q", "layers.0.k", "layers.1.k", "layers.0.v", "layers.1.v",
             "layers.0.o", "layers.1.o"}) {
        sideA.add(name);
        sideB.add(name);
    }
    const auto a = sideA.take();
    const auto b = sideB.take();
    ComparisonLayers layers;
    layers.add({.a = 0, .b = 0}, outcomeOf(0.5)); // the scale is from 0.0005 to 0.5: the last of twelve steps
    layers.add({.a = 1, .b = 1}, outcomeOf(0.0005)); // the first
    layers.add({.a = 7, .b = 7}, outcomeOf(0.01)); // 1.3 of 3 decades: the sixth
    layers.add({.a = 2}, {});
    layers.add({.b = 3}, {});
    layers.add({.a = 4, .b = 4}, outcomeOf(0.1, 1));
    layers.add({.a = 6, .b = 6}, onlyInA());
    layers.add({.a = 5, .b = 5, .dtypeChanged = true, .shapeChanged = true}, {});
    const std::string html = layers.html(*a, *b).value();
    EXPECT_EQ(faultOf(html), "");
    const std::string series = html.substr(html.find("layers.*"));
    EXPECT_THAT(series, HasSubstr("2 blocks × 4 roles"));
    const auto cell = [&](const std::string& title) {
        const std::size_t begin = series.find("<title>" + title);
        return begin == std::string::npos ? "no " + title : series.substr(begin, series.find("</g>", begin) - begin);
    };
    EXPECT_THAT(cell("layers.0.q: changed, relative L2 0.5, max |a − b| 0.5<"), HasSubstr("class=\"s11\""));
    EXPECT_THAT(cell("layers.1.q: changed, relative L2 0.0005"), HasSubstr("class=\"s0\""));
    EXPECT_THAT(cell("layers.1.o: changed, relative L2 0.01"), HasSubstr("class=\"s5\""));
    EXPECT_THAT(cell("layers.0.k: only in A<"), HasSubstr("href=\"#only_a\""));
    EXPECT_THAT(cell("layers.1.k: only in B<"), HasSubstr("href=\"#only_b\""));
    EXPECT_THAT(cell("layers.0.v: changed, relative L2 0.1, max |a − b| 0.1, NaN or Inf only in B<"),
        HasSubstr("href=\"#nonfinite\""));
    EXPECT_THAT(cell("layers.0.o: changed, relative L2 0, max |a − b| 0, NaN or Inf only in A<"),
        HasSubstr("href=\"#nonfinite\""));
    EXPECT_THAT(cell("layers.1.v: other shape, other dtype<"), HasSubstr("class=\"corner "));
    // The legend must have exactly the kinds that occur.
    const std::string legend = html.substr(0, html.find("layers.*"));
    for (const char* const words :
        {" only in A<", " only in B<", " NaN or Inf differs<", " other shape<", " other dtype<"})
        EXPECT_THAT(legend, HasSubstr(words));
    EXPECT_THAT(legend, Not(HasSubstr(" identical<")));
}

TEST(ComparisonPictures, OfManyRolesThoseThatChangedMostAreShown)
{
    constexpr std::uint32_t roles = 500;
    constexpr std::uint32_t blocks = 150;
    MadeCheckpoint made;
    ComparisonLayers layers;
    for (std::uint32_t role = 0; role < roles; ++role) {
        for (std::uint32_t block = 0; block < blocks; ++block) {
            const std::uint32_t tensor = role * blocks + block;
            made.add("h." + std::to_string(block) + ".role_" + std::to_string(role) + "_end");
            layers.add({.a = tensor, .b = tensor},
                role == 499 && block == 3 ? outcomeOf(2)
                    : role < 2            ? outcomeOf(1)
                                          : identical());
        }
    }
    const auto a = made.take();
    const std::string html = layers.html(*a, *a).value();
    // Each role has 128 blocks. 46 roles have 5,888 cells; a 47th would exceed the limit of 6,000.
    EXPECT_EQ(countOf(html, "<title>h."), 46U * 128);
    EXPECT_THAT(html, HasSubstr(">role_499_end</text>"));
    EXPECT_THAT(html, HasSubstr(">role_0_end</text>"));
    EXPECT_THAT(html, HasSubstr("454 roles, which changed less, are omitted here. Of more than 128 blocks"));
    EXPECT_LT(html.size(), 2'000'000U);

    ComparisonLayers same;
    same.add({.a = 0, .b = 0}, identical());
    EXPECT_EQ(same.html(*a, *a).value(), "");
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(layers.html(*a, *a, {.stop = stop.get_token()}).error().code, ErrorCode::Stopped);
}

Delta deltaOf(const OneTensor& a, const OneTensor& b)
{
    return compareValues(a.elements(), b.elements()).value();
}

TEST(ComparisonPictures, HistogramsCountEveryElement)
{
    const OneTensor a(DType::I8, std::vector<std::int8_t>{0, 0, 1, 2});
    const OneTensor b(DType::I8, std::vector<std::int8_t>{0, 1, 1, 2});
    const std::vector<ChangedPair> pairs{{.pair = {.a = 0, .b = 0}, .delta = deltaOf(a, b)}};
    const ComparisonHistograms histograms(a.checkpoint(), b.checkpoint(), pairs);
    Progress progress;
    const std::string html = histograms.html({.stop = {}, .progress = &progress}).value();
    EXPECT_EQ(faultOf(html), "");
    // Each integer has its own bin.
    EXPECT_THAT(html, HasSubstr("<title>-0.5 to 0.5: A 2, B 1</title>"));
    EXPECT_THAT(html, HasSubstr("<title>0.5 to 1.5: A 1, B 2</title>"));
    EXPECT_THAT(html, HasSubstr("<title>1.5 to 2.5: A 1, B 1</title>"));
    EXPECT_THAT(html, HasSubstr("<title>-1.5 to -0.5: 0 elements</title>"));
    EXPECT_THAT(html, HasSubstr("<title>-0.5 to 0.5: 3 elements</title>"));
    EXPECT_THAT(html, HasSubstr("<title>0.5 to 1.5: 1 element</title>"));
    EXPECT_THAT(html, HasSubstr("A I8, mean 0.75"));
    EXPECT_EQ(histograms.bytes(), 24U); // three passes over two sides of four bytes
    EXPECT_EQ(progress.total, 24U);
    EXPECT_EQ(progress.done, 24U);

    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(histograms.html({.stop = stop.get_token()}).error().code, ErrorCode::Stopped);
}

TEST(ComparisonPictures, ValuesAndDifferencesThatAreNotFiniteAreSaid)
{
    const OneTensor a(DType::F64, std::vector<double>{1, 2, 3, infinity, 1.7e308, -1.7e308});
    const OneTensor b(DType::F64, std::vector<double>{1, 2, 4, 0, -1.7e308, 1.7e308});
    const std::vector<ChangedPair> pairs{{.pair = {.a = 0, .b = 0}, .delta = deltaOf(a, b)}};
    const std::string html = ComparisonHistograms(a.checkpoint(), b.checkpoint(), pairs).html().value();
    EXPECT_EQ(faultOf(html), "");
    EXPECT_THAT(html, HasSubstr("1 NaN or infinite"));
    EXPECT_THAT(html, HasSubstr("3 elements without a difference"));
    for (const char* const bad : {"=\"nan", "=\"inf", "Hnan", "Vnan"})
        EXPECT_THAT(html, Not(HasSubstr(bad)));
}

TEST(ComparisonPictures, WhatIsTooLargeIsSaidAndNotRead)
{
    const OneTensor a(DType::F32, std::vector<float>{1, 2});
    const OneTensor b(DType::F32, std::vector<float>{1, 3});
    const ChangedPair pair{.pair = {.a = 0, .b = 0}, .delta = deltaOf(a, b)};
    const std::vector<ChangedPair> pairs(3, pair);
    const ComparisonHistograms histograms(a.checkpoint(), b.checkpoint(), pairs, 40); // two pairs of 16 bytes
    EXPECT_EQ(histograms.bytes(), 96U);
    const std::string html = histograms.html().value();
    EXPECT_EQ(countOf(html, "<section"), 2U);
    EXPECT_THAT(html, HasSubstr("1 tensor that changed as much"));
    const std::vector<ChangedPair> many(20, pair);
    EXPECT_EQ(countOf(ComparisonHistograms(a.checkpoint(), b.checkpoint(), many).html().value(), "<section"), 12U);
    EXPECT_EQ(ComparisonHistograms(a.checkpoint(), b.checkpoint(), {}).html().value(), "");
}

TEST(PairBars, ABinFarAboveAllOthersIsCutOffAndOneValueIsSeen)
{
    const Histogram high{.edges = {0, 1, 2, 3}, .counts = {100'000, 10, 1}};
    const std::string cut = differenceBars(high, "high");
    EXPECT_THAT(cut, HasSubstr("class=\"cut\""));
    EXPECT_THAT(cut, HasSubstr(">100.0 K</text>"));
    const Histogram near{.edges = {0, 1, 2}, .counts = {4, 1}};
    EXPECT_THAT(differenceBars(near, "near"), Not(HasSubstr("class=\"cut\"")));
    // A bin with one of a million elements still gets a step of one unit above the base line at 150.
    const Histogram lone{.edges = {0, 1, 2, 3}, .counts = {1'000'000, 900'000, 1}};
    EXPECT_THAT(differenceBars(lone, "lone"), HasSubstr("V149.00H"));
    EXPECT_EQ(pairBars(nullptr, nullptr, "none"), "");
}

TEST(AxisTicks, AreFewRoundAndWithinTheAxis)
{
    EXPECT_EQ(axisTicks(0, 1), (std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}));
    EXPECT_EQ(axisTicks(-3, 3), (std::vector<double>{-2, 0, 2}));
    constexpr double largest = std::numeric_limits<double>::max();
    for (const auto& [low, high] : {std::pair(-largest, largest), std::pair(0.0, 5e-324), std::pair(1e15, 1e15 + 1)}) {
        const auto ticks = axisTicks(low, high);
        EXPECT_GE(ticks.size(), 2U);
        EXPECT_LE(ticks.size(), 8U);
        for (const double tick : ticks) {
            EXPECT_GE(tick, low);
            EXPECT_LE(tick, high);
        }
    }
}

} // namespace

} // namespace loupe::test
