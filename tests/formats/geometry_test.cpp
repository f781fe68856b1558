#include "formats/shared/geometry.h"

#include <limits>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

constexpr std::uint64_t dataBegin = 100;
constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

struct Made {
    std::string_view name;
    DType dtype;
    std::vector<std::uint64_t> shape;
    std::uint64_t begin;
    std::uint64_t end;
};

/// Returns the rejections in order, and stores the validated content in `result`.
std::string validate(
    const std::vector<Made>& list, std::uint64_t dataSize, GeometryRules rules, FileContent* result = nullptr)
{
    FileContent content;
    content.data = {dataBegin, dataBegin + dataSize};
    for (const Made& made : list) {
        Tensor& tensor = content.tensors.emplace_back();
        tensor.name = made.name;
        tensor.dtype = made.dtype;
        tensor.shape = content.arena.copy(std::span<const std::uint64_t>(made.shape));
        tensor.bytes.begin = made.begin;
        tensor.bytes.end = made.end;
    }
    validateGeometry(content, content.data.end, rules);
    std::string refusals;
    for (const Finding& finding : content.findings.list())
        refusals.append(refusals.empty() ? "" : " ").append(finding.code);
    for (const Tensor& tensor : content.tensors)
        EXPECT_LE(tensor.bytes.begin, tensor.bytes.end);
    if (result)
        *result = std::move(content);
    return refusals;
}

constexpr GeometryRules bits{.overflowOfBits = true};
constexpr GeometryRules listed{.listOrder = true};

} // namespace

TEST(Geometry, SortsByBytes)
{
    FileContent content;
    const std::vector<Made> list{
        {"c", DType::U8, {4}, 8, 12}, {"zero", DType::U8, {0}, 8, 8}, {"a", DType::F32, {2}, 0, 8}};
    EXPECT_EQ(validate(list, 12, bits, &content), "");
    EXPECT_EQ(content.tensors[0].name, "a");
    EXPECT_EQ(content.tensors[1].name, "zero");
    EXPECT_EQ(content.tensors[2].bytes, (ByteRange{dataBegin + 8, dataBegin + 12}));
    EXPECT_EQ(validate(list, 12, listed), "offset-order");
}

TEST(Geometry, OverflowIsOfBitsOrOfBytes)
{
    constexpr std::uint64_t large = std::uint64_t{1} << 61;
    EXPECT_EQ(validate({{"a", DType::U8, {large}, 0, large}}, 0, bits), "shape-overflow data-missing");
    EXPECT_EQ(validate({{"a", DType::U8, {large}, 0, large}}, 0, listed), "data-missing");
    EXPECT_EQ(validate({{"a", DType::F64, {large}, 0, 0}}, 0, listed), "shape-overflow");
    EXPECT_EQ(validate({{"a", DType::F32, {0, largest, 2}, 0, 0}}, 0, bits), "");
    EXPECT_EQ(validate({{"a", DType::F32, {largest, 2, 0}, 0, 0}}, 0, bits), "shape-overflow");
}

TEST(Geometry, SubByteSizes)
{
    EXPECT_EQ(validate({{"a", DType::F4, {6}, 0, 3}}, 3, bits), "");
    EXPECT_EQ(validate({{"a", DType::F4, {3}, 0, 2}}, 2, bits), "size-misaligned");
    EXPECT_EQ(validate({{"a", DType::F6_E2M3, {4}, 0, 3}}, 3, bits), "");
    EXPECT_EQ(validate({{"a", DType::C64, {2}, 0, 16}}, 16, bits), "");
}

TEST(Geometry, OffsetsNearTheTopDoNotWrap)
{
    FileContent content;
    EXPECT_EQ(validate({{"a", DType::U8, {largest}, 0, largest}}, 8, listed, &content), "data-missing");
    EXPECT_EQ(content.tensors[0].bytes, (ByteRange{dataBegin, largest}));
    EXPECT_EQ(validate({{"a", DType::U8, {0}, largest, largest}}, 0, listed, &content), "offset-hole data-missing");
    EXPECT_EQ(content.tensors[0].bytes, (ByteRange{largest, largest}));
    EXPECT_EQ(validate({{"a", DType::U8, {0}, largest, 3}}, 3, listed, &content), "offset-reversed");
}

TEST(Geometry, GapsMeanNothingInAHeaderThatWasCut)
{
    EXPECT_EQ(validate({{"a", DType::U8, {4}, 8, 12}}, 20, {.wholeHeader = false}), "");
    EXPECT_EQ(validate({{"a", DType::U8, {4}, 8, 13}}, 20, {.wholeHeader = false}), "size-mismatch");
}

} // namespace loupe::test
