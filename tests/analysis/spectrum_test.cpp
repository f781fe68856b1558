// Compares singular values of tensors with NumPy's, and with known spectra.

#include "analysis/one_tensor.h"
#include "analysis/spectrum/spectrum.h"
#include "analysis/spectrum/stable_rank.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <numeric>

namespace loupe::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// The same values as in tests/data/spectrum/make.py.
float madeEntry(std::size_t i, std::size_t j)
{
    return (static_cast<float>((7919 * i + 104'729 * j + 31 * i * j) % 2003) - 1001) / 1024;
}

/// The same values as in tests/data/spectrum/make.py.
float hashedEntry(std::size_t i, std::size_t j)
{
    auto number = static_cast<std::uint32_t>(7919 * i + 104'729 * j + 1);
    for (int round = 0; round < 2; ++round)
        number = ((number >> 16U) ^ number) * 0x45d9f3bU;
    return (static_cast<float>(number >> 16U) - 32768) / 32768;
}

using Formula = std::function<float(std::size_t, std::size_t)>;

OneTensor madeMatrix(
    std::size_t rows, std::size_t columns, const Formula& formula, std::vector<std::uint64_t> shape = {})
{
    std::vector<float> values;
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j)
            values.push_back(formula(i, j));
    }
    if (shape.empty())
        shape = {rows, columns};
    return {DType::F32, shape, values};
}

/// A Hadamard matrix with column j multiplied by `values[j]`. The columns of a Hadamard matrix are orthogonal and of
/// length √order, so the singular values are `values` times √order.
OneTensor withValues(const std::vector<float>& values)
{
    return madeMatrix(values.size(), values.size(),
        [&](std::size_t i, std::size_t j) { return std::popcount(i & j) % 2 == 0 ? values[j] : -values[j]; });
}

void expectValues(const Spectrum& spectrum, const std::vector<double>& expected)
{
    ASSERT_EQ(spectrum.values.size(), expected.size());
    double energy = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        // Values below the floor are noise.
        EXPECT_NEAR(
            spectrum.values[i], expected[i], 1e-9 * expected[0] + (expected[i] < spectrum.floor ? spectrum.floor : 0))
            << i;
        energy += expected[i] * expected[i];
    }
    EXPECT_NEAR(spectrum.energy(), energy, 1e-12 * energy);
}

json numpyCases(const char* file = "matrices.json")
{
    std::ifstream stream(dataPath("spectrum") / file);
    return json::parse(stream);
}

TEST(StableRank, IsThatOfNumPy)
{
    for (const json& one : numpyCases()) {
        const std::size_t rows = one["rows"], columns = one["columns"];
        SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
        const std::vector<double> values = one["values"];
        const double energy = std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
        const double expected = energy / (values.front() * values.front());
        const OneTensor a = madeMatrix(rows, columns, madeEntry);
        const auto found = findStableRank(a.elements(), {});
        ASSERT_TRUE(found && *found);
        EXPECT_GE(**found, expected * (1 - 1e-9));
        EXPECT_LE(**found, expected * (1 + 1e-3));
    }
}

TEST(StableRank, OfKnownSpectra)
{
    const auto rankWith = [](float first, float others) {
        std::vector<float> values(64, others);
        values.front() = first;
        const OneTensor tensor = withValues(values);
        return findStableRank(tensor.elements(), {});
    };
    const auto equal = rankWith(1, 1);
    ASSERT_TRUE(equal && *equal);
    EXPECT_NEAR(**equal, 64, 1e-6);
    const auto one = rankWith(4, 1);
    ASSERT_TRUE(one && *one);
    EXPECT_NEAR(**one, (16 + 63) / 16.0, 1e-6);
    const auto none = rankWith(0, 0);
    ASSERT_TRUE(none);
    EXPECT_FALSE(*none);
    EXPECT_FALSE(rankWith(std::numeric_limits<float>::infinity(), 1));
}

TEST(Spectrum, ValuesAreThoseOfNumPy)
{
    for (const json& one : numpyCases()) {
        const std::size_t rows = one["rows"], columns = one["columns"];
        SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
        const OneTensor a = madeMatrix(rows, columns, madeEntry);
        const OneTensor exchanged =
            madeMatrix(rows, columns, [](std::size_t i, std::size_t j) { return madeEntry(j, i); });
        for (const std::size_t blockNumbers : {std::size_t{1} << 20, std::size_t{500}, std::size_t{1}}) {
            SpectrumOptions options;
            options.blockNumbers = blockNumbers;
            const auto spectrum = findSpectrum(a.elements(), options, {});
            ASSERT_TRUE(spectrum) << spectrum.error().message;
            EXPECT_TRUE(spectrum->isExact);
            expectValues(*spectrum, one["values"]);
            const auto difference = findDifferenceSpectrum(exchanged.elements(), a.elements(), options, {});
            ASSERT_TRUE(difference) << difference.error().message;
            expectValues(*difference, one["difference"]);
        }
    }
}

TEST(Spectrum, LeadingValuesAreWithinTheirErrorsAndNeverAboveTheTrueOnes)
{
    for (const json& one : numpyCases()) {
        const std::size_t rows = one["rows"], columns = one["columns"];
        if (std::min(rows, columns) < 40)
            continue;
        SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
        const std::vector<double> expected = one["values"];
        const OneTensor a = madeMatrix(rows, columns, madeEntry);
        SpectrumOptions options;
        options.exactSide = 30;
        options.leading = 10;
        const auto spectrum = findSpectrum(a.elements(), options, {});
        ASSERT_TRUE(spectrum) << spectrum.error().message;
        EXPECT_FALSE(spectrum->isExact);
        ASSERT_EQ(spectrum->values.size(), 10U);
        ASSERT_EQ(spectrum->errors.size(), 10U);
        for (std::size_t i = 0; i < 10; ++i) {
            EXPECT_LE(spectrum->values[i], expected[i] * (1 + 1e-12)) << i;
            double nearest = expected[0];
            for (const double value : expected)
                nearest = std::min(nearest, std::abs(value - spectrum->values[i]));
            EXPECT_LE(nearest, spectrum->errors[i] + 1e-9) << i;
        }
        EXPECT_LT(spectrum->errors[0], 0.1 * expected[0]); // the bound is tight enough to be useful
        EXPECT_FALSE(spectrum->rank());
        EXPECT_FALSE(spectrum->condition());
        EXPECT_FALSE(spectrum->effectiveRank());
        EXPECT_LE(spectrum->energyKept(10), 1);
    }
}

TEST(Spectrum, TheLargestOfManyNearlyEqualValuesIsFound)
{
    for (const json& one : numpyCases("flat.json")) {
        const std::size_t rows = one["rows"], columns = one["columns"];
        SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
        const double largest = one["largest"], stableRank = one["stable_rank"];
        const OneTensor a = madeMatrix(rows, columns, hashedEntry);
        for (const std::size_t leading : {1U, 4U, 64U}) {
            SpectrumOptions options;
            options.exactSide = 30;
            options.leading = leading;
            const auto spectrum = findSpectrum(a.elements(), options, {});
            ASSERT_TRUE(spectrum) << spectrum.error().message;
            EXPECT_FALSE(spectrum->isExact);
            EXPECT_LE(spectrum->largest(), largest * (1 + 1e-12));
            EXPECT_GE(spectrum->largest(), largest * (1 - 1e-3));
            EXPECT_GE(spectrum->errors.front(), largest - spectrum->largest());
            EXPECT_NEAR(*spectrum->stableRank(), stableRank, 2e-3 * stableRank);
            EXPECT_TRUE(std::ranges::is_sorted(spectrum->values, std::greater()));
        }
        const auto rank = findStableRank(a.elements(), {});
        ASSERT_TRUE(rank && *rank);
        EXPECT_NEAR(**rank, stableRank, 2e-3 * stableRank);
    }
}

TEST(Spectrum, LeadingValuesThatCannotBeDistinguishedFromZeroAreZero)
{
    std::vector<float> values(64, 0);
    values[5] = 4;
    values[6] = 2e-9F;
    SpectrumOptions options;
    options.leading = 4;
    for (const std::size_t exactSide : {4096U, 16U}) {
        options.exactSide = exactSide;
        const OneTensor a = withValues(values);
        const auto spectrum = findSpectrum(a.elements(), options, {});
        ASSERT_TRUE(spectrum) << spectrum.error().message;
        ASSERT_GE(spectrum->values.size(), 2U);
        EXPECT_NEAR(spectrum->values[0], 32, 1e-9);
        EXPECT_EQ(spectrum->values[1], 0);
        if (exactSide == 16) {
            EXPECT_GE(spectrum->errors[1], 8 * 2e-9);
        }
    }
}

TEST(Spectrum, LeadingValuesOfALowRankAreAllOfThem)
{
    std::vector<float> values(64, 0);
    values[5] = 4;
    values[6] = 2;
    values[60] = 1;
    const OneTensor a = withValues(values);
    SpectrumOptions options;
    options.exactSide = 16;
    options.leading = 8;
    const auto spectrum = findSpectrum(a.elements(), options, {});
    ASSERT_TRUE(spectrum) << spectrum.error().message;
    ASSERT_EQ(spectrum->values.size(), 3U); // all other values are 0
    for (const auto& [index, value] : {std::pair{0U, 32.0}, {1U, 16.0}, {2U, 8.0}})
        EXPECT_NEAR(spectrum->values[index], value, 1e-9) << index;
    EXPECT_EQ(spectrum->rankFor(1 - 1e-9), 3U);
    EXPECT_EQ(spectrum->rankFor(0.9), 2U); // 16 + 4 of 21
    EXPECT_EQ(spectrum->rankFor(1), 3U);
}

TEST(Spectrum, LeadingValuesStandBesideAMuchLargerOne)
{
    std::vector<float> values(64);
    for (std::size_t j = 0; j < values.size(); ++j)
        values[j] = j < 8 ? 16 - static_cast<float>(j) : 0.5F;
    values[40] = 200'000;
    SpectrumOptions options;
    options.exactSide = 16;
    options.leading = 9;
    const OneTensor a = withValues(values);
    const auto spectrum = findSpectrum(a.elements(), options, {});
    ASSERT_TRUE(spectrum) << spectrum.error().message;
    ASSERT_EQ(spectrum->values.size(), 9U);
    EXPECT_NEAR(spectrum->values[0], 8 * 200'000.0, 1e-3);
    for (std::size_t j = 1; j < 9; ++j)
        EXPECT_NEAR(spectrum->values[j], 8 * (17.0 - static_cast<double>(j)), 0.01) << j;
}

TEST(Spectrum, TheRankForAllEnergyIsTheRank)
{
    // Sums of products of integers, below 2^24: the rank is exactly 8, but the energy is rounded when it is summed.
    const OneTensor a = madeMatrix(300, 280, [](std::size_t i, std::size_t j) {
        double sum = 0;
        for (std::size_t k = 0; k < 8; ++k)
            sum += static_cast<double>((i * (7 * k + 3) + k * k) % 97) * static_cast<double>((j * (5 * k + 11)) % 89);
        return static_cast<float>(sum);
    });
    const auto spectrum = findSpectrum(a.elements(), {}, {});
    ASSERT_TRUE(spectrum);
    EXPECT_EQ(spectrum->rank(), 8U);
    EXPECT_EQ(spectrum->rankFor(1), 8U);
    EXPECT_EQ(spectrum->energyKept(8), 1);
    EXPECT_EQ(spectrum->energyCurve()[7], 1);
    const OneTensor one = madeMatrix(
        300, 280, [](std::size_t i, std::size_t j) { return static_cast<float>((i % 7 + 1) * (j % 5 + 1)); });
    EXPECT_NEAR(*findSpectrum(one.elements(), {}, {})->effectiveRank(), 1, 1e-12);
}

TEST(Spectrum, FiguresFollowFromTheValues)
{
    const OneTensor a = withValues({4, 2, 2, 1, 0, 0, 0, 0});
    const auto spectrum = findSpectrum(a.elements(), {}, {});
    ASSERT_TRUE(spectrum);
    const double length = std::sqrt(8.0);
    EXPECT_NEAR(spectrum->largest(), 4 * length, 1e-12);
    EXPECT_NEAR(spectrum->energy(), 25 * 8, 1e-12);
    EXPECT_NEAR(*spectrum->stableRank(), 25.0 / 16, 1e-12);
    // The shares of the energy are 4/9, 2/9, 2/9 and 1/9.
    const double entropy = -(4.0 / 9 * std::log(4.0 / 9) + 4.0 / 9 * std::log(2.0 / 9) + 1.0 / 9 * std::log(1.0 / 9));
    EXPECT_NEAR(*spectrum->effectiveRank(), std::exp(entropy), 1e-12);
    EXPECT_EQ(spectrum->rank(), 4U);
    EXPECT_FALSE(spectrum->condition()); // the smallest value cannot be distinguished from 0
    EXPECT_NEAR(spectrum->energyKept(1), 16.0 / 25, 1e-12);
    EXPECT_NEAR(spectrum->energyKept(2), 20.0 / 25, 1e-12);
    EXPECT_EQ(spectrum->energyKept(8), 1);
    EXPECT_EQ(spectrum->rankFor(0.5), 1U);
    EXPECT_EQ(spectrum->rankFor(0.81), 3U);
    EXPECT_EQ(spectrum->rankFor(0.97), 4U);

    const auto regular = findSpectrum(withValues({4, 2, 1, 0.5}).elements(), {}, {});
    ASSERT_TRUE(regular);
    EXPECT_NEAR(*regular->condition(), 8, 1e-9);
    EXPECT_EQ(regular->rank(), 4U);
}

TEST(Spectrum, AChangeOfRankOneIsSaidToBeOne)
{
    const OneTensor a = madeMatrix(50, 40, madeEntry);
    const OneTensor b = madeMatrix(50, 40, [](std::size_t i, std::size_t j) {
        return madeEntry(i, j) + static_cast<float>(i % 3) * static_cast<float>(j % 5) / 64;
    });
    const auto spectrum = findDifferenceSpectrum(a.elements(), b.elements(), {}, {});
    ASSERT_TRUE(spectrum);
    double squaresI = 0, squaresJ = 0;
    for (std::size_t i = 0; i < 50; ++i)
        squaresI += static_cast<double>(i % 3 * (i % 3));
    for (std::size_t j = 0; j < 40; ++j)
        squaresJ += static_cast<double>(j % 5 * (j % 5));
    EXPECT_NEAR(spectrum->largest(), std::sqrt(squaresI * squaresJ) / 64, 1e-9);
    EXPECT_EQ(spectrum->rank(), 1U);
    EXPECT_EQ(spectrum->rankFor(0.999), 1U);
    const auto none = findDifferenceSpectrum(a.elements(), a.elements(), {}, {});
    ASSERT_TRUE(none);
    EXPECT_EQ(none->energy(), 0);
    EXPECT_EQ(none->rankFor(0.999), 0U);
    EXPECT_EQ(none->values, std::vector<double>(40, 0.0));
    EXPECT_FALSE(none->stableRank());
    EXPECT_FALSE(none->effectiveRank());
}

TEST(Spectrum, ATensorOfMoreDimensionsIsFlattenedOrAStack)
{
    const OneTensor flat = madeMatrix(6, 20, madeEntry);
    const OneTensor stack = madeMatrix(6, 20, madeEntry, {6, 4, 5});
    const auto expected = findSpectrum(flat.elements(), {}, {});
    const auto flattened = findSpectrum(stack.elements(), {}, {});
    ASSERT_TRUE(expected && flattened);
    EXPECT_EQ(flattened->values, expected->values);
    EXPECT_EQ(flattened->matrix.text, "6 × 20, from [6, 4, 5] with all dimensions after the first one as columns");

    SpectrumOptions options;
    options.stacked = 2;
    const auto third = findSpectrum(stack.elements(), options, {});
    const OneTensor alone = madeMatrix(4, 5, [](std::size_t i, std::size_t j) { return madeEntry(2, i * 5 + j); });
    ASSERT_TRUE(third);
    EXPECT_EQ(third->values, findSpectrum(alone.elements(), {}, {})->values);
    EXPECT_EQ(third->matrix.text, "4 × 5, matrix 2 of the stack [6, 4, 5]");
    EXPECT_EQ(asMatrix(std::vector<std::uint64_t>{2, 3, 4, 5}, 4)->slice.element({0, 0}), 80U);
    EXPECT_EQ(stackedMatrices(std::vector<std::uint64_t>{2, 3, 4, 5}), 6U);
    EXPECT_FALSE(isLikelyStack("conv.weight", std::vector<std::uint64_t>{512, 512, 3})); // a convolution
    EXPECT_FALSE(isLikelyStack("mlp.experts.w", std::vector<std::uint64_t>{512, 512}));
    EXPECT_TRUE(isLikelyStack("w", std::vector<std::uint64_t>{8, 768, 2048}));
    EXPECT_FALSE(isLikelyStack("w", std::vector<std::uint64_t>{4, 24, 32}));
    for (const char* const name : {"mlp.experts.gate_up_proj", "blk.0.ffn_up_exps.weight", "mlp.switch_mlp.up_proj"})
        EXPECT_TRUE(isLikelyStack(name, std::vector<std::uint64_t>{4, 24, 32})) << name;
    options.stacked = 6;
    EXPECT_EQ(findSpectrum(stack.elements(), options, {}).error().message,
        "tensor \"t\" has the shape [6, 4, 5], a stack of 6 matrices: there is no matrix 6, expected 0 to 5");
}

TEST(Spectrum, ExtremeMagnitudesNeitherOverflowNorVanish)
{
    for (const double magnitude : {1e-310, 1e-300, 1.0, 1e300}) {
        const OneTensor a(DType::F64, {2, 2}, std::vector<double>{3 * magnitude, 0, 0, 4 * magnitude});
        const auto spectrum = findSpectrum(a.elements(), {}, {});
        ASSERT_TRUE(spectrum);
        EXPECT_NEAR(spectrum->values[0] / magnitude, 4, 1e-12);
        EXPECT_NEAR(spectrum->values[1] / magnitude, 3, 1e-12);
        EXPECT_NEAR(*spectrum->condition(), 4.0 / 3, 1e-12);
        EXPECT_NEAR(*spectrum->stableRank(), 25.0 / 16, 1e-12);
        EXPECT_NEAR(spectrum->energyKept(1), 16.0 / 25, 1e-12);
    }
}

TEST(Spectrum, EveryReadableRealDTypeIsAMatrix)
{
    const OneTensor integers(DType::I8, {2, 2}, std::vector<std::int8_t>{-3, 0, 0, 4});
    EXPECT_NEAR(findSpectrum(integers.elements(), {}, {})->values[1], 3, 1e-12);
    // Rows of three begin in the middle of a byte.
    const OneTensor nibbles(DType::F4, {4, 3}, std::vector<std::uint8_t>{0x02, 0x00, 0x02, 0x00, 0x02, 0x00});
    const auto identity = findSpectrum(nibbles.elements(), {}, {});
    ASSERT_TRUE(identity) << identity.error().message;
    for (const double value : identity->values)
        EXPECT_NEAR(value, 1, 1e-12);
}

TEST(Spectrum, WhatHasNoneSaysWhy)
{
    const auto errorOf = [](const OneTensor& one) { return findSpectrum(one.elements(), {}, {}).error().message; };
    EXPECT_THAT(
        errorOf(madeMatrix(1, 3, madeEntry, {3})), HasSubstr("has the shape [3], expected at least two dimensions"));
    EXPECT_THAT(errorOf(madeMatrix(0, 0, madeEntry, {0, 3})), HasSubstr("has the shape [0, 3] and no element"));
    EXPECT_THAT(errorOf(OneTensor(DType::C64, {1, 1}, std::vector<float>{1, 2})), HasSubstr("complex values"));
    const auto withOdd = [](float odd) {
        return madeMatrix(
            7, 5, [odd](std::size_t i, std::size_t j) { return i == 4 && j == 3 ? odd : madeEntry(i, j); });
    };
    EXPECT_EQ(errorOf(withOdd(NAN)), "tensor \"t\" is NaN or null at [4, 3]: singular values need finite numbers");
    EXPECT_EQ(errorOf(withOdd(INFINITY)), "tensor \"t\" is infinite at [4, 3]: singular values need finite numbers");
    const OneTensor wideOdd =
        madeMatrix(2, 9, [](std::size_t i, std::size_t j) { return i == 1 && j == 8 ? NAN : 1.0F; });
    SpectrumOptions small;
    small.blockNumbers = 6;
    EXPECT_THAT(findSpectrum(wideOdd.elements(), small, {}).error().message, HasSubstr("at [1, 8]"));
    EXPECT_THAT(
        findDifferenceSpectrum(madeMatrix(2, 3, madeEntry).elements(), madeMatrix(3, 2, madeEntry).elements(), {}, {})
            .error()
            .message,
        HasSubstr("has the shape [3, 2], expected [2, 3]"));
}

TEST(Spectrum, StopsAndReportsAllItsProgress)
{
    const OneTensor a = madeMatrix(130, 97, madeEntry);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(findSpectrum(a.elements(), {}, Work{stop.get_token()}).error().code, ErrorCode::Stopped);
    for (const std::size_t exactSide : {4096U, 30U}) {
        Progress progress;
        SpectrumOptions options;
        options.exactSide = exactSide;
        options.leading = 5;
        ASSERT_TRUE(findSpectrum(a.elements(), options, Work{{}, &progress}));
        EXPECT_EQ(progress.done, progress.total);
    }
}

TEST(Spectrum, MemoryIsBounded)
{
    const SpectrumOptions options;
    const auto memory = [&](std::uint64_t rows, std::uint64_t columns) {
        return spectrumMemory(*asMatrix(std::vector<std::uint64_t>{rows, columns}), options) >> 20U;
    };
    EXPECT_LT(memory(4096, 4096), 230U); // MiB
    EXPECT_LT(memory(4096, 1'000'000), 230U);
    EXPECT_LT(memory(128'256, 8192), 110U);
    EXPECT_LT(memory(10, 10), 1U);
}

} // namespace
} // namespace loupe::test
