// The integer codes in quantized blocks, compared with numbers worked out by hand and with ggml's own values.

#include "gguf_bytes.h"
#include "gguf_files.h"

#include "core/elements.h"
#include "core/quantization.h"
#include "support/temporary_file.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <numeric>
#include <set>

namespace loupe::test {

namespace {

template <typename Number>
std::vector<Number> numbersOf(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor,
    std::uint64_t first = 0, std::optional<std::uint64_t> wanted = std::nullopt)
{
    const auto elements = Elements::open(checkpoint, tensor);
    EXPECT_TRUE(elements) << describe(elements.error());
    const std::uint64_t count = wanted.value_or(elements->count() - first);
    std::vector<Number> numbers(count);
    Buffer scratch;
    const auto done = elements->visit(first, count, scratch, [&](std::span<const std::byte> bytes) {
        ASSERT_EQ(bytes.size(), count * sizeof(Number));
        std::memcpy(numbers.data(), bytes.data(), bytes.size());
    });
    EXPECT_TRUE(done) << describe(done.error());
    return numbers;
}

constexpr std::uint32_t q4_0 = 2;
constexpr std::uint32_t q5_1 = 7;
constexpr std::uint32_t q8_0 = 8;
constexpr std::uint32_t q6K = 14;
constexpr std::uint32_t iq2Xxs = 16;

std::vector<std::int8_t> codesOfBlock(std::uint32_t type, std::uint64_t elements, const std::string& block)
{
    const TemporaryFolder folder;
    const auto checkpoint = open(folder.write("w.gguf", GgufBytes().tensor("w", {elements}, type, block).bytes()));
    EXPECT_TRUE(checkpoint && hasCodes(checkpoint->tensors[0]));
    const auto codes = codesOf(*checkpoint);
    EXPECT_EQ(codes->tensors[0].dtype, DType::I8);
    EXPECT_EQ(codes->dtypeName(0), "I8");
    return numbersOf<std::int8_t>(codes, 0);
}

} // namespace

TEST(GgufCodes, AreNibblesAroundZero)
{
    std::string block = "\x66\x2e"; // a scale of 0.1
    for (int i = 0; i < 16; ++i)
        block += static_cast<char>(i | (15 - i) << 4);
    std::vector<std::int8_t> expected(32);
    std::iota(expected.begin(), expected.begin() + 16, std::int8_t{-8});
    std::copy(expected.begin(), expected.begin() + 16, expected.rbegin());
    EXPECT_EQ(codesOfBlock(q4_0, 32, block), expected);
}

TEST(GgufCodes, HaveTheirFifthBitAndNoLeastValue)
{
    std::string block = "\x66\x2e\x66\x2e"; // scale and minimum 0.1
    block += GgufBytes::bytesOf(std::uint32_t{0x8000'0001}); // signs of the first and the last element
    for (int i = 0; i < 16; ++i)
        block += static_cast<char>(i | i << 4);
    std::vector<std::int8_t> expected(32);
    for (int i = 0; i < 32; ++i)
        expected[static_cast<std::size_t>(i)] = static_cast<std::int8_t>(i % 16 + (i == 0 || i == 31 ? 16 : 0));
    EXPECT_EQ(codesOfBlock(q5_1, 32, block), expected);
}

TEST(GgufCodes, AreWholeBytesToBothEnds)
{
    std::string block = "\xff\xff"; // a NaN scale: codes have no scale
    std::vector<std::int8_t> expected(32);
    for (std::size_t i = 0; i < expected.size(); ++i)
        expected[i] = static_cast<std::int8_t>(i < 16 ? -128 + static_cast<int>(i) : 112 + static_cast<int>(i) - 16);
    block.append(reinterpret_cast<const char*>(expected.data()), expected.size());
    EXPECT_EQ(codesOfBlock(q8_0, 32, block), expected);
}

TEST(GgufCodes, AreSixBitsOfTwoPlaces)
{
    std::string block(210, '\0');
    block[0] = 5; // element 0: low 5, high 0, minus 32
    block[128] = 3; // element 0's high bits: 5 + 48 - 32
    block[64 + 31] = static_cast<char>(0xf0); // element 128 + 64 + 31: low 15, high 0
    const auto codes = codesOfBlock(q6K, 256, block);
    EXPECT_EQ(codes[0], 21);
    EXPECT_EQ(codes[1], -32);
    EXPECT_EQ(codes[223], -17);
}

/// The 4-bit scale shares a byte with the last signs, which are part of the codes.
TEST(GgufCodes, KeepTheSignsBesideTheScale)
{
    std::string block(66, '\0');
    block[2 + 7] = static_cast<char>(0xfe); // scale 15; the signs of elements 28 to 30, which imply that of 31
    const auto codes = codesOfBlock(iq2Xxs, 256, block);
    EXPECT_EQ(codes, [] {
        std::vector<std::int8_t> expected(256, 8);
        std::fill(expected.begin() + 28, expected.begin() + 32, std::int8_t{-8});
        return expected;
    }());
}

/// Within each group of at most 8 elements, every value is its code times one scale, plus one minimum.
TEST(GgufCodes, OfEveryTypeGiveTheValuesWithOneScaleAGroup)
{
    const std::map<std::string_view, std::pair<int, int>> ranges{{"Q4_0", {-8, 7}}, {"Q4_1", {0, 15}},
        {"Q5_0", {-16, 15}}, {"Q5_1", {0, 31}}, {"Q8_0", {-128, 127}}, {"Q2_K", {0, 3}}, {"Q3_K", {-4, 3}},
        {"Q4_K", {0, 15}}, {"Q5_K", {0, 31}}, {"Q6_K", {-32, 31}}, {"IQ4_NL", {-127, 113}}, {"IQ4_XS", {-127, 113}},
        {"MXFP4", {-12, 12}}, {"NVFP4", {-12, 12}}, {"TQ1_0", {-1, 1}}, {"TQ2_0", {-1, 2}}, {"Q1_0", {-1, 1}},
        {"Q2_0", {-1, 2}}, {"IQ1_S", {-1, 1}}, {"IQ1_M", {-1, 1}}, {"IQ2_XXS", {-43, 43}}, {"IQ2_XS", {-43, 43}},
        {"IQ2_S", {-43, 43}}, {"IQ3_XXS", {-62, 62}}, {"IQ3_S", {-15, 15}}};
    const auto values = open(dataPath("gguf/all-types.gguf"));
    ASSERT_TRUE(values);
    const auto codes = codesOf(*values);
    ASSERT_TRUE(codes);
    std::set<std::string_view> seen;
    for (std::uint32_t i = 0; i < values->tensors.size(); ++i) {
        const std::string_view type = values->dtypeName(i);
        SCOPED_TRACE(type);
        if (!hasCodes(values->tensors[i])) {
            EXPECT_EQ(codes->tensors[i].dtype, values->tensors[i].dtype);
            EXPECT_FALSE(ranges.contains(type));
            continue;
        }
        seen.insert(type);
        const auto [least, most] = ranges.at(type);
        const auto codeNumbers = numbersOf<std::int8_t>(codes, i);
        const auto valueNumbers = numbersOf<float>(values, i);
        ASSERT_EQ(codeNumbers.size(), valueNumbers.size());
        std::set<int> different;
        constexpr std::size_t group = 8;
        for (std::size_t begin = 0; begin + group <= codeNumbers.size(); begin += group) {
            const auto code = [&](std::size_t j) { return static_cast<double>(codeNumbers[begin + j]); };
            const auto value = [&](std::size_t j) { return static_cast<double>(valueNumbers[begin + j]); };
            const auto [low, high] = std::minmax_element(&codeNumbers[begin], &codeNumbers[begin] + group);
            const auto at = [&](const std::int8_t* place) {
                return static_cast<std::size_t>(place - &codeNumbers[begin]);
            };
            const double scale = *low == *high ? 0 : (value(at(high)) - value(at(low))) / (*high - *low);
            for (std::size_t j = 0; j < group; ++j) {
                different.insert(codeNumbers[begin + j]);
                ASSERT_GE(code(j), least);
                ASSERT_LE(code(j), most);
                const double expected = value(at(low)) + scale * (code(j) - *low);
                ASSERT_NEAR(value(j), expected, 1e-6 * (std::abs(expected) + std::abs(scale) * (most - least)));
            }
        }
        EXPECT_GT(different.size(), 1U);
        const auto middle = codeNumbers.size() / 3;
        EXPECT_EQ(numbersOf<std::int8_t>(codes, i, middle, 5),
            std::vector<std::int8_t>(codeNumbers.begin() + static_cast<std::ptrdiff_t>(middle),
                codeNumbers.begin() + static_cast<std::ptrdiff_t>(middle + 5)));
    }
    EXPECT_EQ(seen.size(), ranges.size());
}

TEST(GgufCodes, AreNoneOfOtherTensors)
{
    const auto plain = open(dataPath("npy/f32-c.npy"));
    ASSERT_TRUE(plain);
    EXPECT_EQ(codesOf(*plain), nullptr);
}

} // namespace loupe::test
