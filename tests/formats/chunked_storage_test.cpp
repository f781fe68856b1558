#include "formats/storages/chunked_storage.h"
#include "formats/storages/swapped_storage.h"
#include "support/temporary_file.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace loupe::test {

namespace {

using Sizes = std::vector<std::uint64_t>;

struct Box {
    Sizes begins;
    Sizes sizes;
};

ChunkBoxes boxesOf(std::size_t dimensions, const std::vector<Box>& list)
{
    ChunkBoxes boxes(dimensions);
    for (const Box& box : list)
        boxes.add(box.begins, box.sizes);
    return boxes;
}

std::uint64_t productOf(const Sizes& sizes)
{
    return std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{1}, std::multiplies<>());
}

/// Cuts boxes in two repeatedly, each time in a random dimension and at a random position.
std::vector<Box> cutByChance(const Sizes& shape, std::size_t count, std::mt19937& random)
{
    std::vector<Box> boxes{{Sizes(shape.size(), 0), shape}};
    for (int tries = 0; boxes.size() < count && tries < 1000; ++tries) {
        Box& box = boxes[random() % boxes.size()];
        const std::size_t along = random() % shape.size();
        if (box.sizes[along] < 2)
            continue;
        Box other = box;
        box.sizes[along] = 1 + random() % (box.sizes[along] - 1);
        other.begins[along] += box.sizes[along];
        other.sizes[along] -= box.sizes[along];
        boxes.push_back(other);
    }
    std::shuffle(boxes.begin(), boxes.end(), random);
    return boxes;
}

/// The values in the box if each element of the tensor holds its own index, computed one element at a time.
std::vector<std::uint16_t> numbersOf(const Sizes& shape, const Box& box)
{
    std::vector<std::uint16_t> numbers;
    for (std::uint64_t element = 0; element < productOf(shape); ++element) {
        std::uint64_t rest = element;
        bool isInside = true;
        for (std::size_t d = shape.size(); d-- > 0; rest /= shape[d]) {
            const std::uint64_t place = rest % shape[d];
            isInside = isInside && place >= box.begins[d] && place < box.begins[d] + box.sizes[d];
        }
        if (isInside)
            numbers.push_back(static_cast<std::uint16_t>(element));
    }
    return numbers;
}

std::string bytesOf(const std::vector<std::uint16_t>& numbers)
{
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(std::uint16_t)};
}

std::string swapped(std::string bytes)
{
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2)
        std::swap(bytes[i], bytes[i + 1]);
    return bytes;
}

} // namespace

TEST(ChunkedStorage, PutsBoxesOfAnyCutTogetherFromSeveralFiles)
{
    const SwappedStorage bigEndian;
    std::mt19937 random(23);
    const Sizes shapes[] = {{}, {1}, {13}, {5, 12}, {7, 1, 9}, {5, 4, 6}, {3, 2, 4, 5}};
    for (const Source::Access access : {Source::Access::Map, Source::Access::Read}) {
        for (const Sizes& shape : shapes) {
            TemporaryFolder folder;
            const auto list = cutByChance(shape, shape.empty() ? 1 : 9, random);
            std::vector<Sizes> kept;
            std::vector<ChunkValues> chunks;
            std::shared_ptr<const Source> main;
            for (std::size_t i = 0; i < list.size(); ++i) {
                const std::string before(i, '-');
                const bool isSwapped = i % 3 == 2;
                const std::string bytes = bytesOf(numbersOf(shape, list[i]));
                const auto source = *Source::open(
                    folder.write(std::to_string(i), before + (isSwapped ? swapped(bytes) : bytes)), access);
                ChunkValues values{.source = i == 0 ? nullptr : source, .begin = i};
                if (isSwapped) {
                    const auto size = std::make_shared<const std::uint64_t>(bytes.size() / 2);
                    values.decoder =
                        std::make_shared<const ChunkDecoder>(ChunkDecoder{.tensor = {.name = "part",
                                                                              .shape = {size.get(), 1},
                                                                              .bytes = {i, i + bytes.size()},
                                                                              .storage = &bigEndian,
                                                                              .dtype = DType::U16},
                            .owner = size});
                }
                main = i == 0 ? source : main;
                chunks.push_back(std::move(values));
            }
            const std::uint64_t count = productOf(shape);
            const ChunkBoxes boxes = boxesOf(shape.size(), list);
            ASSERT_TRUE(coverOf(shape, boxes).isExact(count));
            const ChunkedStorage storage(shape, boxes, std::move(chunks), 2 * count);
            const Tensor tensor{.name = "whole", .shape = shape, .bytes = {}, .storage = &storage, .dtype = DType::U16};
            std::vector<std::uint16_t> all(count);
            std::iota(all.begin(), all.end(), std::uint16_t{0});
            for (std::uint64_t first = 0; first < count; ++first) {
                for (std::uint64_t size : {std::uint64_t{1}, (count - first + 1) / 2, count - first}) {
                    std::vector<std::uint16_t> read(size, 0xffff);
                    const auto done =
                        storage.decode(tensor, *main, first, size, std::as_writable_bytes(std::span(read)));
                    ASSERT_TRUE(done) << describe(done.error());
                    ASSERT_EQ(read,
                        std::vector<std::uint16_t>(all.begin() + static_cast<std::ptrdiff_t>(first),
                            all.begin() + static_cast<std::ptrdiff_t>(first + size)))
                        << "dimensions " << shape.size() << ", from " << first;
                }
            }
            EXPECT_EQ(storage.fileBytes(tensor), 2 * count);
            std::size_t runs = 0;
            for (std::uint64_t first = 0; first < count; ++first) {
                const auto run = storage.plainRun(tensor, *main, first, count - first);
                if (!run)
                    continue; // this box has to be decoded
                ++runs;
                std::vector<std::uint16_t> read(run->elements, 0xffff);
                ASSERT_EQ(run->bytes.size(), 2 * read.size());
                ASSERT_TRUE(run->source->read(run->bytes.begin, std::as_writable_bytes(std::span(read))));
                ASSERT_TRUE(std::equal(read.begin(), read.end(), all.begin() + static_cast<std::ptrdiff_t>(first)));
            }
            EXPECT_GT(runs, 0U);
        }
    }
}

