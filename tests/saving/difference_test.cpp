// Compares the written b - a with differences computed one element at a time with readScalar().

#include "saving/difference/difference_recipe.h"

#include "formats/opening/open_checkpoint.h"
#include "formats/opening/registry.h"
#include "saving/difference/difference.h"
#include "saving/recipe/output.h"
#include "saving/writing/save.h"
#include "support/compared_pair.h"
#include "support/writable_formats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace loupe::test {

namespace {

using testing::HasSubstr;

class DifferenceTest : public testing::Test {
protected:
    std::shared_ptr<const Checkpoint> make(const char* name, const std::vector<WantedTensor>& tensors)
    {
        return openCheckpoint(m_folder.write(name, safetensorsOf(tensors))).value();
    }

    /// A recipe for all pairs, including equal ones.
    static Recipe recipeOf(const std::shared_ptr<const Checkpoint>& a, const std::shared_ptr<const Checkpoint>& b)
    {
        DifferenceRecipe recipe(a, b);
        for (const TensorPair& pair : pairTensors(*a, *b))
            recipe.add(pair, statusOf(pair, {}));
        Recipe taken = recipe.take();
        taken.format = &safetensors;
        return taken;
    }

    Result<std::shared_ptr<const Checkpoint>> write(const Recipe& recipe)
    {
        const auto plan = makePlan(recipe);
        if (!plan)
            return fail(plan.error());
        const auto path = m_folder.path() / "difference.safetensors";
        const auto saved =
            save(recipe, *plan, saveTarget(path, *plan, *recipe.format), SaveOptions{.existing = Existing::Replace});
        if (!saved)
            return fail(saved.error());
        return openCheckpoint(path);
    }

    static std::string bytesOfTensor(const Checkpoint& checkpoint, std::uint32_t tensor)
    {
        const Tensor& wanted = checkpoint.tensors[tensor];
        std::string bytes(wanted.bytes.size(), '\0');
        EXPECT_TRUE(
            checkpoint.files[wanted.file].source->read(wanted.bytes.begin, std::as_writable_bytes(std::span(bytes))));
        return bytes;
    }

    TemporaryFolder m_folder;
};

std::vector<float> randomFloats(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0.001F, 0.02F);
    std::vector<float> values(count);
    for (float& value : values)
        value = normal(random);
    return values;
}

TEST_F(DifferenceTest, OfF32IsTheRoundedDifferenceAndGivesBBack)
{
    // More than one run of 8 MiB, plus an odd rest.
    constexpr std::size_t count = 3'000'017;
    std::vector<float> first = randomFloats(count, 1);
    std::vector<float> second = first;
    const std::vector<float> step = randomFloats(count, 2);
    for (std::size_t i = 0; i < count; ++i)
        second[i] += 0.01F * step[i];
    second[5] = std::numeric_limits<float>::quiet_NaN();
    second[count - 1] = std::numeric_limits<float>::infinity();
    const std::string shape = "[" + std::to_string(count) + "]";
    const auto a = make("a", {{"w", "F32", shape, packedBytes(first)}});
    const auto b = make("b", {{"w", "F32", shape, packedBytes(second)}});
    const auto written = write(recipeOf(a, b));
    ASSERT_TRUE(written) << describe(written.error());
    ASSERT_EQ((*written)->tensors.size(), 1U);
    EXPECT_EQ((*written)->tensors[0].dtype, DType::F32);
    const std::string bytes = bytesOfTensor(**written, 0);
    std::vector<float> differences(count);
    ASSERT_EQ(bytes.size(), count * sizeof(float));
    std::memcpy(differences.data(), bytes.data(), bytes.size());
    for (std::size_t i = 0; i < count; ++i) {
        const auto wanted = static_cast<float>(double{second[i]} - double{first[i]});
        if (std::isnan(wanted)) {
            EXPECT_TRUE(std::isnan(differences[i])) << i;
            continue;
        }
        ASSERT_EQ(differences[i], wanted) << i;
        if (!std::isfinite(wanted))
            continue;
        // There are two rounding errors: of the difference and of the sum.
        ASSERT_LE(std::abs(double{first[i] + differences[i]} - double{second[i]}),
            (std::abs(wanted) + std::abs(second[i])) * 0x1p-23)
            << i;
    }
}

