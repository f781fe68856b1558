#include "reports/html_report.h"

#include "reports/comparison_bars.h"
#include "reports/html_text.h"
#include "reports/outcomes.h"
#include "support/made_checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace loupe::test {

namespace {

using testing::HasSubstr;
using testing::Not;

/// The names of all elements in a document.
std::set<std::string> elementsOf(const std::string& html)
{
    std::set<std::string> names;
    for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at + 1))
        names.insert(html.substr(at + 1, html.find_first_of(" >/\n", at + 2) - at - 1));
    return names;
}

std::string reportOf(
    const ComparisonReport& report, bool same = false, const std::optional<Error>& firstError = std::nullopt)
{
    std::string html;
    report.write([&](std::string_view text) { html += text; }, same, firstError);
    return html;
}

const Error stopped{ErrorCode::Stopped, "the comparison was stopped", "a", std::nullopt};

/// The text of the verdict, with the mark before it.
std::string verdictOf(const std::string& html)
{
    const std::string paragraph = html.substr(html.find("<p class=\"verdict "));
    const std::size_t mark = paragraph.find("href=\"#") + 7;
    const std::size_t text = paragraph.find("<strong>") + 8;
    return paragraph.substr(mark, paragraph.find('"', mark) - mark) + ": "
        + paragraph.substr(text, paragraph.find("</strong>") - text);
}

TEST(ComparisonReport, NamesAreTextWhateverTheyHold)
{
    const std::string hostile = "<script>alert(\"1\")</script>&\n\x1b[31m\u202e'\xff<img src=x>";
    const auto a = MadeCheckpoint().add(hostile).add("same").take();
    const auto b = MadeCheckpoint().add(hostile).add("same").take();
    const MetadataDifference metadata{
        .added = {{hostile, hostile}}, .removed = {}, .changed = {{hostile, hostile, hostile}}};
    ComparisonReport report(a, b, metadata);
    report.add({.a = 0, .b = 0}, outcomeOf(0.5));
    PairOutcome unread{.error = Error{ErrorCode::Io, hostile, hostile, std::nullopt}};
    report.add({.a = 1, .b = 1}, unread);
    const std::string html = reportOf(report);
    const auto elements = elementsOf(html);
    for (const char* const name : {"script", "img", "iframe", "link", "object"})
        EXPECT_EQ(elements.count(name), 0U) << name;
    EXPECT_THAT(html, Not(HasSubstr("\x1b")));
    EXPECT_THAT(html, Not(HasSubstr("\u202e")));
    EXPECT_THAT(html,
        HasSubstr(
            "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;\\n\\x1b[31m\\u202e&#39;\\xff&lt;img src=x&gt;"));
    EXPECT_THAT(html, Not(HasSubstr("http:")));
    EXPECT_THAT(html, Not(HasSubstr("https:")));
}

TEST(ComparisonReport, OfManyTensorsItKeepsThoseThatChangedMostAndSaysHowManyAreLeftOut)
{
    constexpr std::uint32_t changed = 2500;
    constexpr std::uint32_t same = 300;
    MadeCheckpoint sideA;
    MadeCheckpoint sideB;
    for (std::uint32_t i = 0; i < changed + same; ++i) {
        sideA.add("t" + std::to_string(i) + '.');
        sideB.add("t" + std::to_string(i) + '.');
    }
    const auto a = sideA.take();
    const auto b = sideB.take();
    const MetadataDifference none;
    ComparisonReport report(a, b, none);
    // Adds pairs in an order that is neither ascending nor descending by amount.
    for (std::uint32_t i = 0; i < changed; ++i) {
        const std::uint32_t pair = i * 7 % changed;
        report.add({.a = pair, .b = pair}, outcomeOf(1 + pair));
    }
    for (std::uint32_t i = changed; i < changed + same; ++i)
        report.add({.a = i, .b = i}, identical());
    const std::string html = reportOf(report);
    EXPECT_THAT(html, HasSubstr("Different. Of 2,800 tensors: 2,500 changed."));
    EXPECT_THAT(html, HasSubstr("1,500 tensors more are omitted here"));
    EXPECT_THAT(html, HasSubstr("100 tensors more are omitted here"));
    EXPECT_THAT(html, HasSubstr("the 40 largest of 2,500"));
    const std::string rows = html.substr(html.find("Changed tensors"));
    EXPECT_EQ(countOf(rows, "<td class=\"name\">"), ComparisonReport::mostChanged + ComparisonReport::mostOthers);
    EXPECT_LT(rows.find(">t2499.<"), rows.find(">t2498.<"));
    EXPECT_THAT(rows, HasSubstr(">t1500.<"));
    EXPECT_THAT(rows, Not(HasSubstr(">t1499.<")));
    EXPECT_EQ(countOf(html, "class=\"value\""), ComparisonReport::mostBars);
}

