// Deflated members of hundreds of MB: the work and memory that random reads take.

#include "numpy_files.h"

#include "core/elements.h"
#include "formats/numpy/numpy_values.h"
#include "formats/zip/inflating_reader.h"

#include <gtest/gtest.h>

#include <random>
#include <thread>
#include <zlib.h>

namespace loupe::test {

namespace {

constexpr std::uint64_t mib = std::uint64_t{1} << 20;

/// A raw deflate stream of 32-bit numbers: number i is i / 64, which deflates well and shows its position.
std::string deflatedNumbers(std::uint64_t size)
{
    z_stream stream{};
    EXPECT_EQ(deflateInit2(&stream, 1, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY), Z_OK);
    std::string result;
    std::vector<std::uint32_t> numbers(mib / 4);
    std::vector<Bytef> output(mib);
    for (std::uint64_t begin = 0; begin < size; begin += mib) {
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = static_cast<std::uint32_t>((begin / 4 + i) / 64);
        stream.next_in = reinterpret_cast<Bytef*>(numbers.data());
        stream.avail_in = static_cast<uInt>(mib);
        do {
            stream.next_out = output.data();
            stream.avail_out = static_cast<uInt>(output.size());
            EXPECT_NE(deflate(&stream, begin + mib >= size ? Z_FINISH : Z_NO_FLUSH), Z_STREAM_ERROR);
            result.append(reinterpret_cast<const char*>(output.data()), output.size() - stream.avail_out);
        } while (stream.avail_in > 0 || stream.avail_out == 0);
    }
    deflateEnd(&stream);
    return result;
}

/// Whether `bytes` are those of deflatedNumbers() from `offset` on.
bool areNumbers(std::span<const std::byte> bytes, std::uint64_t offset)
{
    std::vector<std::uint32_t> expected(bytes.size() / 4 + 2);
    for (std::size_t i = 0; i < expected.size(); ++i)
        expected[i] = static_cast<std::uint32_t>((offset / 4 + i) / 64);
    return std::memcmp(bytes.data(), reinterpret_cast<const std::byte*>(expected.data()) + offset % 4, bytes.size())
        == 0;
}

class Inflating : public testing::Test {
protected:
    void prepare(std::uint64_t mebibytes)
    {
        m_size = mebibytes * mib;
        const std::string stream = deflatedNumbers(m_size);
        m_source = *Source::open(m_folder.write("stream", stream));
        m_points = std::make_shared<zip::InflatePoints>();
        m_reader = std::make_unique<zip::InflatingReader>(ByteRange{0, m_source->size()}, m_size, m_points);
    }

    void expectRead(std::uint64_t offset, std::uint64_t count) const
    {
        std::vector<std::byte> bytes(count);
        const auto read = m_reader->read(*m_source, offset, bytes);
        ASSERT_TRUE(read) << describe(read.error());
        ASSERT_TRUE(areNumbers(bytes, offset)) << offset;
        ASSERT_LE(m_points->points(), zip::InflatePoints::mostPoints);
    }

