#include "core/text/text.h"
#include "formats/quantized/scale_check.h"

#include <gtest/gtest.h>

#include <limits>
#include <span>
#include <string>
#include <vector>

namespace loupe {
namespace {

using quantized::CheckedScales;
using quantized::PaddedScales;
using quantized::Part;
using quantized::ScaleCheck;
using quantized::ScaleRule;
using quantized::ScaleUse;

using Bytes = std::vector<std::byte>;

constexpr std::byte one{0x38}; // in F8_E4M3
constexpr std::byte notANumber{0x7f};

CheckedScales scalesOf(PaddedScales padded)
{
    Part part;
    part.tensor.name = "s";
    return {.part = part, .as = DType::F8_E4M3, .rule = ScaleRule::Positive, .padded = padded};
}

/// The findings if the bytes arrive in pieces of `size` bytes.
std::string found(const CheckedScales& scales, const Bytes& bytes, std::uint64_t size)
{
    ScaleCheck check(scales);
    for (std::uint64_t first = 0; first < bytes.size(); first += size)
        check.add(first, std::span(bytes).subspan(first, std::min(size, bytes.size() - first)));
    std::string text;
    for (const Finding& finding : check.findings("w"))
        text += finding.message.substr(0, finding.message.find(')') + 1);
    return text;
}

/// The index of a scale in the tiles of 128 rows and 4 columns that tensor cores take. A tile is stored as 32 rows of
/// 16 bytes, each of which holds the rows r, r + 32, r + 64 and r + 96 of the tile.
std::uint64_t tiledIndex(std::uint64_t row, std::uint64_t column, std::uint64_t columns)
{
    const std::uint64_t tile = row / 128 * ((columns + 3) / 4) + column / 4;
    return tile * 512 + row % 32 * 16 + row % 128 / 32 * 4 + column % 4;
}

/// All padding is NaN, which is not reported, and one of every seven scales is NaN, which is.
TEST(ScaleCheckTest, PaddingOfTilesIsNotLookedAt)
{
    struct {
        std::uint64_t rows;
        std::uint64_t columns;
    } const cases[] = {{1, 2}, {128, 4}, {127, 4}, {128, 3}, {129, 5}, {300, 8}, {33, 2}, {256, 9}};
    for (const auto& [rows, columns] : cases) {
        SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
        Bytes bytes((rows + 127) / 128 * ((columns + 3) / 4) * 512, notANumber);
        std::uint64_t bad = 0;
        std::uint64_t firstBad = bytes.size();
        for (std::uint64_t i = 0; i < rows * columns; ++i) {
            const std::uint64_t index = tiledIndex(i / columns, i % columns, columns);
            const bool isBad = i % 7 == 0;
            bytes[index] = isBad ? notANumber : one;
            bad += isBad ? 1 : 0;
            firstBad = isBad ? std::min(firstBad, index) : firstBad;
        }
        const std::string all = formatCount(rows * columns);
        const std::string wanted = std::to_string(bad) + " of " + all + (bad > 1 ? " scales are" : " scales is")
            + " NaN in \"s\" (the first at index " + std::to_string(firstBad) + ")";
        for (const std::uint64_t size : {std::uint64_t(bytes.size()), std::uint64_t{512}, std::uint64_t{37}})
            EXPECT_EQ(found(scalesOf({.rows = rows, .columns = columns}), bytes, size), wanted) << size;
    }
}

TEST(ScaleCheckTest, PaddingOfRowsIsNotLookedAt)
{
    Bytes bytes(3 * 8, notANumber);
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 5; ++column)
            bytes[row * 8 + column] = row == 1 && column == 4 ? notANumber : one;
    for (const std::uint64_t size : {24, 8, 7, 1})
        EXPECT_EQ(found(scalesOf({.rows = 3, .columns = 5, .rowLength = 8}), bytes, size),
            "1 of 15 scales is NaN in \"s\" (the first at index 12)")
            << size;
}

struct JudgedNumber {
    float number;
    ScaleRule rule;
    ScaleUse use;
    const char* code; ///< of the only finding; empty for none
    const char* words;
};

TEST(ScaleCheckTest, ScalesOfScalesAndOffsetsHaveRulesOfTheirOwn)
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const JudgedNumber cases[] = {
        {0.5F, ScaleRule::Positive, ScaleUse::MultipliesScales, "", ""},
        {1, ScaleRule::Positive, ScaleUse::MultipliesScales, "", ""},
        {2, ScaleRule::Positive, ScaleUse::MultipliesScales, "scale-extreme", "is above 1 and multiplied by"},
        {infinity, ScaleRule::Positive, ScaleUse::MultipliesScales, "scale-inf", "infinite"},
        {0, ScaleRule::Positive, ScaleUse::MultipliesScales, "scale-zero", "is 0: all values with such a scale are 0"},
        {0.5F, ScaleRule::Positive, ScaleUse::DividesScales, "scale-extreme", "is below 1 and divided by"},
        {2688, ScaleRule::Positive, ScaleUse::DividesScales, "", ""},
        {0, ScaleRule::Positive, ScaleUse::DividesScales, "scale-zero", "infinite or NaN"},
        {2, ScaleRule::Positive, ScaleUse::OfCodes, "", ""},
        {-2, ScaleRule::Positive, ScaleUse::OfCodes, "scale-negative", "is negative"},
        {-2, ScaleRule::AnySign, ScaleUse::OfCodes, "", ""},
        {0, ScaleRule::AnySign, ScaleUse::OfCodes, "scale-zero", "are their offset"},
        {0, ScaleRule::Offset, ScaleUse::OfCodes, "", ""},
        {-3, ScaleRule::Offset, ScaleUse::OfCodes, "", ""},
        {nan, ScaleRule::Offset, ScaleUse::OfCodes, "scale-nan", "NaN: all values with such an offset"},
        {-infinity, ScaleRule::Offset, ScaleUse::OfCodes, "scale-inf", "infinite: all values with such an offset"},
    };
    for (const JudgedNumber& one : cases) {
        SCOPED_TRACE(std::to_string(one.number) + " " + one.code);
        Part part;
        part.tensor.name = "s";
        ScaleCheck check({.part = part, .as = DType::F32, .rule = one.rule, .use = one.use});
        check.add(0, std::as_bytes(std::span(&one.number, 1)));
        const std::vector<Finding> list = check.findings("w");
        ASSERT_EQ(list.size(), *one.code ? 1U : 0U);
        if (!list.empty()) {
            EXPECT_EQ(list[0].code, one.code);
            EXPECT_NE(list[0].message.find(one.words), std::string::npos) << list[0].message;
        }
    }
}

} // namespace
} // namespace loupe