TEST(ChunkedStorage, FailsWhereAFileIsShorterThanItsChunks)
{
    TemporaryFolder folder;
    const auto source = *Source::open(folder.write("a", "12345"));
    const ChunkBoxes boxes = boxesOf(1, {{{0}, {2}}, {{2}, {2}}});
    const ChunkedStorage storage({4}, boxes, {{.begin = 0}, {.begin = 2}}, 8);
    const std::uint64_t shape[] = {4};
    const Tensor tensor{.name = "a", .shape = shape, .bytes = {}, .storage = &storage, .dtype = DType::U16};
    std::string target(8, '?');
    const auto bytes = std::as_writable_bytes(std::span(target));
    ASSERT_TRUE(storage.decode(tensor, *source, 0, 2, bytes.first(4)));
    EXPECT_EQ(target, "1234????");
    const auto done = storage.decode(tensor, *source, 0, 4, bytes);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::PastTheEnd);
}

TEST(ChunkCover, TellsGapsOverlapsAndBoxesOutside)
{
    struct Case {
        Sizes shape;
        std::vector<Box> boxes;
        bool isExact;
        bool overlaps;
        std::optional<std::size_t> outside;
        std::uint64_t elements;
    };
    const Case cases[] = {
        {{4, 6}, {{{0, 0}, {4, 3}}, {{0, 3}, {4, 3}}}, true, false, {}, 24},
        {{4, 6}, {{{0, 0}, {4, 3}}, {{0, 4}, {4, 2}}}, false, false, {}, 20}, // a gap
        {{4, 6}, {{{0, 0}, {4, 3}}, {{0, 2}, {4, 3}}}, false, true, {}, 24}, // a gap and an overlap of the same size
        {{4, 6}, {{{0, 0}, {4, 6}}, {{0, 0}, {4, 6}}}, false, true, {}, 48},
        {{4, 6}, {{{0, 0}, {4, 6}}, {{4, 0}, {0, 6}}}, true, false, {}, 24}, // an empty box at the end
        {{4, 6}, {{{0, 0}, {4, 6}}, {{4, 0}, {1, 6}}}, false, false, 1, 24},
        {{4, 6}, {{{0, UINT64_MAX}, {4, 2}}}, false, false, 0, 0},
        {{}, {{{}, {}}}, true, false, {}, 1},
        {{}, {{{}, {}}, {{}, {}}}, false, true, {}, 2},
        {{0, 4}, {{{0, 0}, {0, 4}}}, true, false, {}, 0},
        {{0, 4}, {}, true, false, {}, 0},
        {{1}, {}, false, false, {}, 0},
    };
    for (const Case& one : cases) {
        const ChunkCover cover = coverOf(one.shape, boxesOf(one.shape.size(), one.boxes));
        EXPECT_EQ(cover.isExact(productOf(one.shape)), one.isExact);
        EXPECT_EQ(cover.overlaps, one.overlaps);
        EXPECT_EQ(cover.outside, one.outside);
        EXPECT_EQ(cover.elements, one.elements);
    }
}

/// Along any single dimension half of these boxes share the same range, so a sweep cannot separate them quickly.
TEST(ChunkCover, TellsTheBoxesOfALargeGridApart)
{
    constexpr std::size_t dimensions = 12;
    constexpr std::uint64_t count = std::uint64_t{1} << dimensions;
    const Sizes shape(dimensions, 2);
    ChunkBoxes boxes(dimensions);
    for (std::uint64_t number = 0; number < count; ++number) {
        Sizes begins;
        for (std::size_t i = 0; i < dimensions; ++i)
            begins.push_back(number >> i & 1);
        boxes.add(begins, Sizes(dimensions, 1));
    }
    EXPECT_TRUE(coverOf(shape, boxes).isExact(count));
    boxes.add(Sizes(dimensions, 1), Sizes(dimensions, 1));
    EXPECT_TRUE(coverOf(shape, boxes).overlaps);
}

/// As above, but each pair is cut at one of two positions, so the boxes do not form a grid.
TEST(ChunkCover, GivesUpWhereBoxesCannotBeToldApartInTime)
{
    constexpr std::size_t dimensions = 13;
    constexpr std::uint64_t pairs = std::uint64_t{1} << (dimensions - 1);
    Sizes shape(dimensions, 2);
    shape[0] = 3;
    ChunkBoxes boxes(dimensions);
    for (std::uint64_t number = 0; number < pairs; ++number) {
        Sizes begins{0};
        for (std::size_t i = 0; i + 1 < dimensions; ++i)
            begins.push_back(number >> i & 1);
        Sizes sizes(dimensions, 1);
        sizes[0] = 1 + number % 2;
        boxes.add(begins, sizes);
        begins[0] = sizes[0];
        sizes[0] = 3 - sizes[0];
        boxes.add(begins, sizes);
    }
    const ChunkCover cover = coverOf(shape, boxes);
    EXPECT_EQ(cover.elements, 3 * pairs);
    EXPECT_TRUE(cover.isUnknown);
    EXPECT_FALSE(cover.isExact(3 * pairs));
}

} // namespace loupe::test
