#include "items/compare/pair/pair_pages.h"

#include "analysis/one_tensor.h"
#include "await.h"
#include "items/values/value_pages.h"
#include "support/nan.h"

#include <array>
#include <bit>
#include <limits>

#include <gtest/gtest.h>

namespace loupe {
namespace {

using test::OneTensor;
using test::Signal;

using test::nan;
constexpr float infinity = std::numeric_limits<float>::infinity();

template <typename T>
std::uint64_t bits(T value)
{
    std::uint64_t pattern = 0;
    std::memcpy(&pattern, &value, sizeof value);
    return pattern;
}

/// A pair of equal shapes.
SlicedPair pairOf(const OneTensor& a, const OneTensor& b, const Slice& slice)
{
    return {{a.checkpoint(), 0, slice}, {b.checkpoint(), 0, slice}, true};
}

PairPage pageOf(const SlicedPair& pair, const SliceWindow& window)
{
    PairPages pages;
    PairPage page;
    Signal ready(&pages, &PairPages::ready);
    QObject::connect(&pages, &PairPages::ready, &pages, [&page](const PairPage& got) { page = got; });
    pages.request(pair, window);
    EXPECT_TRUE(ready.await());
    return page;
}

TEST(PairPages, MarksWhatDiffersAsDeltaDoes)
{
    const OneTensor a(DType::F32, std::vector<float>{1, nan, 0.0F, infinity, 5, 6});
    const OneTensor b(DType::F32, std::vector<float>{1, -nan, -0.0F, -infinity, 5.5F, 6});
    const Slice slice = Slice::folded(6, 4);
    const PairPage page = pageOf(pairOf(a, b, slice), {0, 0, 2, 4});
    ASSERT_TRUE(page.a && page.b && page.difference);
    const std::vector<bool> expected{false, false, false, true, true, false};
    for (std::uint64_t i = 0; i < 6; ++i) {
        for (const auto& side : {page.a, page.b, page.difference})
            EXPECT_EQ(side->isDiffering({i / 4, i % 4}), expected[i]) << i;
    }
    EXPECT_EQ(page.a->bits({1, 0}), CellBits{bits(5.0F)});
    EXPECT_EQ(page.b->bits({1, 0}), CellBits{bits(5.5F)});
    EXPECT_EQ(page.difference->bits({1, 0}), CellBits{bits(0.5)});
}

TEST(PairPages, DTypesAreComparedByValue)
{
    const OneTensor a(DType::I64, std::vector<std::int64_t>{9007199254740993, 2, -3});
    const OneTensor b(DType::F64, std::vector<double>{9007199254740992.0, 2, -3});
    const Slice slice = Slice::folded(3, 3);
    const PairPage page = pageOf(pairOf(a, b, slice), {0, 0, 1, 3});
    EXPECT_TRUE(page.a->isDiffering({0, 0}));
    EXPECT_EQ(page.difference->bits({0, 0}), CellBits{bits(-1.0)});
    EXPECT_FALSE(page.b->isDiffering({0, 1}));
    EXPECT_FALSE(page.b->isDiffering({0, 2}));
}

TEST(PairPages, DifferencesOf64BitIntegersAreExact)
{
    constexpr auto largest = std::numeric_limits<std::uint64_t>::max();
    const OneTensor a(DType::U64, std::vector<std::uint64_t>{largest, 0, largest - 1});
    const OneTensor b(DType::U64, std::vector<std::uint64_t>{0, largest, largest});
    const Slice slice = Slice::folded(3, 3);
    const PairPage page = pageOf(pairOf(a, b, slice), {0, 0, 1, 3});
    EXPECT_EQ(tableText(std::array{PageOfSlice{*page.difference, slice}}, page.window, Notation::Decimal),
        QStringLiteral("-18446744073709551615\t18446744073709551615\t1\n"));
}

TEST(PairPages, OtherShapesHaveNothingInCommon)
{
    const OneTensor a(DType::U8, std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6});
    const OneTensor b(DType::U8, std::vector<std::uint8_t>{1, 2, 9, 7, 3, 5});
    const auto across = [](std::uint64_t rows, std::uint64_t columns) {
        const std::vector<std::uint64_t> shape{rows, columns};
        const std::vector<std::uint64_t> index{0, 0};
        return Slice::across(shape, 0, 1, index).value();
    };
    const PairPage page = pageOf({{a.checkpoint(), 0, across(3, 2)}, {b.checkpoint(), 0, across(2, 3)}}, {0, 0, 3, 3});
    EXPECT_EQ(page.a->window, (SliceWindow{0, 0, 3, 2}));
    EXPECT_EQ(page.b->window, (SliceWindow{0, 0, 2, 3}));
    EXPECT_FALSE(page.difference);
    EXPECT_FALSE(page.a->isDiffering({1, 1}));
}

TEST(PairPages, OneSideAlone)
{
    const OneTensor a(DType::U8, std::vector<std::uint8_t>{1, 2, 3});
    SlicedPair pair;
    pair.a = {a.checkpoint(), 0, Slice::folded(3, 3)};
    const PairPage page = pageOf(pair, {0, 0, 1, 3});
    EXPECT_FALSE(page.b);
    EXPECT_FALSE(page.difference);
    EXPECT_EQ(page.a->bits({0, 2}), CellBits{3});
    EXPECT_FALSE(page.a->isDiffering({0, 2}));
}

TEST(PairPages, DifferencesAreCopiedAsText)
{
    const OneTensor a(DType::I8, std::vector<std::int8_t>{1, 2, 3, 4, 5});
    const OneTensor b(DType::I8, std::vector<std::int8_t>{1, 0, 3, 8, 5});
    const Slice slice = Slice::folded(5, 3);
    PairPages pages;
    QString table;
    std::optional<ErrorCode> code;
    QObject::connect(&pages, &PairPages::copied, &pages, [&table](const QString& got) { table = got; });
    QObject::connect(&pages, &PairPages::notCopied, &pages, [&code](const Error& error) { code = error.code; });
    Signal copied(&pages, &PairPages::copied);
    Signal failed(&pages, &PairPages::notCopied);
    pages.copy(pairOf(a, b, slice), {0, 1, 2, 2}, Notation::Decimal, {PairSide::Difference});
    ASSERT_TRUE(copied.await());
    EXPECT_EQ(table, QStringLiteral("-2\t0\n0\t\n"));
    const Slice wide = Slice::folded(5, 5);
    std::filesystem::resize_file(b.path(), 1);
    pages.copy(pairOf(a, b, wide), {0, 0, 1, 5}, Notation::Decimal, {PairSide::Difference});
    ASSERT_TRUE(failed.await());
    EXPECT_EQ(code, ErrorCode::Changed);
}

TEST(ValueSearch, GoesToTheNextDifferenceOfAPair)
{
    const OneTensor a(DType::F32, std::vector<float>{1, 2, 3, 4});
    const OneTensor b(DType::BF16, std::vector<std::uint16_t>{0x3f80, 0x4080, 0x4040, 0x3f80}); // 1 4 3 1
    ValueSearch search;
    quint64 element = 0;
    QObject::connect(&search, &ValueSearch::found, &search, [&element](quint64 got) { element = got; });
    Signal found(&search, &ValueSearch::found);
    Signal none(&search, &ValueSearch::notFound);
    const SlicedTensor left{a.checkpoint(), 0, {}};
    const SlicedTensor right{b.checkpoint(), 0, {}};
    search.startDifference(left, right, 1, SearchDirection::Forward);
    ASSERT_TRUE(found.await());
    EXPECT_EQ(element, 3U);
    search.startDifference(left, right, 3, SearchDirection::Backward);
    ASSERT_TRUE(found.await());
    EXPECT_EQ(element, 1U);
    search.startDifference(left, left, 1, SearchDirection::Forward);
    EXPECT_TRUE(none.await());
}

} // namespace
} // namespace loupe
