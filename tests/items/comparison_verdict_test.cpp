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
    EXPECT_EQ(verdictOf(a, a), "The same");
    auto b = a;
    b[1] = floats("l.1.q.w", 5);
    EXPECT_EQ(verdictOf(a, b), "1 of 4 tensors differs: l.1.q.w");
    b[2] = floats("l.2.q.w", 5);
    EXPECT_EQ(verdictOf(a, b), "2 of 4 tensors differ, all in q of layers 1 and 2");
    b[3] = floats("norm", 5);
    EXPECT_EQ(verdictOf(a, b), "3 of 4 tensors differ");
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
