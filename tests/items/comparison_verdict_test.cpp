#include "items/compare/comparison_text.h"
#include "support/compared_files.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

using test::ComparedTensors;
using test::packedBytes;
using test::WantedTensor;

WantedTensor floats(const std::string& name, float value)
{
    return {name, "F32", "[2]", packedBytes<float>({value, 2})};
}

WantedTensor doubles(const std::string& name, double value)
{
    return {name, "F64", "[2]", packedBytes<double>({value, 2})};
}

std::string verdictOf(const std::vector<WantedTensor>& a, const std::vector<WantedTensor>& b, bool withValues = true)
{
    const ComparedTensors compared(a, b, withValues);
    return verdict(*compared.results(), false).toStdString();
}

TEST(ComparisonVerdict, SaysHowManyDifferAndWhere)
{
    const std::vector<WantedTensor> a{
        floats("l.0.q.w", 1), floats("l.1.q.w", 1), floats("l.2.q.w", 1), floats("norm", 1)};
    EXPECT_EQ(verdictOf(a, a), "Identical");
    auto b = a;
    b[1] = floats("l.1.q.w", 5);
    EXPECT_EQ(verdictOf(a, b), "1 of 4 tensors differs: l.1.q.w");
    b[2] = floats("l.2.q.w", 5);
    EXPECT_EQ(verdictOf(a, b), "2 of 4 tensors differ, all in q of layers 1 and 2");
    b[3] = floats("norm", 5);
    EXPECT_EQ(verdictOf(a, b), "3 of 4 tensors differ: 2 in q of layers 1 and 2, and norm");
    b[0] = floats("l.0.q.w", 5);
    EXPECT_EQ(verdictOf(a, b), "All 4 tensors differ");
}

TEST(ComparisonVerdict, TellsDTypesFromValues)
{
    const std::vector<WantedTensor> a{floats("l.0.w", 1), floats("l.1.w", 1), floats("l.2.w", 1)};
    auto b = a;
    b[0] = doubles("l.0.w", 1);
    EXPECT_EQ(verdictOf(a, b), "1 tensor differs in name or dtype only");
    b[1] = doubles("l.1.w", 1);
    EXPECT_EQ(verdictOf(a, b), "2 tensors differ in name or dtype only");
    b[2] = floats("l.2.w", 3);
    EXPECT_EQ(verdictOf(a, b), "1 of 3 tensors differs: l.2.w; 2 others differ in name or dtype only");
}

TEST(ComparisonVerdict, SaysWhatOnlyOneHas)
{
    const std::vector<WantedTensor> a{
        floats("m.0.q", 1), floats("m.1.q", 1), floats("m.2.q", 1), floats("m.3.q", 1), floats("head", 1)};
    auto b = a;
    b.erase(b.begin() + 2, b.begin() + 4);
    EXPECT_EQ(verdictOf(a, b), "2 only in A (layers 2 and 3)");
    b[0] = floats("m.0.q", 2);
    EXPECT_EQ(verdictOf(b, a), "1 of 3 common tensors differs: m.0.q; 2 only in B (layers 2 and 3)");
    b.pop_back();
    b.push_back(floats("lm_head", 1));
    EXPECT_EQ(verdictOf(a, b), "1 of 2 common tensors differs: m.0.q; 3 only in A; 1 only in B (lm_head)");
    std::vector<WantedTensor> others;
    for (const WantedTensor& tensor : a)
        others.push_back(floats("x." + tensor.name, 1));
    EXPECT_EQ(verdictOf(a, others), "No tensor names in common: 5 only in A, 5 only in B");
}

/// For a line that is too narrow: all counts, without places. A single tensor keeps its name.
TEST(ComparisonVerdict, BrieflyKeepsAllCounts)
{
    const std::vector<WantedTensor> a{
        floats("m.0.q", 1), floats("m.1.q", 1), floats("m.2.q", 1), floats("m.3.q", 1), floats("head", 1)};
    const auto briefly = [&](const std::vector<WantedTensor>& b) {
        return briefVerdict(*ComparedTensors(a, b, true).results(), false).toStdString();
    };
    std::vector<WantedTensor> b{floats("m.0.q", 2), floats("m.1.q", 2), floats("m.2.q", 1), floats("lm_head", 1)};
    EXPECT_EQ(
        verdictOf(a, b), "2 of 3 common tensors differ, all in layers 0 and 1; 2 only in A; 1 only in B (lm_head)");
    EXPECT_EQ(briefly(b), "2 of 3 common tensors differ; 2 only in A; 1 only in B");
    b[0] = a[0];
    EXPECT_EQ(briefly(b), "1 of 3 common tensors differs: m.1.q; 2 only in A; 1 only in B");
    EXPECT_EQ(briefly(a), "Identical");
}

TEST(ComparisonVerdict, NamesNoPlaceThatMostTensorsAreIn)
{
    const std::vector<WantedTensor> a{
        floats("m.embed", 1), floats("m.0.q", 1), floats("m.1.q", 1), floats("m.norm", 1), floats("head", 1)};
    auto b = a;
    b[0] = floats("m.embed", 2);
    b[1] = floats("m.0.q", 2);
    EXPECT_EQ(verdictOf(a, b), "2 of 5 tensors differ");
}

TEST(ComparisonVerdict, SaysThatAllAreCast)
{
    const std::vector<WantedTensor> a{floats("l.0.w", 1), floats("l.1.w", 1), floats("l.2.w", 1)};
    const std::vector<WantedTensor> same{doubles("l.0.w", 1), doubles("l.1.w", 1), doubles("l.2.w", 1)};
    EXPECT_EQ(verdictOf(a, same), "All 3 tensors cast from F32 to F64");
    auto other = same;
    other[1] = doubles("l.1.w", 3); // (1, 2) became (3, 2)
    EXPECT_EQ(verdictOf(a, other), "All 3 tensors cast from F32 to F64; values of 1 differ, relative L2 up to 0.89");
}

TEST(ComparisonVerdict, IsNotFinalBeforeAllAreCompared)
{
    const std::vector<WantedTensor> a{floats("x", 1), floats("y", 1)};
    const auto results = ComparedTensors(a, {floats("x", 2), floats("y", 2)}, false).results();
    EXPECT_EQ(verdict(*results, true).toStdString(), "Comparing…");
    PairOutcome outcome;
    outcome.delta = Delta();
    outcome.delta->identical = false;
    outcome.delta->differing = 1;
    results->add(results->paired()->pairs[0], outcome);
    EXPECT_EQ(verdict(*results, true).toStdString(), "1 of 2 tensors differs: x (so far)");
}

} // namespace
} // namespace loupe