TEST(ComparisonReport, SaysWhatIsTheSame)
{
    const auto a = MadeCheckpoint().add("t").take();
    const MetadataDifference none;
    ComparisonReport report(a, a, none);
    report.add({.a = 0, .b = 0}, identical());
    const std::string html = reportOf(report, true);
    EXPECT_EQ(verdictOf(html), "identical: The same: every tensor and all metadata.");
    EXPECT_THAT(html, Not(HasSubstr("What changed most")));
    EXPECT_THAT(html, Not(HasSubstr("left out")));
}

TEST(ComparisonReport, OfWhatWasNotComparedNothingIsSaid)
{
    const auto a = MadeCheckpoint().add("t").add("u").add("v").take();
    const MetadataDifference none;
    const MetadataDifference other{.added = {}, .removed = {}, .changed = {{"step", "1", "2"}}};
    const auto verdict = [&](const MetadataDifference& metadata, const std::vector<PairOutcome>& outcomes,
                             const std::optional<Error>& error) {
        ComparisonReport report(a, a, metadata);
        for (std::uint32_t i = 0; i < outcomes.size(); ++i)
            report.add({.a = i, .b = i}, outcomes[i]);
        return verdictOf(reportOf(report, false, error));
    };
    EXPECT_EQ(verdict(none, {identical()}, stopped),
        "not_compared: No differences found, but not all tensors were compared.");
    EXPECT_EQ(verdict(none, {}, stopped), "not_compared: No differences found, but not all tensors were compared.");
    EXPECT_EQ(
        verdict(other, {identical()}, stopped), "not_compared: Different in metadata; not all tensors were compared.");
    EXPECT_EQ(verdict(other, {identical(), identical(), identical()}, std::nullopt),
        "changed: Only the metadata differs. 1 key of the metadata differs.");
    EXPECT_EQ(verdict(none, {identical(), outcomeOf(1)}, stopped),
        "changed: Different. Of 2 tensors that were compared: 1 changed.");
    const Error unreadable{ErrorCode::Io, "no such file", "a", std::nullopt};
    const PairOutcome unread{.error = unreadable};
    EXPECT_EQ(verdict(none, {identical(), unread}, unreadable),
        "not_compared: No differences found, but not all tensors were compared.");
    EXPECT_EQ(verdict(none, {outcomeOf(1), unread}, unreadable),
        "changed: Different. Of 2 tensors: 1 changed, 1 not compared.");
}

