// Nulls in Arrow columns: the files of tests/data/arrow-nulls, which were assembled byte by byte, with statistics that
// NumPy computed from the non-null values.

#include "sample_checks.h"

#include "analysis/comparison/delta.h"
#include "analysis/comparison/difference_search.h"
#include "analysis/slices/grid_reduction.h"
#include "analysis/statistics/health.h"
#include "analysis/statistics/nonfinite_search.h"
#include "analysis/statistics/summary.h"
#include "core/stored_numbers.h"

#include <cmath>
#include <numeric>

namespace loupe::test {

namespace {

using nlohmann::json;

std::shared_ptr<const Checkpoint> openNulls(const std::string& file)
{
    return open(dataPath("arrow-nulls/" + file));
}

std::uint64_t tensorOf(const Checkpoint& checkpoint, const std::string& name)
{
    return findTensor(checkpoint, name).value_or(0);
}

Elements elementsOf(const std::shared_ptr<const Checkpoint>& checkpoint, const std::string& name)
{
    return *Elements::open(checkpoint, static_cast<std::uint32_t>(tensorOf(*checkpoint, name)));
}

/// "null", "nan" or the number.
std::string textOf(
    const Elements& elements, std::span<const std::byte> bytes, std::span<const std::byte> present, std::uint64_t index)
{
    return present[index] == std::byte{0} ? "null" : toText(readScalar(elements.dtype(), bytes, index));
}

std::string textOf(const json& value)
{
    if (value.is_null())
        return "null";
    if (value.is_string())
        return value.get<std::string>();
    return toText({.kind = Scalar::Kind::Float, .real = value.get<double>(), .singlePrecision = false});
}

void expectFigures(const json& want, const Summary& summary)
{
    EXPECT_EQ(summary.null, want["null"].get<std::uint64_t>());
    EXPECT_EQ(summary.nan, want["nan"].get<std::uint64_t>());
    EXPECT_EQ(*summary.positiveInf + *summary.negativeInf, want["inf"].get<std::uint64_t>());
    EXPECT_EQ(summary.zero, want["zero"].get<std::uint64_t>());
    EXPECT_EQ(summary.minimum->toDouble(), want["min"].get<double>());
    EXPECT_EQ(summary.maximum->toDouble(), want["max"].get<double>());
    EXPECT_NEAR(*summary.mean, want["mean"].get<double>(), 1e-12 * std::abs(want["mean"].get<double>()));
    EXPECT_NEAR(*summary.standardDeviation, want["std"].get<double>(), 1e-12 * want["std"].get<double>());
    EXPECT_EQ(summary.quantiles.at(0).value, want["median"].get<double>());
    EXPECT_EQ(summary.firstNonfinite,
        want["first_nonfinite"].is_null() ? std::nullopt : std::optional(want["first_nonfinite"].get<std::uint64_t>()));
    std::uint64_t counted = summary.histogram->below + summary.histogram->above;
    for (const std::uint64_t count : summary.histogram->counts)
        counted += count;
    EXPECT_EQ(counted, presentElements(summary) - *summary.nan - *summary.positiveInf - *summary.negativeInf);
}

} // namespace

TEST(ArrowNulls, ElementsAreNullWhereTheColumnIs)
{
    const auto checkpoint = openNulls("nulls.arrows");
    const json expected = readJson("arrow-nulls/expected.json");
    for (const auto& [name, column] : expected["nulls.arrows"].items()) {
        SCOPED_TRACE(name);
        const Elements elements = elementsOf(checkpoint, name);
        const json& values = column["values"];
        ASSERT_EQ(elements.count(), values.size());
        for (std::uint64_t first = 0; first < elements.count(); first += 5) {
            const std::uint64_t count = std::min<std::uint64_t>(7, elements.count() - first);
            std::vector<std::byte> present(count);
            ASSERT_TRUE(elements.readPresent(first, present));
            Buffer scratch;
            ASSERT_TRUE(elements.visit(first, count, scratch, [&](std::span<const std::byte> bytes) {
                for (std::uint64_t i = 0; i < count; ++i)
                    EXPECT_EQ(textOf(elements, bytes, present, i), textOf(values[first + i])) << first + i;
            }));
        }
    }
}

TEST(ArrowNulls, AreCountedAndExcludedFromAllFigures)
{
    const json expected = readJson("arrow-nulls/expected.json");
    for (const auto& [file, tensors] : expected.items()) {
        const auto checkpoint = openNulls(file);
        for (const auto& [name, want] : tensors.items()) {
            SCOPED_TRACE(name);
            const auto summary = summarize(elementsOf(checkpoint, name), {.quantiles = {0.5}});
            ASSERT_TRUE(summary);
            expectFigures(want, *summary);
        }
    }
}

TEST(ArrowNulls, WhatStandsInTheirPlacesDoesNotCount)
{
    const auto a = openNulls("nulls.arrows");
    const auto b = openNulls("other-fillers.arrows");
    for (std::uint32_t i = 0; i < a->tensors.size(); ++i) {
        SCOPED_TRACE(a->tensors[i].name);
        const auto delta = compareValues(*Elements::open(a, i), *Elements::open(b, i));
        ASSERT_TRUE(delta);
        EXPECT_TRUE(delta->identical);
        EXPECT_EQ(sha256Of(*a, i), sha256Of(*b, i));
        const auto stored = compareValues(*Elements::open(storedOf(a), i), *Elements::open(storedOf(b), i));
        EXPECT_EQ(stored->identical, a->tensors[i].name == "f64");
    }
}

TEST(ArrowNulls, AreNoZeros)
{
    const auto nulls = openNulls("one.arrows");
    const auto zeros = openNulls("zeros.arrows");
    const Elements a = *Elements::open(nulls, 0);
    const Elements b = *Elements::open(zeros, 0);
    const auto delta = compareValues(a, b);
    ASSERT_TRUE(delta);
    EXPECT_FALSE(delta->identical);
    EXPECT_EQ(delta->differing, 4U);
    EXPECT_EQ(delta->nullOnlyA, 4U);
    EXPECT_EQ(delta->nullOnlyB, 0U);
    EXPECT_EQ(delta->firstDifference, 1U);
    EXPECT_EQ(delta->maximum, 0.0);
    EXPECT_FALSE(nonfiniteDiffer(*delta));
    EXPECT_FALSE(*areIdentical(a, b));
    EXPECT_TRUE(*areIdentical(a, a));
    EXPECT_NE(sha256Of(*nulls, 0), sha256Of(*zeros, 0));
    EXPECT_EQ(*findDifference(a, b, 0, SearchDirection::Forward), 1U);
    // The stored bytes are plain values, with 0 for nulls.
    EXPECT_TRUE(compareValues(*Elements::open(storedOf(nulls), 0), b)->identical);
}

TEST(ArrowNulls, AreNotFoundAsNan)
{
    const auto checkpoint = openNulls("nulls.arrows");
    const Elements elements = elementsOf(checkpoint, "f32"); // 1.5 null nan -2 null -inf 4 nan 8
    EXPECT_EQ(*findNonfinite(elements, 0, SearchDirection::Forward), 2U);
    EXPECT_EQ(*findNonfinite(elements, 2, SearchDirection::Forward), 5U);
    EXPECT_EQ(*findNonfinite(elements, 5, SearchDirection::Backward), 2U);
}

/// The lists, of 2 elements each: (1 null), null, (3 4), (nan 6), six ones, null, (9 null).
TEST(ArrowNulls, AreNoPartOfAPicture)
{
    const auto checkpoint = openNulls("nulls.arrows");
    const Elements elements = elementsOf(checkpoint, "lists");
    const Slice slice = *Slice::across(std::vector<std::uint64_t>{9, 2}, 0, 1, std::vector<std::uint64_t>{0, 0});
    const auto grid = reduceGrid(elements, slice, ComplexPart::Real, {{0, 0, 9, 2}, 3, 2});
    ASSERT_TRUE(grid) << describe(grid.error());
    EXPECT_EQ(grid->at(0, 0).elements(), 3U);
    EXPECT_EQ(grid->at(0, 0).nan, 0U);
    EXPECT_EQ(grid->at(1, 0).elements(), 6U);
    EXPECT_EQ(grid->at(1, 0).nan, 1U);
    EXPECT_EQ(grid->at(2, 0).elements(), 3U);
    const auto rows = reduceGrid(elements, slice, ComplexPart::Real, {{0, 0, 9, 2}, 1, 2});
    EXPECT_EQ(rows->at(1, 0).elements(), 0U);
    const Elements other = elementsOf(openNulls("other-fillers.arrows"), "lists");
    const auto differences = reduceGrid(ElementPair(elements, other), slice, ComplexPart::Real, {{0, 0, 9, 2}, 3, 2});
    ASSERT_TRUE(differences);
    EXPECT_EQ(differences->at(0, 0).elements(), 3U);
    EXPECT_EQ(differences->number(differences->at(0, 0).greatest), 0.0);
}

TEST(ArrowNulls, DistinguishColumnsThatAreOtherwiseDuplicates)
{
    const auto checkpoint = openNulls("nulls.arrows");
    std::vector<std::uint32_t> all(checkpoint->tensors.size());
    std::iota(all.begin(), all.end(), 0U);
    ASSERT_TRUE(scanHealth(checkpoint, all, {}, [&](std::uint32_t, const Result<Health>& health) {
        ASSERT_TRUE(health);
        EXPECT_FALSE(health->duplicateOf);
        EXPECT_TRUE(health->summary.null);
    }));
}

} // namespace loupe::test
