#include "views/hex/hex_layout.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

constexpr HexLayout::Metrics metrics{8, 16};
using Column = HexLayout::Column;

TEST(HexLayout, RowsOfNothingAndOfAPartialLastRow)
{
    EXPECT_EQ(HexLayout({100, 100}, DType::F32, metrics, 1000).rows(), 0U);
    const HexLayout layout({100, 117}, std::nullopt, metrics, 2000);
    ASSERT_EQ(layout.bytesPerRow(), 16);
    EXPECT_EQ(layout.rows(), 2U);
    EXPECT_EQ(layout.rowBytes(0), (ByteRange{100, 116}));
    EXPECT_EQ(layout.rowBytes(1), (ByteRange{116, 117}));
    EXPECT_TRUE(layout.rowBytes(2).empty());
    EXPECT_EQ(layout.rowOf(115), 0U);
    EXPECT_EQ(layout.rowOf(116), 1U);
}

TEST(HexLayout, CountsMoreRowsThanFitIn32Bits)
{
    constexpr std::uint64_t size = 1'000'000'000'000;
    const HexLayout layout({8, 8 + size}, DType::F32, metrics, 0);
    ASSERT_EQ(layout.bytesPerRow(), 4);
    EXPECT_EQ(layout.rows(), size / 4);
    EXPECT_GT(layout.rows(), std::uint64_t{1} << 32);
    EXPECT_EQ(layout.rowBytes(layout.rows() - 1), (ByteRange{size + 4, size + 8}));
    EXPECT_EQ(layout.rowOf(size + 7), layout.rows() - 1);
    EXPECT_EQ(layout.offsetDigits(), 10);
}

TEST(HexLayout, TheLastByteOf64BitsHasARow)
{
    const HexLayout layout({0, ~std::uint64_t{0}}, std::nullopt, metrics, 2000);
    EXPECT_EQ(layout.rows(), std::uint64_t{1} << 60);
    EXPECT_EQ(layout.rowBytes(layout.rows() - 1).size(), 15U);
    EXPECT_EQ(layout.offsetDigits(), 16);
}

TEST(HexLayout, WidthDecidesTheBytesOfARow)
{
    int previous = 0;
    bool hadValues = false;
    for (int width = 0; width < 6000; width += 10) {
        const HexLayout layout({0, 1000}, DType::BF16, metrics, width);
        const bool hasValues = layout.valuesPerRow() > 0;
        if (hasValues == hadValues) {
            EXPECT_GE(layout.bytesPerRow(), previous);
        } else {
            EXPECT_TRUE(hasValues);
            EXPECT_EQ(layout.bytesPerRow(), 8) << "all columns fit for the first time";
        }
        if (layout.bytesPerRow() > 4) {
            EXPECT_LE(layout.totalWidth(), width) << "nothing to scroll to";
        }
        previous = layout.bytesPerRow();
        hadValues = hasValues;
    }
    EXPECT_EQ(previous, 32);
    EXPECT_TRUE(hadValues);
    // 8 digits, 16 bytes as "00 " with a gap in the middle, 16 characters of text, gaps of 2 and a margin of 1.
    const int sixteen = (1 + 8 + 2 + 16 * 3 + 2 + 16) * metrics.charWidth;
    for (const DType dtype : {DType::F32, DType::BF16, DType::F4}) {
        EXPECT_EQ(HexLayout({0, 1000}, dtype, metrics, sixteen).bytesPerRow(), 16);
        EXPECT_EQ(HexLayout({0, 1000}, dtype, metrics, sixteen - 1).bytesPerRow(), 8);
    }
}

TEST(HexLayout, ManyNarrowValuesFitAndAWideOneIsWhole)
{
    const HexLayout narrow({0, 1000}, DType::F4, metrics, 640);
    EXPECT_EQ(narrow.bytesPerRow(), 16);
    EXPECT_EQ(narrow.valuesPerRow(), 0) << "bytes first";
    // 8 digits, 16 bytes and their text as above, 32 values of 4 characters, gaps of 2, and half a character.
    const int all = (1 + 8 + 2 + 16 * 3 + 2 + 16 + 2 + 32 * 4 + 31 * 2) * metrics.charWidth + metrics.charWidth / 2;
    const HexLayout wide({0, 1000}, DType::F4, metrics, all);
    EXPECT_EQ(wide.bytesPerRow(), 16);
    EXPECT_EQ(wide.valuesPerRow(), 32);
    EXPECT_EQ(HexLayout({0, 1000}, DType::F4, metrics, all - 1).bytesPerRow(), 8);
    EXPECT_EQ(HexLayout({0, 1000}, DType::F32, metrics, 0).bytesPerRow(), 4);
    for (const DType dtype : {DType::F64, DType::C64, DType::I64})
        EXPECT_EQ(HexLayout({0, 1000}, dtype, metrics, 0).bytesPerRow(), 8);
}

TEST(HexLayout, ColumnsFollowEachOtherAndABytesPlaceLeadsBackToIt)
{
    for (const DType dtype : {DType::F4, DType::U8, DType::F16, DType::F32, DType::F64, DType::C64, DType::Opaque}) {
        for (const int width : {100, 900, 3000}) {
            const HexLayout layout({0, 1000}, dtype, metrics, width);
            const int last = layout.bytesPerRow() - 1;
            EXPECT_LT(layout.byteLeft(Column::Hex, last) + 2 * metrics.charWidth, layout.columnLeft(Column::Text));
            EXPECT_LT(layout.byteLeft(Column::Text, last) + metrics.charWidth, layout.columnLeft(Column::Decoded));
            for (int index = 0; index <= last; ++index) {
                EXPECT_EQ(layout.byteAt(layout.byteLeft(Column::Hex, index)), index);
                EXPECT_EQ(layout.byteAt(layout.byteLeft(Column::Hex, index) + 2 * metrics.charWidth - 1), index);
                EXPECT_EQ(layout.byteAt(layout.byteLeft(Column::Text, index)), index);
            }
            for (int value = 0; value < layout.valuesPerRow(); ++value) {
                const int byte = layout.byteAt(layout.valueLeft(value) + layout.valueWidth() / 2);
                EXPECT_EQ(byte, value * int(bitsPerElement(dtype)) / 8);
            }
        }
    }
}

TEST(RowScale, IsOneToOneWhileItFits)
{
    const RowScale scale(1000);
    EXPECT_EQ(scale.maximum(), 1000);
    for (const int row : {0, 1, 500, 999, 1000}) {
        EXPECT_EQ(scale.position(std::uint64_t(row)), row);
        EXPECT_EQ(scale.row(row), std::uint64_t(row));
    }
    EXPECT_EQ(scale.position(5000), 1000);
}

TEST(RowScale, ReachesBothEndsOfWhatDoesNotFit)
{
    for (const std::uint64_t last : {std::uint64_t{1} << 30, std::uint64_t{62'500'000'000}, std::uint64_t{1} << 60}) {
        const RowScale scale(last);
        EXPECT_EQ(scale.maximum(), RowScale::limit);
        EXPECT_EQ(scale.position(0), 0);
        EXPECT_EQ(scale.row(0), 0U);
        EXPECT_EQ(scale.position(last), scale.maximum());
        EXPECT_EQ(scale.row(scale.maximum()), last);
        std::uint64_t previous = 0;
        for (int position = 0; position < scale.maximum(); position += scale.maximum() / 997) {
            EXPECT_GE(scale.row(position), previous);
            EXPECT_LE(scale.row(position), last);
            EXPECT_NEAR(scale.position(scale.row(position)), position, 1);
            previous = scale.row(position);
        }
    }
}

} // namespace
} // namespace loupe
