// Chunks with hostile records that no writer would produce.

#include "formats/hdf5/hdf5_chunks.h"

#include "support/temporary_file.h"

#include <gtest/gtest.h>

#include <cstring>

namespace loupe::test {

namespace {

const std::string stored{1, 2, 3, 4, 5, 6, 7, 8};
const std::string unshuffled{1, 3, 5, 7, 2, 4, 6, 8}; // two elements of four bytes each

hdf5::Hdf5Dataset bytesIn(std::uint64_t shape, std::uint64_t chunk)
{
    hdf5::Hdf5Dataset dataset;
    dataset.shape = {shape};
    dataset.type.dtype = DType::U8;
    dataset.type.size = 1;
    dataset.layout = hdf5::Hdf5Layout::Chunked;
    dataset.chunkShape = {chunk};
    dataset.bytes = "f";
    return dataset;
}

class Hdf5Chunks : public testing::Test {
protected:
    hdf5::Hdf5ChunkedStorage storage(const hdf5::Hdf5Dataset& dataset, std::vector<hdf5::Hdf5Chunk> chunks) const
    {
        return {dataset, std::move(chunks), {0, stored.size()}, stored.size(), std::nullopt, m_cache};
    }
    std::string read(const Storage& storage, std::uint64_t first, std::uint64_t count) const
    {
        Tensor tensor;
        tensor.dtype = DType::U8;
        std::string bytes(count, '?');
        EXPECT_TRUE(storage.decode(tensor, *m_source, first, count, std::as_writable_bytes(std::span(bytes))));
        return bytes;
    }

private:
    TemporaryFolder m_folder;
    // Not memory-mapped, since plain data in a map bypasses the cache.
    std::shared_ptr<const Source> m_source = *Source::open(m_folder.write("file", stored), Source::Access::Read);
    std::shared_ptr<hdf5::Hdf5ChunkCache> m_cache = std::make_shared<hdf5::Hdf5ChunkCache>();
};

} // namespace

TEST_F(Hdf5Chunks, InTheSamePlaceAreWhatTheirOwnFiltersMakeOfThem)
{
    constexpr std::uint64_t shuffle = 2;
    hdf5::Hdf5Dataset shuffled = bytesIn(8, 8);
    shuffled.filters = {{.id = shuffle, .name = "shuffle", .values = {4}}};
    const auto plain = storage(bytesIn(8, 8), {{.offset = 0, .size = 8}});
    const auto filtered = storage(shuffled, {{.offset = 0, .size = 8}});
    EXPECT_EQ(read(plain, 0, 8), stored);
    EXPECT_EQ(read(filtered, 0, 8), unshuffled);
    EXPECT_EQ(read(plain, 0, 8), stored);
    shuffled.shape = {16};
    const auto both = storage(shuffled, {{.offset = 0, .size = 8}, {.offset = 0, .size = 8, .skipped = 1}});
    EXPECT_EQ(read(both, 0, 16), unshuffled + stored);
}

TEST_F(Hdf5Chunks, ThatEndWhereNumbersDoAreNotLeft)
{
    constexpr std::uint64_t half = std::uint64_t{1} << 63;
    const auto halves = storage(bytesIn(half + 2, half), {{}, {}});
    EXPECT_EQ(read(halves, half - 1, 3), "fff");
}

} // namespace loupe::test
