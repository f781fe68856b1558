#include "core/elements.h"
#include "support/temporary_file.h"

#include <cstring>

namespace loupe {
namespace {

const std::uint64_t shape[] = {2, 3};
const std::uint64_t largeShape[] = {1000, 1000};

class ElementsTest : public testing::Test {
protected:
    /// A checkpoint with one tensor, at byte 4 of a file with the bytes 0, 1, 2, …
    std::shared_ptr<Checkpoint> checkpoint(DType dtype, std::span<const std::uint64_t> dimensions, std::uint64_t size)
    {
        std::string content;
        for (int i = 0; i < 40; ++i)
            content.push_back(static_cast<char>(i));
        auto result = std::make_shared<Checkpoint>();
        CheckpointFile file;
        file.path = m_folder.write("file", content);
        file.source = *Source::open(file.path);
        result->files.push_back(file);
        Tensor tensor;
        tensor.name = "weight";
        tensor.shape = dimensions;
        tensor.dtype = dtype;
        tensor.bytes = {4, 4 + size};
        result->tensors.push_back(tensor);
        return result;
    }

    test::TemporaryFolder m_folder;
    Buffer m_scratch;
};

/// Every element's value is its index * 10.
class Tens : public Storage {
public:
    Result<> decode(const Tensor&, const Source&, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override
    {
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto value = static_cast<std::uint16_t>((first + i) * 10);
            std::memcpy(target.data() + 2 * i, &value, 2);
        }
        return {};
    }
};

TEST_F(ElementsTest, PlainElementsAreTheMapItself)
{
    const auto elements = Elements::open(checkpoint(DType::U16, shape, 12), 0);
    ASSERT_TRUE(elements);
    EXPECT_EQ(elements->count(), 6u);
    const std::byte* first = nullptr;
    ASSERT_TRUE(elements->visit(0, 6, m_scratch, [&](auto bytes) { first = bytes.data(); }));
    ASSERT_TRUE(elements->visit(1, 2, m_scratch, [&](std::span<const std::byte> bytes) {
        EXPECT_EQ(bytes.data(), first + 2);
        EXPECT_EQ(bytes.size(), 4u);
        EXPECT_EQ(bytes[0], std::byte{6});
    }));
}

TEST_F(ElementsTest, StoredElementsComeFromTheirDecoder)
{
    const Tens tens;
    auto point = checkpoint(DType::U16, largeShape, 3);
    point->tensors[0].storage = &tens;
    const auto elements = Elements::open(point, 0);
    ASSERT_TRUE(elements);
    ASSERT_TRUE(elements->visit(500, 2, m_scratch, [](std::span<const std::byte> bytes) {
        EXPECT_EQ(bytes.size(), 4u);
        EXPECT_EQ(readScalar(DType::U16, bytes, 1).asUnsigned, 5010u);
    }));
}

TEST_F(ElementsTest, WhatDoesNotFitIsAnErrorThatNamesTheTensor)
{
    const auto misfit = Elements::open(checkpoint(DType::U16, shape, 13), 0);
    ASSERT_FALSE(misfit);
    EXPECT_EQ(misfit.error().code, ErrorCode::Malformed);
    EXPECT_NE(misfit.error().message.find("\"weight\""), std::string::npos);

    const auto pastTheEnd = Elements::open(checkpoint(DType::U16, largeShape, 2'000'000), 0);
    ASSERT_FALSE(pastTheEnd);
    EXPECT_EQ(pastTheEnd.error().code, ErrorCode::PastTheEnd);

    auto absent = checkpoint(DType::U16, shape, 12);
    absent->files[0].source = nullptr;
    EXPECT_EQ(Elements::open(absent, 0).error().code, ErrorCode::NotFound);
}

TEST_F(ElementsTest, ElementsOutsideAreErrors)
{
    const auto elements = Elements::open(checkpoint(DType::U16, shape, 12), 0);
    const auto visit = [&](std::uint64_t first, std::uint64_t count) {
        return elements->visit(first, count, m_scratch, [](auto) { FAIL(); }).has_value();
    };
    EXPECT_FALSE(visit(0, 7));
    EXPECT_FALSE(visit(7, 0));
    EXPECT_FALSE(visit(3, UINT64_MAX));
    EXPECT_FALSE(visit(UINT64_MAX, 1));
}

TEST_F(ElementsTest, NibblesRoundUpToTheirByte)
{
    const std::uint64_t six[] = {6};
    const auto elements = Elements::open(checkpoint(DType::F4, six, 3), 0);
    ASSERT_TRUE(elements);
    ASSERT_TRUE(elements->visit(2, 3, m_scratch, [](auto bytes) { EXPECT_EQ(bytes.size(), 2u); }));
}

TEST_F(ElementsTest, AnOpaqueTensorIsItsBytes)
{
    const auto elements = Elements::open(checkpoint(DType::Opaque, shape, 5), 0);
    ASSERT_TRUE(elements);
    EXPECT_EQ(elements->count(), 5u);
}

TEST_F(ElementsTest, ChunksBeginAtWholeBytes)
{
    for (std::size_t i = 0; i < dtypeCount; ++i) {
        const auto dtype = static_cast<DType>(i);
        auto point = checkpoint(dtype, {}, 0);
        const std::uint64_t empty[] = {0};
        point->tensors[0].shape = empty;
        const auto elements = Elements::open(point, 0);
        ASSERT_TRUE(elements);
        EXPECT_GT(elements->chunkElements(), 0u);
        EXPECT_EQ(elements->chunkElements() * bitsPerElement(dtype) % 8, 0u);
        EXPECT_LE(elements->chunkElements() * bitsPerElement(dtype) / 8, 1u << 20);
    }
}

} // namespace
} // namespace loupe