TEST_F(DifferenceTest, DtypesAreWideEnough)
{
    using enum DType;
    EXPECT_EQ(differenceDType(F32, F32), F32);
    EXPECT_EQ(differenceDType(BF16, BF16), F32);
    EXPECT_EQ(differenceDType(F16, BF16), F32);
    EXPECT_EQ(differenceDType(F4, F8_E4M3), F32);
    EXPECT_EQ(differenceDType(F16, F64), F64);
    EXPECT_EQ(differenceDType(U8, U8), I16);
    EXPECT_EQ(differenceDType(BOOL, I8), I16);
    EXPECT_EQ(differenceDType(U16, I8), I32);
    EXPECT_EQ(differenceDType(I32, U32), I64);
    EXPECT_EQ(differenceDType(U64, I64), I64);
    EXPECT_EQ(differenceDType(I16, F16), F32);
    EXPECT_EQ(differenceDType(I32, F16), F64);
    for (const DType other : {C64, Opaque, F6_E2M3}) {
        EXPECT_EQ(differenceDType(other, other), std::nullopt);
        EXPECT_FALSE(canSubtract(other, F32, F32));
        EXPECT_FALSE(canSubtract(F32, F32, other));
    }
}

/// All pairs of patterns of two 8-bit dtypes, written as F32 and as I16, compared with differences of the numbers from
/// readScalar().
TEST_F(DifferenceTest, OfEveryPairOfPatterns)
{
    std::string left(65536, '\0');
    std::string right(65536, '\0');
    for (std::size_t i = 0; i < 65536; ++i) {
        left[i] = static_cast<char>(i % 256);
        right[i] = static_cast<char>(i / 256);
    }
    for (const auto& [dtypeA, dtypeB] : {std::pair("U8", "I8"), std::pair("I8", "BOOL"),
             std::pair("F8_E5M2", "F8_E4M3"), std::pair("I8", "F8_E4M3"), std::pair("F8_E8M0", "U8")}) {
        const auto a = make("a", {{"w", dtypeA, "[65536]", left}});
        const auto b = make("b", {{"w", dtypeB, "[65536]", right}});
        const auto written = write(recipeOf(a, b));
        ASSERT_TRUE(written) << describe(written.error());
        const DType to = (*written)->tensors[0].dtype;
        const std::string bytes = bytesOfTensor(**written, 0);
        for (std::size_t i = 0; i < 65536; ++i) {
            const double wanted = readScalar(b->tensors[0].dtype, std::as_bytes(std::span(right)), i).toDouble()
                - readScalar(a->tensors[0].dtype, std::as_bytes(std::span(left)), i).toDouble();
            const double found = readScalar(to, std::as_bytes(std::span(bytes)), i).toDouble();
            if (std::isnan(wanted))
                ASSERT_TRUE(std::isnan(found)) << dtypeA << ' ' << dtypeB << ' ' << i;
            else
                ASSERT_EQ(found, to == DType::F32 ? static_cast<float>(wanted) : wanted)
                    << dtypeA << ' ' << dtypeB << ' ' << i;
        }
    }
}

TEST_F(DifferenceTest, Of64BitIntegersIsExactAndEndsAtTheLargest)
{
    constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
    const auto a = make("a",
        {{"signed", "I64", "[4]", packedBytes<std::int64_t>({least, most, most - 1, 1})},
            {"unsigned", "U64", "[4]", packedBytes<std::uint64_t>({0, all, all, all - 5})}});
    const auto b = make("b",
        {{"signed", "I64", "[4]", packedBytes<std::int64_t>({1, -2, most, least})},
            {"unsigned", "U64", "[4]", packedBytes<std::uint64_t>({all, 0, all - 1, all})}});
    const auto written = write(recipeOf(a, b));
    ASSERT_TRUE(written) << describe(written.error());
    for (std::uint32_t i = 0; i < 2; ++i) {
        const bool isSigned = (*written)->tensors[i].name == "signed";
        EXPECT_EQ(bytesOfTensor(**written, i),
            isSigned ? packedBytes<std::int64_t>({most, least, 1, least})
                     : packedBytes<std::int64_t>({most, least, -1, 5}));
    }
}

TEST_F(DifferenceTest, IsCastToWhatIsAskedFor)
{
    const auto a = make("a", {{"w", "F32", "[3]", packedBytes<float>({1, 2, 3})}});
    const auto b = make("b", {{"w", "F32", "[3]", packedBytes<float>({2, 2.5, 3 + 0x1p-10F})}});
    Recipe recipe = recipeOf(a, b);
    recipe.items.front().dtype = DType::BF16;
    const auto written = write(recipe);
    ASSERT_TRUE(written) << describe(written.error());
    EXPECT_EQ(bytesOfTensor(**written, 0), packedBytes<std::uint16_t>({0x3f80, 0x3f00, 0x3a80}));
}

