// Differences that a dtype cannot hold, compared with 128-bit integers and with the bit patterns of the dtypes.

#include "saving/difference/difference_limits.h"

#include "formats/opening/open_checkpoint.h"
#include "saving/difference/difference.h"
#include "saving/difference/difference_recipe.h"
#include "support/compared_pair.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace loupe::test {

namespace {

using testing::HasSubstr;

__extension__ using Wide = __int128;

template <typename T>
constexpr T most = std::numeric_limits<T>::max();
template <typename T>
constexpr T least = std::numeric_limits<T>::lowest();

class DifferenceLimitsTest : public testing::Test {
protected:
    /// The difference of one tensor "w" on each side, stored as `to`, or by default as differenceDType().
    template <typename T>
    RecipeItem item(const std::string& dtype, const std::vector<T>& a, const std::vector<T>& b,
        std::optional<DType> to = {}, std::optional<double> largest = {})
    {
        const std::string shape = "[" + std::to_string(a.size()) + "]";
        const auto open = [&](const char* name, const std::vector<T>& values) {
            return openCheckpoint(m_folder.write(name, safetensorsOf({{"w", dtype, shape, packedBytes(values)}})))
                .value();
        };
        const auto sideA = open("a", a);
        const auto sideB = open("b", b);
        DifferenceRecipe recipe(sideA, sideB);
        recipe.add(pairTensors(*sideA, *sideB).front(), PairStatus::Changed, largest);
        RecipeItem item = recipe.take().items.front();
        item.dtype = to.value_or(item.dtype);
        return item;
    }

