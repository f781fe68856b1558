#include "formats/storages/packed_bytes.h"

#include "formats/storages/strided_storage.h"
#include "support/temporary_file.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

/// The bytes of a text in reverse order.
class Reversed : public PackedBytes {
public:
    explicit Reversed(std::string text)
        : m_text(text.rbegin(), text.rend())
    {
    }
    Result<> read(const Source&, std::uint64_t offset, std::span<std::byte> target) const override
    {
        EXPECT_LE(offset + target.size(), m_text.size());
        std::copy_n(reinterpret_cast<const std::byte*>(m_text.data()) + offset, target.size(), target.begin());
        return {};
    }
    std::uint64_t fileBytes() const override { return 1000; }

private:
    std::string m_text;
};

BytePiece plain(std::uint64_t begin, std::uint64_t end)
{
    return {{begin, end}, end - begin, nullptr};
}

/// Pieces that are out of order in the file. Some are empty and one is packed.
std::vector<BytePiece> pieces()
{
    return {plain(20, 27), plain(0, 3), plain(5, 5), plain(8, 9), {{0, 1}, 4, std::make_shared<Reversed>("WXYZ")},
        plain(30, 32), plain(10, 13)};
}

constexpr std::string_view whole = "klmnopq0128ZYXWuvabc";

} // namespace

TEST(PiecedBytes, AreWhatThePiecesAreTogether)
{
    TemporaryFolder folder;
    const auto source = *Source::open(folder.write("a", "0123456789abcdefghijklmnopqrstuv"));
    const PiecedBytes bytes(pieces());
    EXPECT_EQ(bytes.fileBytes(), 7 + 3 + 1 + 1000 + 2 + 3U);
    for (std::size_t first = 0; first <= whole.size(); ++first) {
        for (std::size_t count = 0; count <= whole.size() - first; ++count) {
            std::string target(count, '?');
            const auto done = bytes.read(*source, first, std::as_writable_bytes(std::span(target)));
            ASSERT_TRUE(done) << describe(done.error());
            EXPECT_EQ(target, whole.substr(first, count));
        }
    }
    std::string target(2, '?');
    const auto beyond = bytes.read(*source, whole.size() - 1, std::as_writable_bytes(std::span(target)));
    ASSERT_FALSE(beyond);
    EXPECT_EQ(beyond.error().code, ErrorCode::PastTheEnd);
}

/// Elements in two pieces, reversed and transposed.
TEST(PiecedBytes, AreStoredBytesLikeAnyOther)
{
    TemporaryFolder folder;
    const auto source = *Source::open(folder.write("a", "0123456789abcdefghijklmnopqrstuv"));
    auto stored = std::make_shared<StoredBytes>();
    stored->range = {20, 27};
    stored->size = whole.size();
    stored->packed = std::make_shared<const PiecedBytes>(pieces());
    stored->bigEndian = true;
    stored->kept = std::make_shared<KeptArrays>();
    Tensor tensor;
    tensor.dtype = DType::F32;
    const auto decode = [&](std::vector<StridedAxis> axes, std::uint64_t first, std::uint64_t count) {
        std::string target(count * 4, '?');
        const StridedStorage storage(stored, 0, std::move(axes));
        EXPECT_EQ(storage.fileBytes(tensor), 1016U);
        const auto done = storage.decode(tensor, *source, first, count, std::as_writable_bytes(std::span(target)));
        EXPECT_TRUE(done) << describe(done.error());
        return target;
    };
    EXPECT_EQ(decode({{5, 1}}, 1, 3), "0qpoZ821uWXY");
    EXPECT_EQ(decode({{2, 1}, {2, 2}}, 0, 4), "nmlkZ8210qpouWXY");
}

/// Arrays at the same position count as different if they are unpacked differently.
TEST(KeptArrays, KnowWhoUnpacks)
{
    TemporaryFolder folder;
    const auto source = *Source::open(folder.write("a", "abc"));
    KeptArrays kept;
    int fills = 0;
    const auto get = [&](const void* packed, char letter) {
        const auto bytes = kept.get(
            *source, {0, 2}, 2,
            [&](std::span<std::byte> target) -> Result<> {
                ++fills;
                std::fill(target.begin(), target.end(), std::byte(letter));
                return {};
            },
            packed);
        return bytes ? static_cast<char>((*bytes)->bytes()[0]) : '?';
    };
    EXPECT_EQ(get(&kept, 'x'), 'x');
    EXPECT_EQ(get(&folder, 'y'), 'y');
    EXPECT_EQ(get(&kept, 'z'), 'x');
    EXPECT_EQ(fills, 2);
}

} // namespace loupe::test