TEST_F(DifferenceTest, LeavesOutWhatHasNoneAndSaysSo)
{
    const auto a = make("a",
        {{"both", "F32", "[2]", packedBytes<float>({1, 2})}, {"complex", "C64", "[1]", packedBytes<float>({1, 2})},
            {"gone", "U8", "[1]", "x"}, {"shape", "U8", "[2]", "xy"}});
    const auto b = make("b",
        {{"both", "F32", "[2]", packedBytes<float>({2, 2})}, {"complex", "C64", "[1]", packedBytes<float>({1, 3})},
            {"new", "U8", "[1]", "x"}, {"shape", "U8", "[1,2]", "xy"}});
    const Recipe recipe = recipeOf(a, b);
    EXPECT_EQ(recipe.leftOut, "1 of another shape, 1 only in A, 1 only in B, 1 of a dtype that is not subtracted");
    const auto written = write(recipe);
    ASSERT_TRUE(written) << describe(written.error());
    ASSERT_EQ((*written)->tensors.size(), 1U);
    EXPECT_EQ((*written)->tensors[0].name, "both");
    EXPECT_EQ((*written)->metadata, (Metadata{{"difference", "B - A"}, {"difference.a", "a"}, {"difference.b", "b"}}));

    DifferenceRecipe same(a, a);
    for (const TensorPair& pair : pairTensors(*a, *a))
        same.add(pair, PairStatus::Identical);
    EXPECT_EQ(same.size(), 0U);
    EXPECT_EQ(same.take().leftOut, "4 without a difference");
}

TEST_F(DifferenceTest, AFileThatChangedMeanwhileIsNoticedOnEitherSide)
{
    for (const char* const changed : {"a", "b"}) {
        const auto a = make("a", {{"w", "F32", "[1]", packedBytes<float>({1})}});
        const auto b = make("b", {{"w", "F32", "[1]", packedBytes<float>({2})}});
        const Recipe recipe = recipeOf(a, b);
        m_folder.write(changed, "something else");
        EXPECT_EQ(checkSources(recipe).error().code, ErrorCode::Changed) << changed;
    }
}

TEST_F(DifferenceTest, WhatCannotBeSubtractedIsRefusedByThePlan)
{
    const auto a = make("a", {{"w", "F32", "[2]", packedBytes<float>({1, 2})}});
    const auto b = make("b", {{"w", "F32", "[2,1]", packedBytes<float>({1, 3})}});
    Recipe recipe;
    recipe.format = &safetensors;
    recipe.items.push_back({b, 0, "w", DType::F32, a, 0});
    EXPECT_THAT(makePlan(recipe).error().message, HasSubstr("a different shape"));
    recipe.items.front() = {a, 0, "w", DType::C64, a, 0};
    EXPECT_EQ(makePlan(recipe).error().code, ErrorCode::Unsupported);
}

TEST_F(DifferenceTest, NeitherSideMakesWayForIt)
{
    const auto a = make("a.safetensors", {{"w", "F32", "[2]", packedBytes<float>({1, 2})}});
    const auto b = make("b.safetensors", {{"w", "F32", "[2]", packedBytes<float>({1, 3})}});
    const Recipe recipe = recipeOf(a, b);
    for (const auto& side : {a, b}) {
        const auto output =
            planOutput(recipe, {.format = *outputFormatFor(side->path), .path = side->path, .eachItsFile = false});
        ASSERT_FALSE(output.has_value());
        EXPECT_EQ(output.error().code, ErrorCode::InvalidArgument);
        EXPECT_EQ(output.error().path, side->path.string());
        const auto plan = makePlan(recipe).value();
        const SaveTarget target{.files = {side->path}, .index = std::nullopt};
        const auto saved = save(recipe, plan, target, SaveOptions{.existing = Existing::Replace});
        ASSERT_FALSE(saved.has_value());
        EXPECT_EQ(saved.error().code, ErrorCode::InvalidArgument);
        EXPECT_EQ(bytesOfTensor(*openCheckpoint(side->path).value(), 0), bytesOfTensor(*side, 0));
    }
}

} // namespace

} // namespace loupe::test
