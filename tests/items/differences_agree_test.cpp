// b - a is computed in four places, each for its own purpose: blocks of doubles, histograms, files and tables.

#include "analysis/comparison/difference_histogram.h"
#include "analysis/comparison/difference_reader.h"
#include "analysis/one_tensor.h"
#include "analysis/slices/widened.h"
#include "items/values/cell_form.h"
#include "saving/difference/difference.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <random>

namespace loupe {
namespace {

using test::OneTensor;
using Patterns = std::vector<std::uint64_t>;

std::vector<DType> readableDTypes()
{
    std::vector<DType> dtypes;
    for (std::size_t number = 0; number < dtypeCount; ++number) {
        if (hasReadableValues(DType(number)))
            dtypes.push_back(DType(number));
    }
    return dtypes;
}

std::uint64_t allOnes(DType dtype)
{
    return ~std::uint64_t{0} >> (64 - bitsPerElement(dtype));
}

/// Zeros, the ends of the range, infinities, NaN, and the neighbors of all these; for complex types, in either part.
/// Returns an even number of patterns.
Patterns trickyPatterns(DType dtype)
{
    const unsigned bits = bitsPerElement(dtype);
    const unsigned width = dtype == DType::C64 ? 32 : bits;
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    Patterns patterns;
    for (const std::uint64_t middle : {std::uint64_t{0}, sign, allOnes(dtype), sign >> 1}) {
        for (const int step : {-1, 0, 1})
            patterns.push_back(middle + std::uint64_t(step));
    }
    const unsigned mantissa = info(dtype).layout.mantissaBits;
    const std::uint64_t top = info(dtype).kind == DTypeKind::Float || dtype == DType::C64
        ? sign - (std::uint64_t{1} << mantissa) // infinity, if the type has one
        : sign / 3;
    for (const std::uint64_t bit : {std::uint64_t{0}, sign}) {
        for (const int step : {-1, 0, 1})
            patterns.push_back((top + std::uint64_t(step)) | bit);
    }
    std::mt19937_64 random(7);
    while (patterns.size() < 24)
        patterns.push_back(random());
    if (dtype == DType::C64) {
        for (std::size_t i = 0; i < 8; ++i)
            patterns[i] = patterns[i] << 32 | patterns[i + 9];
    }
    for (std::uint64_t& pattern : patterns)
        pattern &= allOnes(dtype);
    return patterns;
}

std::vector<std::byte> packed(DType dtype, const Patterns& patterns)
{
    const unsigned bits = bitsPerElement(dtype);
    std::vector<std::byte> bytes(patterns.size() * bits / 8);
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        if (bits == 4)
            bytes[i / 2] |= std::byte(patterns[i] << (i % 2 * 4));
        else
            std::memcpy(bytes.data() + i * bits / 8, &patterns[i], bits / 8);
    }
    return bytes;
}

bool isInteger(DType dtype)
{
    const DTypeKind kind = info(dtype).kind;
    return kind == DTypeKind::Boolean || kind == DTypeKind::Unsigned || kind == DTypeKind::Signed;
}

bool isComplex(DType dtype)
{
    return info(dtype).kind == DTypeKind::Complex;
}

/// Pairs all patterns of one dtype with all of another, and computes b - a with C++'s own arithmetic.
class TrickyPair {
public:
    TrickyPair(DType a, DType b)
        : dtypeA(a)
        , dtypeB(b)
    {
        for (const std::uint64_t x : trickyPatterns(a)) {
            for (const std::uint64_t y : trickyPatterns(b)) {
                patternsA.push_back(x);
                patternsB.push_back(y);
            }
        }
        bytesA = packed(a, patternsA);
        bytesB = packed(b, patternsB);
    }

    std::size_t count() const { return patternsA.size(); }
    bool areIntegers() const { return isInteger(dtypeA) && isInteger(dtypeB); }
    bool isComplexPair() const { return isComplex(dtypeA) || isComplex(dtypeB); }
    long double number(bool ofA, std::size_t i, ComplexPart part) const
    {
        const Scalar value = readScalar(ofA ? dtypeA : dtypeB, ofA ? bytesA : bytesB, i);
        if (part == ComplexPart::Imaginary)
            return value.imaginary;
        if (value.kind == Scalar::Kind::Signed)
            return static_cast<long double>(value.asSigned);
        return value.kind == Scalar::Kind::Unsigned ? static_cast<long double>(value.asUnsigned) : value.real;
    }
    double expected(std::size_t i, ComplexPart part = ComplexPart::Real) const
    {
        const long double a = number(true, i, part);
        const long double b = number(false, i, part);
        if (fitsDouble(dtypeA) && fitsDouble(dtypeB)) // rounded once
            return double(b) - double(a);
        return double(b - a);
    }
    std::string text(std::size_t i) const
    {
        return std::string(dtypeName(dtypeA)) + ' ' + std::to_string(patternsA[i]) + ", "
            + std::string(dtypeName(dtypeB)) + ' ' + std::to_string(patternsB[i]);
    }

