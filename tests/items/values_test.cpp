#include "analysis/one_tensor.h"
#include "grid_job_fixture.h"
#include "items/values/decimal_places.h"
#include "items/values/value_pages.h"
#include "items/values/value_text.h"
#include "support/opened.h"

#include <bit>
#include <limits>

#include <gtest/gtest.h>

namespace loupe {
namespace {

using test::GridJobTest;
using test::OneTensor;
using test::Signal;
using Shape = std::vector<std::uint64_t>;

TEST(ValueText, DecimalIsExactAndShort)
{
    const auto text = [](DType dtype, auto value) {
        std::uint64_t pattern = 0;
        std::memcpy(&pattern, &value, sizeof value);
        return valueText(dtype, pattern, Notation::Decimal).toStdString();
    };
    EXPECT_EQ(text(DType::F32, 0.1F), "0.1");
    EXPECT_EQ(text(DType::F32, -std::numeric_limits<float>::infinity()), "-inf");
    EXPECT_EQ(text(DType::I64, std::int64_t{9007199254740993}), "9007199254740993");
    EXPECT_EQ(text(DType::U64, std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
    EXPECT_EQ(text(DType::I8, std::int8_t{-128}), "-128");
    EXPECT_EQ(text(DType::F4, std::uint8_t{0xf}), "-6");
    EXPECT_EQ(text(DType::BOOL, std::uint8_t{1}), "1");
    EXPECT_EQ(text(DType::C64, std::array<float, 2>{1, -2}), "1-2i");
}

TEST(ValueText, ScientificAndHex)
{
    EXPECT_EQ(valueText(DType::F32, std::bit_cast<std::uint32_t>(0.5F), Notation::Scientific),
        QStringLiteral("5.00000000e-01"));
    EXPECT_EQ(valueText(DType::BF16, 0x7fc0, Notation::Scientific), QStringLiteral("nan"));
    for (const auto& [plain, shown] :
        {std::pair(u"nan", u"NaN"), {u"inf", u"+Inf"}, {u"-inf", u"\u2212Inf"}, {u"-1.5e-07", u"\u22121.5e\u221207"},
            {u"nan-infi", u"NaN\u2212Infi"}, {u"inf+nani", u"+Inf+NaNi"}, {u"12", u"12"}})
        EXPECT_EQ(shownNumber(QString::fromUtf16(plain)), QString::fromUtf16(shown));
    EXPECT_EQ(valueText(DType::I32, 7, Notation::Scientific), QStringLiteral("7"));
    EXPECT_EQ(valueText(DType::F32, std::bit_cast<std::uint32_t>(1.0F), Notation::Hex), QStringLiteral("3f800000"));
    EXPECT_EQ(valueText(DType::F4, 7, Notation::Hex), QStringLiteral("7"));
    EXPECT_EQ(valueText(DType::U8, 7, Notation::Hex), QStringLiteral("07"));
    EXPECT_EQ(valueText(DType::C64, 0x3f800000, Notation::Hex), QStringLiteral("3f800000 00000000"));
}

TEST(DecimalPlaces, AreWhereThePointIsOrWouldBe)
{
    for (const auto& [text, place] :
        {std::pair(u"0.5", DecimalPlace{1, 2}), {u"−12", {3, 0}}, {u"1.5e−07", {1, 6}}, {u"1e+20", {1, 4}},
            {u"NaN", {3, 0}}, {u"+Inf", {4, 0}}, {u"null", {4, 0}}, {u"1.5−2.5i", {8, 0}}, {u"", {0, 0}}})
        EXPECT_EQ(decimalPlace(QStringView(text)), place) << QString::fromUtf16(text).toStdString();
}

TEST(DecimalPlaces, AColumnHasRoomForAllOfItsValues)
{
    const OneTensor tensor(
        DType::F32, std::vector<float>{-1, 1.5F, 123.25F, 2, 0.125F, -std::numeric_limits<float>::infinity()});
    ValuePages pages;
    ValuePages::PagePtr page;
    Signal ready(&pages, &ValuePages::ready);
    QObject::connect(&pages, &ValuePages::ready, &pages, [&page](const auto& arrived) { page = arrived; });
    pages.request({tensor.checkpoint(), 0, Slice::folded(6, 2)}, {0, 0, 3, 2});
    ASSERT_TRUE(ready.await());
    EXPECT_EQ(page->places, (std::vector<DecimalPlace>{{3, 4}, {4, 2}})) << "-1 123.25 0.125 and 1.5 2 -Inf";
}

TEST(ValueText, NoTextIsLongerThanPromised)
{
    std::uint64_t pattern = 1;
    for (int i = 0; i < 20'000; ++i) {
        pattern = pattern * 6364136223846793005U + 1442695040888963407U; // Knuth's generator reaches all patterns
        for (std::size_t dtype = 0; dtype < dtypeCount; ++dtype) {
            const unsigned bits = bitsPerElement(DType(dtype));
            if (!hasReadableValues(DType(dtype)))
                continue;
            const std::uint64_t low = bits == 64 ? pattern : pattern >> 11 & ((std::uint64_t{1} << bits) - 1);
            for (const Notation notation : {Notation::Decimal, Notation::Scientific, Notation::Hex}) {
                const QString text = valueText(DType(dtype), low, notation);
                ASSERT_LE(text.size(), valueTextLength(DType(dtype), notation))
                    << dtypeName(DType(dtype)) << ' ' << text.toStdString();
            }
        }
    }
}

TEST(ValueText, Indices)
{
    const Shape shape{4, 5, 6};
    EXPECT_EQ(indexText(shape, 119), QStringLiteral("[3, 4, 5]"));
    EXPECT_EQ(indexText(shape, 120), QStringLiteral("element 120"));
    EXPECT_EQ(indexText(Shape{}, 0), QStringLiteral("[]"));
    EXPECT_EQ(indexText(Shape(20, 1), 0), QStringLiteral("element 0"));
    EXPECT_EQ(parseIndex(shape, QStringLiteral("[3, 4, 5]")), 119U);
    EXPECT_EQ(parseIndex(shape, QStringLiteral(" 0,0,1 ")), 1U);
    EXPECT_EQ(parseIndex(shape, QStringLiteral("-1,-1,-1")), 119U);
    EXPECT_EQ(parseIndex(shape, QStringLiteral("119")), 119U);
    EXPECT_EQ(parseIndex(shape, QStringLiteral("0x10")), 16U);
    EXPECT_EQ(parseIndex(shape, QStringLiteral("0X1f")), 31U);
    EXPECT_EQ(parseIndex(shape, QStringLiteral("0100")), 100U) << "zeros in front make no other base";
    EXPECT_EQ(parseIndex(shape, QStringLiteral("009")), 9U);
    EXPECT_FALSE(parseIndex(shape, QStringLiteral("0x")));
    EXPECT_FALSE(parseIndex(shape, QStringLiteral("0b11")));
    EXPECT_FALSE(parseIndex(shape, QStringLiteral("1f")));
    EXPECT_EQ(parseIndex(Shape{7}, QStringLiteral("[6]")), 6U);
    EXPECT_EQ(parseIndex(Shape{}, QStringLiteral("[]")), 0U);
    for (const char* text : {"", "120", "[3, 4]", "[4, 0, 0]", "a", "1,,2", "-1", "[-5, 0, 0]", "[-0, 0, 0]", "]["})
        EXPECT_FALSE(parseIndex(shape, QString::fromLatin1(text))) << text;
    EXPECT_FALSE(parseIndex(Shape{0}, QStringLiteral("0")));
}

class ValuePagesTest : public testing::Test {
protected:
    ValuePagesTest()
    {
        QObject::connect(&pages, &ValuePages::ready, &pages, [this](const auto& arrived) { page = arrived; });
        QObject::connect(&pages, &ValuePages::copied, &pages, [this](const QString& text) { table = text; });
        QObject::connect(&pages, &ValuePages::failed, &pages, [this](const Error& error) { code = error.code; });
    }

    ValuePages pages;
    ValuePages::PagePtr page;
    QString table;
    std::optional<ErrorCode> code;
    Signal ready{&pages, &ValuePages::ready};
    Signal copied{&pages, &ValuePages::copied};
    Signal failed{&pages, &ValuePages::failed};
};

TEST_F(ValuePagesTest, FetchesAWindowAlongAnyAxes)
{
    std::vector<std::int16_t> values(4 * 5 * 6);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = std::int16_t(i);
    const OneTensor tensor(DType::I16, values);
    for (const auto& [rowAxis, columnAxis] : {std::pair(0, 2), {2, 0}, {1, 2}}) {
        const Slice slice =
            Slice::across(Shape{4, 5, 6}, std::size_t(rowAxis), std::size_t(columnAxis), Shape{1, 2, 3}).value();
        pages.request({tensor.checkpoint(), 0, slice}, {0, 0, 1, 1});
        pages.request({tensor.checkpoint(), 0, slice}, {1, 1, 100, 100}); // the newest wins
        ASSERT_TRUE(ready.await());
        EXPECT_EQ(page->window, (SliceWindow{1, 1, slice.rows() - 1, slice.columns() - 1}));
        for (std::uint64_t row = 1; row < slice.rows(); ++row)
            for (std::uint64_t column = 1; column < slice.columns(); ++column)
                EXPECT_EQ(page->bits({row, column}), CellBits{slice.element({row, column}).value()});
        EXPECT_FALSE(page->bits({0, 1}));
        EXPECT_FALSE(page->bits({1, slice.columns()}));
    }
}

TEST_F(ValuePagesTest, SubByteElementsAndShorterLastRows)
{
    using namespace std::string_view_literals;
    const OneTensor tensor(DType::F4, "\x10\x32\x54\x76"sv);
    const Slice slice = Slice::folded(8, 3);
    pages.request({tensor.checkpoint(), 0, slice}, {1, 0, 2, 3});
    ASSERT_TRUE(ready.await());
    EXPECT_EQ(page->patterns, (std::vector<std::uint64_t>{3, 4, 5, 6, 7, 0}));
    pages.copy({tensor.checkpoint(), 0, slice}, {1, 1, 2, 2}, Notation::Decimal);
    ASSERT_TRUE(copied.await());
    EXPECT_EQ(table, QStringLiteral("2\t3\n6\t\n"));
}

/// Lists of 2 elements: [1, null], null, [3, 4].
TEST_F(ValuePagesTest, NullsHaveNoValue)
{
    const auto opened = test::openData("arrow-nulls/nulls.arrows");
    ASSERT_TRUE(opened);
    const auto& tensors = opened->checkpoint->tensors;
    const auto lists = std::ranges::find(tensors, "lists", &Tensor::name);
    ASSERT_NE(lists, tensors.end());
    const SlicedTensor sliced{opened->checkpoint, std::uint32_t(lists - tensors.begin()),
        Slice::across(Shape{9, 2}, 0, 1, Shape{0, 0}).value()};
    pages.request(sliced, {0, 0, 3, 2});
    ASSERT_TRUE(ready.await());
    EXPECT_FALSE(page->isNull({0, 0}));
    EXPECT_TRUE(page->isNull({0, 1}));
    EXPECT_TRUE(page->isNull({1, 0}));
    EXPECT_FALSE(page->isNull({2, 1}));
    pages.copy(sliced, {0, 0, 3, 2}, Notation::Decimal);
    ASSERT_TRUE(copied.await());
    EXPECT_EQ(table, QStringLiteral("1\tnull\nnull\tnull\n3\t4\n"));
}

TEST_F(ValuePagesTest, PagesAndCopiesAreBounded)
{
    const OneTensor tensor(DType::U8, std::string(2'000'000, 'x'));
    const Slice slice = Slice::folded(2'000'000, 1000);
    pages.request({tensor.checkpoint(), 0, slice}, {0, 0, 2000, 1000});
    ASSERT_TRUE(ready.await());
    EXPECT_LE(page->patterns.size(), maximumPage);
    pages.copy({tensor.checkpoint(), 0, slice}, {0, 0, 2000, 1000}, Notation::Decimal);
    ASSERT_TRUE(failed.await());
    EXPECT_EQ(code, ErrorCode::TooLarge);
}

TEST_F(ValuePagesTest, SaysWhatCannotBeRead)
{
    const OneTensor tensor(DType::U8, std::string(100'000, 'x'));
    std::filesystem::resize_file(tensor.path(), 10);
    pages.request({tensor.checkpoint(), 0, Slice::folded(100'000, 10)}, {0, 0, 10'000, 10});
    ASSERT_TRUE(failed.await());
    EXPECT_EQ(code, ErrorCode::Changed);
    const OneTensor unreadable(DType::F6_E3M2, std::string(3, 'x'));
    pages.request({unreadable.checkpoint(), 0, Slice::folded(4, 10)}, {0, 0, 1, 4});
    ASSERT_TRUE(failed.await());
    EXPECT_EQ(code, ErrorCode::Unsupported);
}

TEST(ValueSearch, FindsOrDoesNot)
{
    std::vector<float> values(100);
    values[42] = std::numeric_limits<float>::infinity();
    const OneTensor tensor(DType::F32, values);
    ValueSearch search;
    Signal found(&search, &ValueSearch::found);
    Signal notFound(&search, &ValueSearch::notFound);
    quint64 place = 0;
    QObject::connect(&search, &ValueSearch::found, &search, [&place](quint64 element) { place = element; });
    search.start(tensor.checkpoint(), 0, 50, SearchDirection::Forward);
    ASSERT_TRUE(found.await());
    EXPECT_EQ(place, 42U);
    const OneTensor none(DType::F32, std::vector<float>(100));
    search.start(none.checkpoint(), 0, 50, SearchDirection::Backward);
    ASSERT_TRUE(notFound.await());
}

TEST_F(GridJobTest, TheWholePictureAndItsParts)
{
    std::vector<std::uint8_t> values(12'000'000, 1);
    values[7'654'321] = 200;
    const OneTensor tensor(DType::U8, values);
    const Slice slice = Slice::folded(values.size(), 4000);
    const GridShape shape = GridShape::fitting({0, 0, slice.rows(), slice.columns()}, 30, 40);
    job.start({{tensor.checkpoint(), 0, slice}}, {{0, 0, 1, 1}, 1, 1});
    job.start({{tensor.checkpoint(), 0, slice}}, shape); // the newest wins
    EXPECT_TRUE(job.isRunning());
    ASSERT_TRUE(finished.await());
    EXPECT_FALSE(job.isRunning());
    ASSERT_EQ(grid->shape, shape);
    EXPECT_LE(arrived, grid->cells.size());
    const GridCell& cell = grid->at(7'654'321 / 4000 / shape.rowStep, 7'654'321 % 4000 / shape.columnStep);
    EXPECT_EQ(cell.greatest, 200U);
    EXPECT_EQ(cell.least, 1U);
    ASSERT_TRUE(ranges);
    EXPECT_EQ((*ranges)[std::size_t(RangeChoice::Full)], (ColorRange{1, 200, false, false}));
}

TEST_F(GridJobTest, SaysWhatCannotBeRead)
{
    const OneTensor tensor(DType::U8, std::string(100'000, 'x'));
    std::filesystem::resize_file(tensor.path(), 10);
    const Slice slice = Slice::folded(100'000, 1000);
    job.start({{tensor.checkpoint(), 0, slice}}, {{0, 0, 100, 1000}, 1, 1});
    ASSERT_TRUE(failed.await());
    EXPECT_EQ(code, ErrorCode::Changed);
    job.start({{tensor.checkpoint(), 0, slice}}, {{0, 0, 100, 1000}, 1, 1});
    job.stop();
    EXPECT_FALSE(job.isRunning());
}

/// From the decimal point on, "0.145" has 4 characters, and "1.234e-05" has 8.
TEST(DecimalPlaces, NumbersAtTheRightHaveTheirPointsBelowEachOther)
{
    const struct {
        const char16_t* text;
        int room;
        int behind;
    } cases[] = {{u"0", 9, 8}, {u"0.145", 9, 4}, {u"1.234e-05", 9, 0}, {u"12.34", 9, 4}, {u"12.34", 10, 5},
        {u"1e-05", 9, 4}, {u"1.23456789e-05", 9, 0}, {u"–", 9, 8}};
    for (const auto& one : cases)
        EXPECT_EQ(charactersAfter(QStringView(one.text), 8, one.room), one.behind)
            << QString::fromUtf16(one.text).toStdString() << ' ' << one.room;
}

} // namespace
} // namespace loupe
