#include "formats/storages/affine_storage.h"
#include "formats/storages/byte_order.h"
#include "formats/storages/sign_storage.h"
#include "support/temporary_file.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace loupe::test {

namespace {

std::vector<DType> allDTypes()
{
    std::vector<DType> all;
    for (std::size_t i = 0; i < dtypeCount; ++i)
        all.push_back(static_cast<DType>(i));
    return all;
}

bool isInteger(DType dtype)
{
    return info(dtype).kind == DTypeKind::Signed || info(dtype).kind == DTypeKind::Unsigned;
}

} // namespace

TEST(SwapBytes, ReversesEachNumberOfEveryDType)
{
    for (const DType dtype : allDTypes()) {
        const std::size_t size = bitsPerElement(dtype) / 8;
        const std::size_t part = info(dtype).kind == DTypeKind::Complex ? size / 2 : size;
        std::string bytes = "0123456789abcdefghijklmnopqrstuv";
        std::string expected = bytes;
        for (std::size_t begin = 0; part > 1 && begin < expected.size(); begin += part)
            std::reverse(expected.begin() + begin, expected.begin() + begin + part);
        swapBytes(dtype, std::as_writable_bytes(std::span(bytes)));
        EXPECT_EQ(bytes, expected) << dtypeName(dtype);
    }
}

/// In two's complement, -3 is 0xfd, 0xff, 0xff and so on.
TEST(SignStorage, NegatesEveryIntegerDType)
{
    TemporaryFolder folder;
    for (const DType dtype : allDTypes()) {
        if (!isInteger(dtype))
            continue;
        const std::size_t size = bitsPerElement(dtype) / 8;
        std::string number(size, '\0');
        number[0] = 3;
        std::string expected(size, '\xff');
        expected[0] = '\xfd';
        const auto source = *Source::open(folder.write(std::string(dtypeName(dtype)), number + number));
        const std::uint64_t shape[] = {2};
        const Tensor tensor{.name = "a", .shape = shape, .bytes = {0, 2 * size}, .dtype = dtype};
        std::string target(2 * size, '?');
        const SignStorage storage({nullptr, dtype}, {.real = true, .imaginary = false});
        const auto done = storage.decode(tensor, *source, 0, 2, std::as_writable_bytes(std::span(target)));
        ASSERT_TRUE(done) << describe(done.error());
        EXPECT_EQ(target, expected + expected) << dtypeName(dtype);
    }
}

TEST(AffineStorage, ScalesTheDTypesThatTorchAndTensorFlowLiteQuantizeTo)
{
    for (const DType dtype : allDTypes()) {
        const bool isQuantized = dtype == DType::I8 || dtype == DType::U8 || dtype == DType::I16 || dtype == DType::U16
            || dtype == DType::I32 || dtype == DType::I64;
        EXPECT_EQ(AffineStorage::canScale(dtype), isQuantized) << dtypeName(dtype);
    }
}

} // namespace loupe::test
