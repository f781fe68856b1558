#include "analysis/digests/crc32.h"
#include "saving/casting/cast_cost.h"
#include "saving/recipe/recipe_edits.h"
#include "saving/recipe/safe_names.h"
#include "saving/writing/npy.h"
#include "saving/writing/zip_layout.h"
#include "support/written_tensor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace loupe::test {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::uint32_t crcOf(std::string_view text, std::uint32_t before = 0)
{
    return crc32(before, std::as_bytes(std::span(text)));
}

CastCost costOf(const std::string& from, const std::string& bytes, std::uint64_t count, DType to)
{
    const WrittenTensor file(from, "[" + std::to_string(count) + "]", bytes);
    return castCost({file.checkpoint(), 0, "t", to}).value();
}

template <typename T>
CastCost costOf(const std::string& from, const std::vector<T>& values, DType to)
{
    return costOf(
        from, std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)), values.size(), to);
}

} // namespace

TEST(Crc32, IsThatOfPublishedVectors)
{
    EXPECT_EQ(crcOf(""), 0U);
    EXPECT_EQ(crcOf("123456789"), 0xcbf43926U); // the check value of CRC catalogues
    EXPECT_EQ(crcOf("The quick brown fox jumps over the lazy dog"), 0x414fa339U);
    EXPECT_EQ(crcOf(std::string(32, '\0')), 0x190a55adU);
    const std::string text = "The quick brown fox jumps over the lazy dog";
    for (std::size_t cut = 0; cut <= text.size(); ++cut)
        EXPECT_EQ(crcOf(text.substr(cut), crcOf(text.substr(0, cut))), 0x414fa339U) << cut;
}