    TemporaryFolder m_folder;
};

TEST_F(DifferenceLimitsTest, AreThoseOfTheDTypesPatterns)
{
    using enum DType;
    for (const DType dtype :
        {F4, F8_E4M3, F8_E4M3FNUZ, F8_E5M2, F8_E5M2FNUZ, F8_E8M0, F16, BF16, U8, I8, U16, I16, BOOL}) {
        double low = 0;
        double high = 0;
        const std::uint32_t patterns = std::uint32_t{1} << bitsPerElement(dtype);
        for (std::uint32_t pattern = 0; pattern < (dtype == BOOL ? 2 : patterns); ++pattern) {
            const double value = readScalar(dtype, std::as_bytes(std::span(&pattern, 1)), 0).toDouble();
            if (std::isfinite(value)) {
                low = pattern == 0 ? value : std::min(low, value);
                high = pattern == 0 ? value : std::max(high, value);
            }
        }
        EXPECT_EQ(limitsOf(dtype).least, low) << dtypeName(dtype);
        EXPECT_EQ(limitsOf(dtype).greatest, high) << dtypeName(dtype);
    }
    EXPECT_EQ(limitsOf(F32).greatest, most<float>);
    EXPECT_EQ(limitsOf(F64).least, least<double>);
    EXPECT_EQ(limitsOf(I32).least, least<std::int32_t>);
    EXPECT_EQ(limitsOf(U32).greatest, most<std::uint32_t>);
    EXPECT_EQ(limitsOf(I64).greatest, most<std::int64_t>);
    EXPECT_EQ(limitsOf(U64).greatest, most<std::uint64_t>);
}

TEST_F(DifferenceLimitsTest, CountsIntegersBeyondTheDType)
{
    std::mt19937_64 random(5);
    std::vector<std::int64_t> a(40'001);
    std::vector<std::int64_t> b(a.size());
    const auto draw = [&] { return static_cast<std::int64_t>(random()) >> random() % 64; };
    for (std::size_t i = 0; i < a.size(); ++i) {
        a[i] = draw();
        b[i] = draw();
    }
    a[0] = 0; // the limits of I64, and one beyond
    b[0] = least<std::int64_t>;
    a[1] = 1;
    b[1] = least<std::int64_t>;
    const auto beyond = [&](Wide low, Wide high) {
        std::uint64_t count = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            const Wide difference = Wide{b[i]} - Wide{a[i]};
            count += difference < low || difference > high;
        }
        return count;
    };
    EXPECT_EQ(countExceeding(item("I64", a, b)).value(), beyond(least<std::int64_t>, most<std::int64_t>));
    EXPECT_EQ(countExceeding(item("I64", a, b, DType::I32)).value(), beyond(least<std::int32_t>, most<std::int32_t>));
    EXPECT_EQ(countExceeding(item("I64", a, b, DType::U64)).value(), beyond(0, most<std::uint64_t>));
    EXPECT_GT(beyond(least<std::int64_t>, most<std::int64_t>), 1U);
}

TEST_F(DifferenceLimitsTest, SaysWhichTensorsOfU64AreClamped)
{
    constexpr std::uint64_t end = most<std::uint64_t>;
    Recipe recipe;
    recipe.items.push_back(item<std::uint64_t>("U64", {0, end, 5, 0}, {end, 0, 7, end / 2}));
    EXPECT_EQ(recipe.items.front().dtype, DType::I64);
    // In Python: [2**64 - 1, -(2**64 - 1), 2, 2**63 - 1]. An I64 can hold the last two.
    EXPECT_EQ(countExceeding(recipe.items.front()).value(), 2U);
    EXPECT_EQ(exceedingText(recipe).value(),
        "2 differences of tensor \"w\" beyond I64, written as the nearest number that it holds");
    recipe.items.front().largest = 100;
    EXPECT_FALSE(mayExceed(recipe.items.front()));
    EXPECT_EQ(exceedingText(recipe).value(), "");
}

TEST_F(DifferenceLimitsTest, AnF32ThatCannotHoldThemMakesWayForF64)
{
    const std::vector<float> a{3e38F, 1, 0};
    const std::vector<float> b{-3e38F, 2, std::numeric_limits<float>::infinity()};
    const RecipeItem narrow = item("F32", a, b);
    EXPECT_EQ(narrow.dtype, DType::F32);
    EXPECT_TRUE(mayExceed(narrow)) << "nobody has looked";
    EXPECT_EQ(countExceeding(narrow).value(), 1U);
    const double largest = double{3e38F} * 2;
    const RecipeItem wide = item("F32", a, b, {}, largest);
    EXPECT_EQ(wide.dtype, DType::F64);
    EXPECT_FALSE(mayExceed(wide));
    EXPECT_EQ(countExceeding(wide).value(), 0U);
    EXPECT_EQ(item("F32", a, b, {}, double{most<float>}).dtype, DType::F32);
    EXPECT_FALSE(mayExceed(item<std::uint16_t>("F16", {0}, {1}))) << "an F32 holds all differences of F16";
}

TEST_F(DifferenceLimitsTest, CountsFloatsThatAreTooLarge)
{
    const std::vector<double> a{-1.7e308, 0, 0, 0, std::numeric_limits<double>::quiet_NaN()};
    const std::vector<double> b{1.7e308, 65504, 65505, -1e5, 1};
    EXPECT_EQ(countExceeding(item("F64", a, b)).value(), 1U);
    EXPECT_EQ(countExceeding(item("F64", a, b, DType::F16)).value(), 3U);
    EXPECT_EQ(countExceeding(item("F64", a, b, DType::U8)).value(), 4U);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(countExceeding(item("F64", a, b), {.stop = stop.get_token()}).error().code, ErrorCode::Stopped);
}

TEST_F(DifferenceLimitsTest, CountsInAllPartsOfALargeTensorAndSaysHowFarItIs)
{
    constexpr std::size_t count = 100'004; // several blocks, the last of which is partial
    std::vector<std::int64_t> a(count, 0);
    std::vector<std::int64_t> b(count, 1);
    std::uint64_t wanted = 1;
    for (std::size_t i = 0; i < count; i += 7) {
        a[i] = least<std::int64_t>;
        ++wanted;
    }
    b.back() = most<std::int64_t>;
    a.back() = -1;
    Recipe recipe;
    recipe.items.push_back(item("I64", a, b));
    recipe.items.push_back(recipe.items.front());
    recipe.items.back().largest = 1; // no values need to be checked
    EXPECT_EQ(countExceeding(recipe.items.front()).value(), wanted);
    Progress progress;
    ASSERT_TRUE(exceedingText(recipe, {.stop = {}, .progress = &progress}).has_value());
    EXPECT_EQ(progress.total, 2 * count * sizeof(std::int64_t));
    EXPECT_EQ(progress.done, progress.total);
    EXPECT_EQ(bytesToCountExceeding(recipe), progress.total);
}

TEST_F(DifferenceLimitsTest, NamesAFewTensors)
{
    Recipe recipe;
    for (int i = 0; i < 7; ++i)
        recipe.items.push_back(item<std::int64_t>("I64", {least<std::int64_t>}, {1}));
    const std::string text = exceedingText(recipe).value();
    EXPECT_THAT(text, HasSubstr("1 difference of tensor"));
    EXPECT_THAT(text, HasSubstr("; such are in 2 more tensors"));
}

TEST(WrittenBytes, AreWholeAndEndAtTheLargestNumber)
{
    auto checkpoint = std::make_shared<Checkpoint>();
    const std::vector<std::uint64_t> three{3};
    const std::vector<std::uint64_t> huge{std::uint64_t{1} << 62, 2};
    const std::vector<std::uint64_t> beyond{std::uint64_t{1} << 62, 8};
    for (const auto* const shape : {&three, &huge, &beyond}) {
        Tensor tensor;
        tensor.dtype = DType::F32;
        tensor.shape = *shape;
        checkpoint->tensors.push_back(tensor);
    }
    const auto bytes = [&](std::uint32_t tensor, DType dtype) {
        return writtenBytes({.source = checkpoint, .tensor = tensor, .name = "t", .dtype = dtype});
    };
    EXPECT_EQ(bytes(0, DType::F4), 2U); // 12 bits
    EXPECT_EQ(bytes(0, DType::F6_E2M3), 3U); // 18 bits
    EXPECT_EQ(bytes(0, DType::F64), 24U);
    EXPECT_EQ(bytes(1, DType::F16), most<std::uint64_t>);
    EXPECT_EQ(bytes(2, DType::U8), most<std::uint64_t>);
}

} // namespace

} // namespace loupe::test