TEST(ComparisonReport, HugeNamesAndShapesStaySmall)
{
    const std::string name = "begin" + std::string(1 << 20, 'x') + "é" + std::string(100, 'y') + "end";
    const auto a = MadeCheckpoint().add(name, DType::F32, std::vector<std::uint64_t>(100'000, 1)).take();
    const MetadataDifference none;
    ComparisonReport report(a, a, none);
    report.add({.a = 0, .b = 0}, outcomeOf(2));
    const std::string html = reportOf(report);
    EXPECT_LT(html.size(), 40'000U);
    EXPECT_THAT(html, HasSubstr("begin"));
    EXPECT_THAT(html, HasSubstr("yend"));
    EXPECT_THAT(html, HasSubstr("(100,000 dimensions)"));
}

TEST(AmountBars, TheScaleFitsTheAmounts)
{
    EXPECT_EQ(amountBars({}, "none"), "");
    const std::vector<NamedAmount> near{{"a", 8}, {"b", 2}};
    EXPECT_FALSE(isLogarithmic(near));
    const std::string linear = amountBars(near, "near");
    // The axis ends at 8 and is 544 units long, from 332 to 876, so 2 takes a quarter of it.
    EXPECT_THAT(linear, HasSubstr("width=\"544.00\" height=\"10.00\""));
    EXPECT_THAT(linear, HasSubstr("width=\"136.00\" height=\"10.00\""));
    const std::vector<NamedAmount> far{{"a", 1e3}, {"b", 1e-3}};
    EXPECT_TRUE(isLogarithmic(far));
    const std::string logarithmic = amountBars(far, "far");
    EXPECT_THAT(logarithmic, HasSubstr("cx=\"876.00\""));
    EXPECT_THAT(logarithmic, HasSubstr("cx=\"409.71\"")); // one decade of seven from the left
    for (const double extreme : {5e-324, 1e308}) {
        const std::vector<NamedAmount> one{{"x", extreme}};
        EXPECT_THAT(amountBars(one, "one"), Not(HasSubstr("nan"))) << extreme;
        EXPECT_THAT(amountBars(one, "one"), Not(HasSubstr("inf"))) << extreme;
    }
}

TEST(AmountBars, AWarningStandsInPlaceOfABar)
{
    const std::vector<NamedAmount> mixed{{"broken", 0, "NaN <only> in A"}, {"a", 8}, {"b", 2}};
    EXPECT_FALSE(isLogarithmic(mixed));
    const std::string bars = amountBars(mixed, "mixed");
    EXPECT_THAT(bars, HasSubstr("class=\"nan\""));
    EXPECT_THAT(bars, HasSubstr(">NaN &lt;only&gt; in A</text>"));
    EXPECT_THAT(bars, HasSubstr("width=\"136.00\" height=\"10.00\"")) << "the scale is that of the others";
    const std::vector<NamedAmount> alone{{"broken", 0, "NaN only in A"}};
    EXPECT_FALSE(isLogarithmic(alone));
    EXPECT_THAT(amountBars(alone, "alone"), Not(HasSubstr("class=\"tick\""))) << "an axis of nothing";
}

TEST(ComparisonReport, NanOfEitherSideStandsFirst)
{
    MadeCheckpoint sideA;
    MadeCheckpoint sideB;
    for (const char* const name : {"much.", "only a.", "only b.", "little."}) {
        sideA.add(name);
        sideB.add(name);
    }
    const auto a = sideA.take();
    const auto b = sideB.take();
    const MetadataDifference none;
    ComparisonReport report(a, b, none);
    report.add({.a = 0, .b = 0}, outcomeOf(100));
    PairOutcome broken = outcomeOf(0);
    broken.delta->nonfiniteOnlyA = 1;
    report.add({.a = 1, .b = 1}, broken);
    broken = outcomeOf(0.5);
    broken.delta->nonfiniteOnlyB = 1;
    report.add({.a = 2, .b = 2}, broken);
    report.add({.a = 3, .b = 3}, outcomeOf(0.001));
    const std::string html = reportOf(report);
    const std::string bars = html.substr(html.find("What changed most"));
    for (const std::string& part : {bars, bars.substr(bars.find("Changed tensors"))}) {
        EXPECT_LT(part.find("only b."), part.find("only a."));
        EXPECT_LT(part.find("only a."), part.find("much."));
        EXPECT_LT(part.find("much."), part.find("little."));
    }
    EXPECT_THAT(bars, HasSubstr(">NaN or Inf only in A</text>"));
    EXPECT_THAT(bars, HasSubstr(">NaN or Inf only in B; the other elements have relative L2 0.5</text>"));
}

TEST(AmountBars, OneOfAMillionCanBeSeen)
{
    const std::vector<Share> shares{{"changed", 1}, {"identical", 999'999}, {"only_a", 0}};
    const std::string bar = shareBar(shares, "all");
    EXPECT_THAT(bar, HasSubstr("class=\"changed\" x=\"0.00\" width=\"4.00\""));
    EXPECT_THAT(bar, Not(HasSubstr("only_a")));
}

TEST(HtmlText, ElidesInTheMiddle)
{
    EXPECT_EQ(elidedMiddle("abcdefghij", 10), "abcdefghij");
    EXPECT_EQ(elidedMiddle("abcdefghij", 7), "ab…ghij");
    EXPECT_EQ(elidedMiddle("äöüßäöüßäö", 7), "äö…üßäö");
    EXPECT_EQ(htmlText("aaaaéééé", 6), "aaa…éé");
    EXPECT_EQ(htmlNumber(1.0 / 3), "0.333333");
    EXPECT_EQ(htmlNumber({}), "–");
}

} // namespace

} // namespace loupe::test
