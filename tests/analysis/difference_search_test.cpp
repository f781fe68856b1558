#include "analysis/comparison/difference_search.h"

#include "one_tensor.h"
#include "support/plain_delta.h"

#include <array>
#include <bit>
#include <limits>
#include <random>

namespace loupe::test {
namespace {

constexpr auto forward = SearchDirection::Forward;
constexpr auto backward = SearchDirection::Backward;

std::span<const std::byte> asBytes(const std::string& text)
{
    return std::as_bytes(std::span(text));
}

/// Slow and obvious twin: whether each element differs, one at a time.
std::vector<bool> plainDiffering(
    DType dtypeA, const std::string& a, DType dtypeB, const std::string& b, std::size_t count)
{
    std::vector<bool> differing(count);
    for (std::size_t i = 0; i < count; ++i) {
        const PlainNumber x = plainNumber(readScalar(dtypeA, asBytes(a), i));
        const PlainNumber y = plainNumber(readScalar(dtypeB, asBytes(b), i));
        differing[i] = !(x.real == y.real && x.imaginary == y.imaginary) && !(x.nan() && y.nan());
    }
    return differing;
}

std::optional<std::uint64_t> plainSearch(const std::vector<bool>& differing, std::size_t from, bool isForward)
{
    const std::size_t count = differing.size();
    for (std::size_t step = 1; step <= count; ++step) {
        const std::size_t at = (isForward ? from + step : from + count - step) % count;
        if (differing[at])
            return at;
    }
    return std::nullopt;
}

void expectAsPlain(DType dtypeA, const std::string& a, DType dtypeB, const std::string& b, std::size_t count,
    const std::vector<std::size_t>& places)
{
    SCOPED_TRACE(std::string(dtypeName(dtypeA)) + " and " + std::string(dtypeName(dtypeB)));
    const OneTensor tensorA(dtypeA, std::string_view(a));
    const OneTensor tensorB(dtypeB, std::string_view(b));
    const auto differing = plainDiffering(dtypeA, a, dtypeB, b, count);
    for (const std::size_t from : places) {
        const auto next = findDifference(tensorA.elements(), tensorB.elements(), from, forward);
        const auto previous = findDifference(tensorA.elements(), tensorB.elements(), from, backward);
        ASSERT_TRUE(next && previous);
        EXPECT_EQ(*next, plainSearch(differing, from, true)) << "forward from " << from;
        EXPECT_EQ(*previous, plainSearch(differing, from, false)) << "backward from " << from;
    }
}

/// A random number of elements that fills whole bytes in any dtype.
std::size_t evenCount(std::mt19937_64& random)
{
    constexpr std::array<std::size_t, 4> most{4, 40, 3'000, 9'000}; // less than one block, and several
    return 2 * (1 + random() % most[random() % most.size()]);
}

TEST(DifferenceSearch, EqualDTypesAsTheTwinSays)
{
    std::mt19937_64 random(1);
    for (std::size_t dtype = 0; dtype < dtypeCount; ++dtype) {
        if (!hasReadableValues(DType(dtype)))
            continue;
        for (int pattern = 0; pattern < 6; ++pattern) {
            const std::size_t count = evenCount(random);
            std::string a(count * bitsPerElement(DType(dtype)) / 8, '\0');
            for (char& byte : a)
                byte = static_cast<char>(random() % 3 == 0 ? random() : 0);
            std::string b = a;
            for (std::size_t change = random() % 6; change > 0; --change)
                b[random() % b.size()] = static_cast<char>(random());
            if (pattern == 0)
                b.back() = static_cast<char>(b.back() ^ 0x11); // in the very last element
            expectAsPlain(DType(dtype), a, DType(dtype), b, count,
                {0, count - 1, random() % count, random() % count, random() % count});
        }
    }
}

TEST(DifferenceSearch, DifferentDTypesByValue)
{
    std::mt19937_64 random(2);
    const auto numbers = [&](DType dtype, std::size_t count, const std::vector<int>& values) {
        std::string bytes;
        for (std::size_t i = 0; i < count; ++i) {
            const auto append = [&](auto number) {
                bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
            };
            const auto value = values[i];
            if (dtype == DType::F32)
                append(static_cast<float>(value));
            else if (dtype == DType::F64)
                append(static_cast<double>(value));
            else if (dtype == DType::BF16)
                append(static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 16U));
            else if (dtype == DType::I64)
                append(static_cast<std::int64_t>(value));
            else if (dtype == DType::U64)
                append(static_cast<std::uint64_t>(value));
            else if (dtype == DType::U8)
                append(static_cast<std::uint8_t>(value));
            else
                append(std::array<float, 2>{static_cast<float>(value), 0});
        }
        return bytes;
    };
    constexpr std::array dtypes{DType::F32, DType::F64, DType::BF16, DType::I64, DType::U64, DType::U8, DType::C64};
    for (const DType dtypeA : dtypes) {
        for (const DType dtypeB : dtypes) {
            const std::size_t count = evenCount(random);
            std::vector<int> values(count);
            for (int& value : values)
                value = static_cast<int>(random() % 100);
            const std::string a = numbers(dtypeA, count, values);
            for (std::size_t change = random() % 4; change > 0; --change)
                values[random() % count] = static_cast<int>(random() % 100);
            values.back() = 101; // in the very last element
            expectAsPlain(dtypeA, a, dtypeB, numbers(dtypeB, count, values), count,
                {0, count - 1, random() % count, random() % count});
        }
    }
}

TEST(DifferenceSearch, NanAndBothZerosAreNoDifference)
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const OneTensor a(DType::F32, std::vector<float>{0.0F, nan, 1, 2});
    const OneTensor b(DType::F32, std::vector<float>{-0.0F, -nan, 1, 3});
    EXPECT_EQ(*findDifference(a.elements(), b.elements(), 3, forward), 3U) << "from itself, once round";
    EXPECT_EQ(*findDifference(a.elements(), b.elements(), 0, backward), 3U);
    const OneTensor c(DType::F32, std::vector<float>{-0.0F, -nan, 1, 2});
    EXPECT_FALSE(findDifference(a.elements(), c.elements(), 2, forward)->has_value());
    EXPECT_FALSE(findDifference(a.elements(), c.elements(), 2, backward)->has_value());
}

