#include "analysis/statistics/nonfinite_search.h"

#include "one_tensor.h"

#include <limits>

namespace loupe {
namespace {

constexpr auto forward = SearchDirection::Forward;
constexpr auto backward = SearchDirection::Backward;

TEST(NonfiniteSearch, FindsTheNearestAndGoesRound)
{
    std::vector<float> values(3'000'000); // several chunks
    for (const std::size_t place : {5U, 700'000U, 700'001U, 2'999'999U})
        values[place] = std::numeric_limits<float>::quiet_NaN();
    values[700'001] = -std::numeric_limits<float>::infinity();
    for (const auto access : {Source::Access::Map, Source::Access::Read}) {
        const test::OneTensor tensor(DType::F32, values, access);
        const Elements elements = tensor.elements();
        EXPECT_EQ(*findNonfinite(elements, 0, forward), 5U);
        EXPECT_EQ(*findNonfinite(elements, 5, forward), 700'000U);
        EXPECT_EQ(*findNonfinite(elements, 700'000, forward), 700'001U);
        EXPECT_EQ(*findNonfinite(elements, 700'001, forward), 2'999'999U);
        EXPECT_EQ(*findNonfinite(elements, 2'999'999, forward), 5U);
        EXPECT_EQ(*findNonfinite(elements, 2'999'999, backward), 700'001U);
        EXPECT_EQ(*findNonfinite(elements, 5, backward), 2'999'999U);
        EXPECT_EQ(*findNonfinite(elements, 699'999, backward), 5U);
    }
}

TEST(NonfiniteSearch, TheOnlyOneIsFoundFromItself)
{
    std::vector<double> values(9);
    values[4] = std::numeric_limits<double>::infinity();
    const test::OneTensor tensor(DType::F64, values);
    EXPECT_EQ(*findNonfinite(tensor.elements(), 4, forward), 4U);
    EXPECT_EQ(*findNonfinite(tensor.elements(), 4, backward), 4U);
    const test::OneTensor none(DType::F64, std::vector<double>(9));
    EXPECT_FALSE(findNonfinite(none.elements(), 3, forward)->has_value());
    EXPECT_FALSE(findNonfinite(none.elements(), 3, backward)->has_value());
}

TEST(NonfiniteSearch, EitherPartOfAComplexElement)
{
    std::vector<float> values(20, std::numeric_limits<float>::max()); // finite, however large
    values[7] = std::numeric_limits<float>::quiet_NaN();
    const test::OneTensor tensor(DType::C64, values);
    EXPECT_EQ(*findNonfinite(tensor.elements(), 9, forward), 3U);
}

TEST(NonfiniteSearch, SmallFloats)
{
    using namespace std::string_view_literals;
    const test::OneTensor fn(DType::F8_E4M3, "\x7e\x00\xff\x00"sv);
    EXPECT_EQ(*findNonfinite(fn.elements(), 0, forward), 2U);
    const test::OneTensor fnuz(DType::F8_E5M2FNUZ, "\x7f\x80\xff\x00"sv);
    EXPECT_EQ(*findNonfinite(fnuz.elements(), 0, backward), 1U);
    EXPECT_FALSE(canBeNonfinite(DType::F4));
    EXPECT_FALSE(canBeNonfinite(DType::I64));
    EXPECT_TRUE(canBeNonfinite(DType::F8_E8M0));
    EXPECT_TRUE(canBeNonfinite(DType::C64));
    const test::OneTensor integers(DType::U8, "\xff"sv);
    EXPECT_FALSE(findNonfinite(integers.elements(), 0, forward)->has_value());
}

TEST(NonfiniteSearch, StopsAndFails)
{
    const test::OneTensor tensor(DType::F32, std::vector<float>(3000));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(
        findNonfinite(tensor.elements(), 0, forward, {stop.get_token(), nullptr}).error().code, ErrorCode::Stopped);
    const Elements elements = tensor.elements();
    std::filesystem::resize_file(tensor.path(), 10);
    EXPECT_EQ(findNonfinite(elements, 0, forward).error().code, ErrorCode::Changed);
}

} // namespace
} // namespace loupe