    std::uint64_t m_size = 0;
    TemporaryFolder m_folder;
    std::shared_ptr<const Source> m_source;
    std::shared_ptr<zip::InflatePoints> m_points;
    std::unique_ptr<zip::InflatingReader> m_reader;
};

} // namespace

TEST_F(Inflating, ForwardBackwardAndAtRandomIsLinear)
{
    prepare(640); // more MiB than there can be restart points
    for (std::uint64_t offset = 0; offset < m_size; offset += mib)
        expectRead(offset, mib);
    EXPECT_EQ(m_points->inflatedBytes(), m_size); // each byte once
    EXPECT_GT(m_points->points(), zip::InflatePoints::mostPoints / 4);

    // Backwards: each read starts at most this far before its position.
    const std::uint64_t farthest = 4 * m_size / zip::InflatePoints::mostPoints + 2 * mib;
    const std::uint64_t forward = m_points->inflatedBytes();
    std::uint64_t reads = 0;
    for (std::uint64_t offset = m_size; offset >= 8 * mib; offset -= 8 * mib, ++reads)
        expectRead(offset - 8 * mib + 3, 1000);
    EXPECT_LE(m_points->inflatedBytes() - forward, reads * (farthest + 1000));

    const std::uint64_t backward = m_points->inflatedBytes();
    std::mt19937_64 random(1);
    for (reads = 0; reads < 100; ++reads)
        expectRead(random() % (m_size - 1000), 1000);
    EXPECT_LE(m_points->inflatedBytes() - backward, reads * (farthest + 1000));
}

TEST_F(Inflating, SeveralThreadsShareWhatIsKnown)
{
    prepare(128);
    constexpr std::uint64_t threads = 4;
    {
        std::vector<std::jthread> all;
        for (std::uint64_t thread = 0; thread < threads; ++thread) {
            all.emplace_back([&, thread] {
                for (std::uint64_t offset = thread * 4 * mib; offset < m_size; offset += threads * 4 * mib) {
                    for (std::uint64_t part = 0; part < 4; ++part)
                        expectRead(offset + part * mib, mib);
                }
            });
        }
    }
    // No thread keeps starting over at the front.
    EXPECT_LE(m_points->inflatedBytes(), m_size * (threads + 2));
}

TEST_F(Inflating, WhatIsNotThereIsAnError)
{
    prepare(32);
    std::vector<std::byte> bytes(10);
    EXPECT_EQ(m_reader->read(*m_source, m_size - 5, bytes).error().code, ErrorCode::PastTheEnd);
    EXPECT_EQ(m_reader->read(*m_source, UINT64_MAX, bytes).error().code, ErrorCode::PastTheEnd);
    const zip::InflatingReader liar({0, m_source->size()}, m_size + mib, m_points);
    EXPECT_EQ(liar.read(*m_source, m_size - 5, bytes).error().code, ErrorCode::Malformed);
    const zip::InflatingReader cut({0, 10'000}, m_size, m_points);
    EXPECT_EQ(cut.read(*m_source, 30 * mib, bytes).error().code, ErrorCode::Malformed);
}

TEST(InflatePointsOfManyStreams, StayBounded)
{
    constexpr std::uint64_t size = 8 * mib;
    const std::string stream = deflatedNumbers(size);
    std::string file;
    constexpr std::uint64_t streams = 100;
    for (std::uint64_t i = 0; i < streams; ++i)
        file += stream;
    TemporaryFolder folder;
    const auto source = *Source::open(folder.write("streams", file));
    const auto points = std::make_shared<zip::InflatePoints>();
    for (std::uint64_t i = 0; i < streams; ++i) {
        const zip::InflatingReader reader({i * stream.size(), (i + 1) * stream.size()}, size, points);
        std::vector<std::byte> bytes(1000);
        ASSERT_TRUE(reader.read(*source, size - 1000, bytes));
        EXPECT_TRUE(areNumbers(bytes, size - 1000));
        EXPECT_LE(points->points(), zip::InflatePoints::mostPoints);
    }
    EXPECT_GT(points->points(), zip::InflatePoints::mostPoints / 2);
}

/// Compares with the obvious way, which copies one element at a time.
TEST(GatherRows, PutsEveryElementInItsPlace)
{
    const std::vector<std::vector<std::uint64_t>> shapes{{5, 7}, {7, 1, 5}, {2, 3, 4, 5}, {1, 9}, {9, 1}, {33, 2}};
    for (const auto& shape : shapes) {
        std::uint64_t count = 1;
        for (const std::uint64_t dimension : shape)
            count *= dimension;
        for (const std::size_t elementSize : {1, 2, 4, 8}) {
            std::vector<std::byte> rows(count * elementSize);
            std::vector<std::byte> columns(rows.size());
            for (std::uint64_t i = 0; i < count; ++i) {
                std::uint64_t place = 0;
                std::uint64_t stride = 1;
                std::uint64_t inner = count;
                std::uint64_t rest = i;
                for (const std::uint64_t dimension : shape) {
                    inner /= dimension;
                    place += rest / inner * stride;
                    rest %= inner;
                    stride *= dimension;
                }
                for (std::size_t byte = 0; byte < elementSize; ++byte) {
                    rows[i * elementSize + byte] = static_cast<std::byte>(i * 3 + byte * 100);
                    columns[place * elementSize + byte] = rows[i * elementSize + byte];
                }
            }
            for (std::uint64_t first = 0; first < count; ++first) {
                for (std::uint64_t size = 1; size <= count - first; ++size) {
                    std::vector<std::byte> got(size * elementSize);
                    numpy::gatherRows(shape, elementSize, columns, first, size, got);
                    ASSERT_TRUE(std::equal(got.begin(), got.end(), rows.begin() + first * elementSize));
                }
            }
        }
    }
}

} // namespace loupe::test