TEST(DifferenceSearch, ManyChunksFromMapAndRead)
{
    std::vector<std::uint16_t> values(3'000'000, 0x3f80);
    for (const auto access : {Source::Access::Map, Source::Access::Read}) {
        const OneTensor a(DType::BF16, values, access);
        std::vector<std::uint16_t> changed = values;
        for (const std::size_t place : {7U, 1'500'000U, 1'500'001U, 2'999'999U})
            changed[place] = 0x4000;
        const OneTensor b(DType::BF16, changed, access);
        const auto search = [&](std::uint64_t from, SearchDirection direction) {
            return *findDifference(a.elements(), b.elements(), from, direction);
        };
        EXPECT_EQ(search(0, forward), 7U);
        EXPECT_EQ(search(7, forward), 1'500'000U);
        EXPECT_EQ(search(1'500'000, forward), 1'500'001U);
        EXPECT_EQ(search(1'500'001, forward), 2'999'999U);
        EXPECT_EQ(search(2'999'999, forward), 7U);
        EXPECT_EQ(search(7, backward), 2'999'999U);
        EXPECT_EQ(search(2'999'999, backward), 1'500'001U);
        EXPECT_EQ(search(1'500'000, backward), 7U);
    }
}

TEST(DifferenceSearch, TellsBytesOfBothSides)
{
    const OneTensor a(DType::F32, std::vector<float>(1'000'000));
    const OneTensor b(DType::F64, std::vector<double>(1'000'000));
    Progress progress;
    EXPECT_FALSE(findDifference(a.elements(), b.elements(), 0, forward, {{}, &progress})->has_value());
    EXPECT_EQ(progress.total, 12'000'000U);
    // A range that begins in the middle of eight elements is read from the first of them.
    EXPECT_GE(progress.done, 12'000'000U);
    EXPECT_LE(progress.done, 12'000'000U + 2 * 8 * 12U);
}

TEST(DifferenceSearch, StopsAndFails)
{
    const OneTensor a(DType::F32, std::vector<float>(3000));
    const OneTensor b(DType::F32, std::vector<float>(3000));
    const OneTensor shorter(DType::F32, std::vector<float>(2999));
    const OneTensor unreadable(DType::F6_E2M3, std::string_view("abc"));
    std::stop_source stop;
    stop.request_stop();
    const auto error = [](const OneTensor& left, const OneTensor& right, const Work& work = {}) {
        return findDifference(left.elements(), right.elements(), 0, forward, work).error().code;
    };
    EXPECT_EQ(error(a, b, {stop.get_token(), nullptr}), ErrorCode::Stopped);
    EXPECT_EQ(error(a, shorter), ErrorCode::InvalidArgument);
    EXPECT_EQ(error(unreadable, unreadable), ErrorCode::Unsupported);
    const Elements elements = b.elements();
    std::filesystem::resize_file(b.path(), 10);
    EXPECT_EQ(findDifference(a.elements(), elements, 0, forward).error().code, ErrorCode::Changed);
}

} // namespace
} // namespace loupe::test