TEST(Npy, ALongShapeTakesVersionTwo)
{
    const std::vector<std::uint64_t> shape(30'000, 1);
    const std::string header = npyHeader(DType::U8, shape);
    EXPECT_EQ(header.substr(0, 8), std::string("\x93NUMPY\2\0", 8));
    EXPECT_EQ(header.size() % 64, 0U);
    EXPECT_EQ(header.back(), '\n');
    EXPECT_FALSE(npyHolds(DType::F4));
    EXPECT_FALSE(npyHolds(DType::F6_E2M3));
}

TEST(Zip, LargeNumbersGoToZip64Records)
{
    std::vector<NewZipMember> members{{.name = "a", .size = std::uint64_t{5} << 30}, {.name = "b", .size = 1}};
    const std::uint64_t begin = placeMembers(members);
    EXPECT_EQ(members[1].data, begin - 1);
    EXPECT_EQ(members[1].data % 64, 0U);
    EXPECT_EQ(zipLocalHeader(members[1]).size(), members[1].data - members[1].offset);
    const std::string large = zipDirectory(members, begin);
    EXPECT_THAT(large, HasSubstr("PK\6\6"));
    EXPECT_THAT(large, HasSubstr("PK\6\7"));
    members = {{.name = "a", .size = 10}};
    EXPECT_EQ(zipDirectory(members, placeMembers(members)).find("PK\6\6"), std::string::npos);
    members.assign(70'000, {.name = "a", .size = 0});
    EXPECT_THAT(zipDirectory(members, 0), HasSubstr("PK\6\6"));
}

TEST(SafeNames, LeadNowhereElseAndDiffer)
{
    const std::vector<std::string_view> names{
        "a.b", "../x", "..", "", "A.B", "a/b", "a\\b", "a_b", "x\ny", "\xff", "é"};
    EXPECT_THAT(safeFileNames(names),
        ElementsAre("a.b", "_._x", "__", "tensor", "A.B-2", "a_b", "a_b-2", "a_b-3", "x_y", "_", "é"));
    const std::string longName(1000, 'x');
    const std::vector<std::string_view> longNames{longName, longName};
    for (const std::string& name : safeFileNames(longNames))
        EXPECT_LE(name.size(), 210U);
    for (const char* const safe : {"a", "a/b", "..a", "a..b/c"})
        EXPECT_TRUE(isSafeMemberName(safe)) << safe;
    for (const char* const unsafe : {"", "/a", "a//b", "../a", "a/..", "a/./b", "a\\b", "C:x", "a/"})
        EXPECT_FALSE(isSafeMemberName(unsafe)) << unsafe;
}

TEST(ByteSize, UnitsAreDecimalOrBinary)
{
    EXPECT_EQ(parseByteSize("5GB").value(), 5'000'000'000U);
    EXPECT_EQ(parseByteSize("1.5 GiB").value(), 1'610'612'736U);
    EXPECT_EQ(parseByteSize("500mb").value(), 500'000'000U);
    EXPECT_EQ(parseByteSize("1").value(), 1U);
    for (const char* const wrong : {"", "x", "5XB", "-1", "0", "nan", "inf", "1e30", "GB", "5GBs"})
        EXPECT_FALSE(parseByteSize(wrong).has_value()) << wrong;
}

TEST(NameRewriter, ReplacesAllThatIsFound)
{
    const auto rewriter = NameRewriter::parse(R"(h\.(\d+)=l\1\=)");
    EXPECT_FALSE(rewriter.has_value()) << "\\= stands for nothing in a replacement";
    EXPECT_EQ(NameRewriter::parse(R"(h\.(\d+)=l\1)")->rewrite("h.1.h.2"), "l1.l2");
    EXPECT_EQ(NameRewriter::parse(R"(a\=b=c=d)")->rewrite("a=b"), "c=d");
    EXPECT_EQ(NameRewriter::parse("a=")->rewrite("banana"), "bnn");
    EXPECT_EQ(NameRewriter::parse("x=y")->rewrite("banana"), std::nullopt);
    EXPECT_FALSE(NameRewriter::parse("no equals sign").has_value());
}

TEST(CastCost, CountsWhatIsLost)
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> values{0, -0.0F, 1, 0.1F, 1e-10F, 1e6F, -1e6F, nan, infinity};
    const CastCost half = costOf("F32", values, DType::F16);
    EXPECT_EQ(half.elements, 9U);
    EXPECT_EQ(half.changed, 4U);
    EXPECT_EQ(half.overflowed, 2U);
    EXPECT_EQ(half.becameZero, 1U);
    EXPECT_EQ(half.lostNan, 0U);
    EXPECT_EQ(half.maxRelative, 1.0);
    EXPECT_NEAR(half.maxAbsolute, 2.44e-5, 1e-6); // the error of 0.1
    const CastCost byte = costOf("F32", values, DType::U8);
    EXPECT_EQ(byte.lostNan, 1U);
    EXPECT_EQ(byte.overflowed, 3U);
    EXPECT_EQ(byte.becameZero, 3U); // 0.1, 1e-10, -1e6
    const CastCost noInfinity = costOf("F32", values, DType::F8_E4M3);
    EXPECT_EQ(noInfinity.overflowed, 3U);
    const CastCost four = costOf("F32", std::vector<float>{6, 6.9F, 7, -7}, DType::F4);
    EXPECT_EQ(four.overflowed, 2U);
    EXPECT_EQ(four.changed, 3U);
    const CastCost exact = costOf("I64", std::vector<std::int64_t>{1, std::int64_t{1} << 53}, DType::F64);
    EXPECT_EQ(exact.changed, 0U);
    const CastCost odd = costOf("I64", std::vector<std::int64_t>{(std::int64_t{1} << 53) + 1}, DType::F64);
    EXPECT_EQ(odd.changed, 1U);
    EXPECT_EQ(odd.maxAbsolute, 1.0);
}

TEST(CastCost, IsTheSameForManyChunks)
{
    constexpr std::size_t count = 3'000'001;
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = static_cast<float>(i);
    const CastCost cost = costOf("F32", values, DType::BF16);
    EXPECT_EQ(cost.elements, count);
    // All integers up to 2^8 are exact. Above that, those with at most 8 significant bits are.
    std::uint64_t exact = 0;
    for (std::size_t i = 0; i < count; ++i)
        exact += (i >> std::max(0, static_cast<int>(std::bit_width(i)) - 8))
                << std::max(0, static_cast<int>(std::bit_width(i)) - 8)
            == i;
    EXPECT_EQ(cost.changed, count - exact);
    EXPECT_EQ(cost.maxAbsolute, 8192.0); // half the spacing above 2^21
}

} // namespace loupe::test