    DType dtypeA;
    DType dtypeB;
    Patterns patternsA;
    Patterns patternsB;
    std::vector<std::byte> bytesA;
    std::vector<std::byte> bytesB;
};

bool areSame(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

template <typename Check>
void forAllPairs(const Check& check)
{
    for (const DType a : readableDTypes()) {
        for (const DType b : readableDTypes()) {
            check(TrickyPair(a, b));
            if (testing::Test::HasFailure())
                return;
        }
    }
}

std::vector<ComplexPart> partsOf(const TrickyPair& pair)
{
    return pair.isComplexPair() ? std::vector{ComplexPart::Real, ComplexPart::Imaginary}
                                : std::vector{ComplexPart::Real};
}

TEST(Differences, OfBlocksAreTheNearestDoubles)
{
    forAllPairs([](const TrickyPair& pair) {
        for (const ComplexPart part : partsOf(pair)) {
            std::vector<double> read(pair.count());
            DifferenceReader(pair.dtypeA, pair.dtypeB, part).read(pair.bytesA.data(), pair.bytesB.data(), 0, 1, read);
            for (std::size_t i = 0; i < pair.count(); ++i)
                ASSERT_TRUE(areSame(read[i], pair.expected(i, part)))
                    << pair.text(i) << ": " << read[i] << " for " << pair.expected(i, part);
        }
    });
}

TEST(Differences, OfHistogramsAreThese)
{
    forAllPairs([](const TrickyPair& pair) {
        const OneTensor a(pair.dtypeA, pair.bytesA);
        const OneTensor b(pair.dtypeB, pair.bytesB);
        for (const ComplexPart part : partsOf(pair)) {
            std::map<double, std::uint64_t> counts;
            std::uint64_t nonfinite = 0;
            for (std::size_t i = 0; i < pair.count(); ++i) {
                const double expected = pair.expected(i, part);
                if (std::isfinite(expected))
                    ++counts[expected == 0 ? 0 : expected];
                else
                    ++nonfinite;
            }
            std::vector<double> edges; // each number has a bin of its own
            for (const auto& [number, count] : counts) {
                for (const double edge : {number, std::nextafter(number, INFINITY)}) {
                    if (std::isfinite(edge) && (edges.empty() || edge > edges.back()))
                        edges.push_back(edge);
                }
            }
            std::vector<std::uint64_t> expected(edges.size() - 1);
            for (const auto& [number, count] : counts) {
                const auto bin = std::ranges::upper_bound(edges, number) - edges.begin() - 1;
                expected[std::min(std::size_t(bin), expected.size() - 1)] += count; // the last bin is closed
            }
            const auto counted = countDifferences(a.elements(), b.elements(), edges, part);
            ASSERT_TRUE(counted) << describe(counted.error());
            EXPECT_EQ(counted->nonfinite, nonfinite) << pair.text(0);
            EXPECT_EQ(counted->histogram.counts, expected) << pair.text(0);
        }
    });
}

TEST(Differences, OfTablesAreTheseAndOfIntegersExact)
{
    forAllPairs([](const TrickyPair& pair) {
        const CellForm form = CellForm::ofDifferences(pair.dtypeA, pair.dtypeB);
        for (std::size_t i = 0; i < pair.count(); ++i) {
            const CellBits bits = form.difference(pair.patternsA[i], pair.patternsB[i]);
            const Scalar value = form.value(bits);
            ASSERT_TRUE(areSame(value.real, pair.expected(i))) << pair.text(i);
            if (pair.isComplexPair()) {
                ASSERT_TRUE(areSame(value.imaginary, pair.expected(i, ComplexPart::Imaginary))) << pair.text(i);
            }
            // Extended precision holds a difference of at most 64 bits.
            const long double exact =
                pair.number(false, i, ComplexPart::Real) - pair.number(true, i, ComplexPart::Real);
            if (pair.areIntegers() && std::abs(exact) < 0x1p64L) {
                const auto magnitude = static_cast<std::uint64_t>(std::abs(exact));
                ASSERT_EQ(form.text(bits, Notation::Decimal).toStdString(),
                    (exact < 0 ? "-" : "") + std::to_string(magnitude))
                    << pair.text(i);
            }
        }
    });
}

TEST(Differences, OfFilesAreTheseAsFarAsTheDTypeHoldsThem)
{
    forAllPairs([](const TrickyPair& pair) {
        if (!canSubtract(pair.dtypeA, pair.dtypeB, DType::F64))
            return;
        DifferenceBlock block(pair.dtypeA, pair.dtypeB, DType::F64);
        ASSERT_TRUE(block.resize(pair.count()));
        block.setA(pair.bytesA);
        block.setB(pair.bytesB);
        const auto written = block.subtract();
        for (std::size_t i = 0; i < pair.count(); ++i) {
            double expected = pair.expected(i);
            if (pair.areIntegers()) // saturated to I64
                expected = std::clamp(expected, -0x1p63, 0x1p63);
            else if (!fitsDouble(pair.dtypeA) || !fitsDouble(pair.dtypeB)) // float and 64-bit integer, as doubles
                expected =
                    double(pair.number(false, i, ComplexPart::Real)) - double(pair.number(true, i, ComplexPart::Real));
            double got = 0;
            std::memcpy(&got, written.data() + i * sizeof(got), sizeof(got));
            ASSERT_TRUE(areSame(got, expected)) << pair.text(i) << ": " << got << " for " << expected;
        }
    });
}

template <typename T>
std::uint64_t bits(T value)
{
    std::uint64_t pattern = 0;
    std::memcpy(&pattern, &value, sizeof value);
    return pattern;
}

template <typename T, typename U>
std::string textOf(DType a, T x, DType b, U y, Notation notation = Notation::Decimal)
{
    const CellForm form = CellForm::ofDifferences(a, b);
    return form.text(form.difference(bits(x), bits(y)), notation).toStdString();
}

TEST(Differences, AsTheyAreWritten)
{
    constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
    constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
    EXPECT_EQ(textOf(DType::U64, largest, DType::U64, std::uint64_t{0}), "-18446744073709551615");
    EXPECT_EQ(textOf(DType::I64, least, DType::U64, largest), "27670116110564327423");
    EXPECT_EQ(textOf(DType::U64, largest, DType::I64, least), "-27670116110564327423");
    EXPECT_EQ(textOf(DType::U64, std::uint64_t{0}, DType::U64, std::uint64_t{10'000'000'000'000'000'007U}),
        "10000000000000000007");
    EXPECT_EQ(textOf(DType::I8, std::int8_t{-128}, DType::U8, std::uint8_t{255}), "383");
    constexpr float far = std::numeric_limits<float>::max();
    EXPECT_EQ(textOf(DType::F32, far, DType::F32, -far), "-6.805646932770577e+38") << "no infinity";
    EXPECT_EQ(textOf(DType::F32, 0.0F, DType::F32, 0.1F), "0.1") << "as B's 0.1 is";
    EXPECT_EQ(textOf(DType::F32, 0.0F, DType::F64, 0.1), "0.1");
    EXPECT_EQ(textOf(DType::F32, 1e-9F, DType::F32, 1.0F), "0.999999999") << "which F32 would round to 1";
    EXPECT_EQ(textOf(DType::F32, 1.0F, DType::F32, INFINITY), "inf");
    EXPECT_EQ(textOf(DType::F32, 0.5F, DType::F32, 1.0F, Notation::Scientific), "5.00000000e-01");
    EXPECT_EQ(textOf(DType::F32, 0.5F, DType::F32, 1.0F, Notation::Hex), "0.5");
    EXPECT_EQ(textOf(DType::C64, std::array<float, 2>{1, -far}, DType::C64, std::array<float, 2>{0.5F, far}),
        "-0.5+6.805646932770577e+38i");
    EXPECT_EQ(textOf(DType::F32, 1.0F, DType::C64, std::array<float, 2>{0, 2}), "-1+2i");
}

TEST(Differences, NoTextIsLongerThanPromised)
{
    forAllPairs([](const TrickyPair& pair) {
        const CellForm form = CellForm::ofDifferences(pair.dtypeA, pair.dtypeB);
        for (std::size_t i = 0; i < pair.count(); ++i) {
            const CellBits bits = form.difference(pair.patternsA[i], pair.patternsB[i]);
            for (const Notation notation : {Notation::Decimal, Notation::Scientific, Notation::Hex})
                ASSERT_LE(form.cellText(bits, notation).size(), form.cellTextLength(notation)) << pair.text(i);
        }
    });
}

} // namespace
} // namespace loupe
