// Compares every kernel with its slow twin, for each Highway target that this machine can run.

#include "analysis/kernels/bar_slots.h"
#include "support/kernel_checks.h"
#include "support/sanitized.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <bit>
#include <limits>
#include <random>

namespace loupe::test {
namespace {

class KernelsTest : public testing::TestWithParam<std::int64_t> {
protected:
    void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
    void TearDown() override { hwy::SetSupportedTargetsForTest(0); }

    /// Tests every alignment. Under a sanitizer, which makes the twins many times slower, tests every third.
    static void expectAsPlain(const std::vector<std::byte>& bytes)
    {
        for (std::size_t skip = 0; skip < 9; skip += isSanitized ? 3 : 1)
            ASSERT_EQ(checkKernels(bytes, skip), "") << bytes.size() << " bytes from " << skip;
    }

    std::vector<std::byte> randomBytes(std::size_t size)
    {
        std::vector<std::byte> bytes(size);
        for (std::byte& byte : bytes)
            byte = static_cast<std::byte>(m_random());
        return bytes;
    }

    /// `count` numbers, drawn at random from those given.
    template <typename T>
    std::vector<std::byte> mixed(const std::vector<T>& numbers, std::size_t count)
    {
        std::vector<std::byte> bytes(count * sizeof(T));
        for (std::size_t i = 0; i < count; ++i)
            std::memcpy(bytes.data() + i * sizeof(T), &numbers[m_random() % numbers.size()], sizeof(T));
        return bytes;
    }

    std::mt19937_64 m_random{17};
};

INSTANTIATE_TEST_SUITE_P(Targets, KernelsTest, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
    [](const auto& one) { return std::string(hwy::TargetName(one.param)); });

TEST_P(KernelsTest, AgreeOnRandomBits)
{
    expectAsPlain(randomBytes(isSanitized ? 10'000 : 100'000));
}

TEST_P(KernelsTest, AgreeOnEveryTail)
{
    // Tests each size at one alignment. 64 bytes and 9 alignments have no common factor, so every pair of a tail and an
    // alignment occurs.
    const std::size_t step = isSanitized ? 5 : 1;
    for (std::size_t size = 0; size < 700; size += step) {
        const std::size_t skip = size / step % 9;
        ASSERT_EQ(checkKernels(randomBytes(skip + size), skip), "") << size << " bytes from " << skip;
    }
}

/// Expects each number to be in the range of its bar, except for rounding at the edges.
template <typename T>
void expectBarSlots(std::size_t count, std::mt19937_64& random)
{
    const BarPlaces<T> places{-1, 2, T{42} / T{1.5}, 42};
    std::vector<T> numbers(count + 1); // one extra, so that the tested numbers are unaligned
    std::uniform_int_distribution<int> draw(-300, 300);
    for (T& number : numbers)
        number = static_cast<T>(draw(random)) / 100;
    std::vector<T> slots(count + 1, -1);
    const std::size_t zeros = findBarSlots(numbers.data() + 1, count, places, slots.data() + 1);
    EXPECT_EQ(zeros, static_cast<std::size_t>(std::count(numbers.begin() + 1, numbers.end(), T{0})));
    EXPECT_EQ(slots[0], -1);
    for (std::size_t i = 1; i <= count; ++i) {
        if (numbers[i] < -1 || numbers[i] > 2) {
            EXPECT_EQ(slots[i], numbers[i] < 0 ? 0 : 43) << numbers[i];
            continue;
        }
        constexpr double width = 3.0 / 42;
        ASSERT_TRUE(slots[i] >= 1 && slots[i] <= 42) << slots[i];
        EXPECT_NEAR(
            static_cast<double>(numbers[i]), -1 + (static_cast<double>(slots[i]) - 0.5) * width, width / 2 + 1e-5);
    }
}

TEST_P(KernelsTest, NumbersAreInTheirBars)
{
    for (std::size_t count = 0; count < 80; ++count) {
        expectBarSlots<float>(count, m_random);
        expectBarSlots<double>(count, m_random);
    }
}

TEST_P(KernelsTest, AgreeOnSpecialFloats)
{
    using L = std::numeric_limits<float>;
    const std::vector<float> specials{0.0f, -0.0f, L::infinity(), -L::infinity(), L::quiet_NaN(), L::signaling_NaN(),
        std::bit_cast<float>(0xffffffffu), std::bit_cast<float>(0x7f800001u), L::denorm_min(), -L::denorm_min(),
        L::min(), std::nextafter(L::min(), 0.0f), L::max(), L::lowest(), 1.0f, -1.0f};
    expectAsPlain(mixed(specials, 4099));
    expectAsPlain(mixed(std::vector<float>(specials.begin() + 8, specials.end()), 4099));
    for (const float one : specials)
        expectAsPlain(mixed(std::vector{one}, 101));
}

TEST_P(KernelsTest, AgreeOnSpecialDoubles)
{
    using L = std::numeric_limits<double>;
    const std::vector<double> specials{0.0, -0.0, L::infinity(), -L::infinity(), L::quiet_NaN(), L::signaling_NaN(),
        std::bit_cast<double>(~std::uint64_t{0}), L::denorm_min(), -L::denorm_min(), L::min(),
        std::nextafter(L::min(), 0.0), L::max(), L::lowest(), 1.0, -1.0};
    expectAsPlain(mixed(specials, 4099));
    expectAsPlain(mixed(std::vector<double>(specials.begin() + 7, specials.end()), 4099));
    for (const double one : specials)
        expectAsPlain(mixed(std::vector{one}, 101));
}

TEST_P(KernelsTest, AgreeOnExtremeIntegers)
{
    expectAsPlain(mixed(std::vector<std::int64_t>{INT64_MIN, INT64_MAX, -1, 0, 1, INT64_MIN + 1}, 4099));
    expectAsPlain(mixed(std::vector<std::int64_t>{INT64_MAX, INT64_MAX - 1, INT64_MAX - 2}, 4099));
    expectAsPlain(mixed(std::vector<std::int32_t>{INT32_MIN, INT32_MAX, -1, 0, 1, INT32_MIN + 1}, 4099));
}

TEST_P(KernelsTest, AgreeOnLongRunsOfTheSame)
{
    std::vector<std::byte> bytes(50'000);
    bytes[30'001] = std::byte{3};
    expectAsPlain(bytes);
}

TEST_P(KernelsTest, AgreeOnNumbersThatLieOnEdges)
{
    std::vector<double> whole;
    std::vector<float> wholeFloats;
    for (int i = 0; i <= 256; ++i) {
        whole.push_back(i);
        wholeFloats.push_back(static_cast<float>(i));
    }
    expectAsPlain(mixed(whole, 5000));
    expectAsPlain(mixed(wholeFloats, 5000));
    expectAsPlain(mixed(std::vector{1e15, 1e15 + 0.125, 1e15 + 0.25, 1e15 + 1}, 5000));
}

} // namespace
} // namespace loupe::test
