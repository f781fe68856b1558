// Compares the kernels for pairs with their slow twins, for each Highway target that this machine can run.

#include "support/pair_checks.h"
#include "support/sanitized.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <limits>
#include <random>
#include <vector>

namespace loupe::test {
namespace {

class PairKernelsTest : public testing::TestWithParam<std::int64_t> {
protected:
    void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
    void TearDown() override { hwy::SetSupportedTargetsForTest(0); }

    /// Tests every alignment.
    static void expectAsPlain(const std::vector<std::byte>& bytes)
    {
        for (std::size_t skip = 0; skip < 9; skip += isSanitized ? 3 : 1)
            ASSERT_EQ(checkPairs(bytes, skip), "") << bytes.size() << " bytes from " << skip;
    }

    std::vector<std::byte> randomBytes(std::size_t size)
    {
        std::vector<std::byte> bytes(size);
        for (std::byte& byte : bytes)
            byte = static_cast<std::byte>(m_random());
        return bytes;
    }

    /// `count` patterns, drawn at random from those given.
    template <typename Word>
    std::vector<std::byte> mixed(const std::vector<Word>& patterns, std::size_t count)
    {
        std::vector<std::byte> bytes(count * sizeof(Word));
        for (std::size_t i = 0; i < count; ++i)
            std::memcpy(bytes.data() + i * sizeof(Word), &patterns[m_random() % patterns.size()], sizeof(Word));
        return bytes;
    }

    std::mt19937_64 m_random{23};
};

INSTANTIATE_TEST_SUITE_P(Targets, PairKernelsTest, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
    [](const auto& one) { return std::string(hwy::TargetName(one.param)); });

TEST_P(PairKernelsTest, AgreeOnRandomBits)
{
    for (int round = 0; round < 20; ++round)
        expectAsPlain(randomBytes(2000));
}

TEST_P(PairKernelsTest, AgreeOnFiniteNumbersOfAllMagnitudes)
{
    // Clearing the second bit of each pair of bytes keeps the exponents of all dtypes below their maximum.
    for (int round = 0; round < 20; ++round) {
        auto bytes = randomBytes(4000);
        for (std::size_t i = 1; i < bytes.size(); i += 2)
            bytes[i] &= std::byte{0xbb};
        expectAsPlain(bytes);
    }
}

TEST_P(PairKernelsTest, AgreeOnEveryTail)
{
    for (std::size_t size = 0; size < 600; size += isSanitized ? 7 : 1) {
        std::vector<std::byte> bytes(size);
        for (std::size_t i = 0; i < size; ++i)
            bytes[i] = static_cast<std::byte>(m_random() & 0x3b);
        expectAsPlain(bytes);
    }
}

TEST_P(PairKernelsTest, AgreeOnSpecialPatterns)
{
    // Zeros, the smallest and the largest numbers of both signs; and those together with infinities and NaNs of several
    // payloads.
    const std::vector<std::uint32_t> finite32{
        0, 0x80000000, 1, 0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x3f800000, 0xbf800000};
    auto all32 = finite32;
    all32.insert(all32.end(), {0x7f800000, 0xff800000, 0x7f800001, 0x7fc00000, 0xffffffff});
    const std::vector<std::uint16_t> finite16{0, 0x8000, 1, 0x8001, 0x03ff, 0x0400, 0x7bff, 0xfbff, 0x3c00, 0xbc00};
    const std::vector<std::uint64_t> finite64{0, 0x8000000000000000, 1, 0x8000000000000001, 0x000fffffffffffff,
        0x0010000000000000, 0x3ff0000000000000, 0xbff0000000000000};
    for (int round = 0; round < 30; ++round) {
        expectAsPlain(mixed(finite32, 300));
        expectAsPlain(mixed(all32, 40));
        expectAsPlain(mixed(finite16, 600));
        expectAsPlain(mixed(finite64, 300));
    }
}

TEST_P(PairKernelsTest, SeeEveryByteThatDiffers)
{
    for (const std::size_t size : {1u, 7u, 64u, 255u, 1030u}) {
        const auto a = randomBytes(size);
        ASSERT_TRUE(equalBytes(a.data(), std::vector(a).data(), size));
        for (std::size_t at = 0; at < size; ++at) {
            auto b = a;
            b[at] ^= std::byte{0x10};
            ASSERT_FALSE(equalBytes(a.data(), b.data(), size)) << at;
            ASSERT_TRUE(equalBytes(a.data(), b.data(), at)) << at;
        }
    }
}

} // namespace
} // namespace loupe::test
