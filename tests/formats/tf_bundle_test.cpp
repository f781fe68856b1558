#include "format_files.h"
#include "wire_bytes.h"

#include "core/crc32c.h"
#include "core/elements.h"
#include "formats/opening/unread_parts.h"
#include "formats/storages/swapped_storage.h"
#include "formats/tensorflow/masked_crc.h"
#include "formats/tensorflow/tf_slice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::test {

namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

template <typename Number>
std::string littleEndian(Number number)
{
    return {reinterpret_cast<const char*>(&number), sizeof number};
}

/// An entry whose key shares its first `shared` bytes with the entry before.
std::string entryAfter(std::uint64_t shared, const std::string& key, const std::string& value)
{
    return varint(shared) + varint(key.size()) + varint(value.size()) + key + value;
}

/// Writes a table block by block, each entry with its whole key.
class Table {
public:
    using Entries = std::vector<std::pair<std::string, std::string>>;

    /// Returns the block's offset and size, encoded as in directories.
    std::string add(const Entries& entries, char compression = 0)
    {
        std::string block;
        for (const auto& [key, value] : entries)
            block += entryAfter(0, key, value);
        return addBlock(std::move(block), compression);
    }
    std::string addBlock(std::string block, char compression = 0)
    {
        block += littleEndian(std::uint32_t{0}) + littleEndian(std::uint32_t{1});
        const std::string place = varint(m_bytes.size()) + varint(block.size());
        block += compression;
        m_bytes += block + littleEndian(tensorflow::maskedCrc(crc32c(0, std::as_bytes(std::span(block)))));
        return place;
    }
    std::string finish(const Entries& directory)
    {
        std::string handles = add({});
        handles += add(directory);
        handles.resize(40);
        return m_bytes + handles + littleEndian(std::uint64_t{0xdb4775248b80fb57});
    }

private:
    std::string m_bytes;
};

const std::string header = numberField(1, 1) + bytesField(3, numberField(1, 1));

std::string entry(std::uint64_t type, std::uint64_t count, std::uint64_t shard, std::uint64_t size)
{
    return numberField(1, type) + bytesField(2, bytesField(2, numberField(1, count))) + numberField(3, shard)
        + numberField(5, size);
}

/// The index of a bundle with one data file of 8 bytes.
std::shared_ptr<const Checkpoint> openTable(const TemporaryFolder& folder, const Table::Entries& entries)
{
    Table table;
    const std::string place = table.add(entries);
    folder.write("a.data-00000-of-00001", "abcdefgh");
    return open(folder.write("a.index", table.finish({{entries.back().first, place}})));
}

std::vector<std::string> bundleNames(const Checkpoint& checkpoint)
{
    std::vector<std::string> list;
    for (const Tensor& tensor : checkpoint.tensors)
        list.emplace_back(tensor.name);
    return list;
}

/// The bytes of all values; the error message if they cannot be read.
std::string bundleValues(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor)
{
    const auto elements = Elements::open(checkpoint, tensor);
    if (!elements)
        return elements.error().message;
    std::string bytes;
    Buffer scratch;
    const auto done = elements->visit(0, elements->count(), scratch, [&](std::span<const std::byte> values) {
        bytes.assign(reinterpret_cast<const char*>(values.data()), values.size());
    });
    return done ? bytes : done.error().message;
}

} // namespace

TEST(TfBundle, EveryDataFileIsAFileOfTheCheckpoint)
{
    const auto checkpoint = open(dataPath("tf-bundle/two-shards.index"));
    EXPECT_EQ(codes(*checkpoint), "");
    ASSERT_EQ(checkpoint->files.size(), 3U);
    EXPECT_EQ(checkpoint->shardCount(), 1U);
    EXPECT_EQ(checkpoint->files[0].tensorCount, 0U);
    EXPECT_EQ(checkpoint->files[1].path, dataPath("tf-bundle/two-shards.data-00000-of-00002"));
    EXPECT_EQ(checkpoint->files[2].describedBy, 0U);
    EXPECT_EQ(checkpoint->files[1].tensorCount + checkpoint->files[2].tensorCount, checkpoint->tensors.size());
    EXPECT_EQ(tileRegions(*checkpoint, 0).size(), 1U);
}

TEST(TfBundle, PiecesOfAVariableAreTensors)
{
    const auto checkpoint = open(dataPath("tf-bundle/partitioned.index"));
    EXPECT_EQ(codes(*checkpoint), "tensor-partitioned entry-other");
    EXPECT_TRUE(checkpoint->findings.referenceAccepts());
    EXPECT_THAT(bundleNames(*checkpoint),
        ElementsAre("emb[0:100, :]", "emb[100:228, :]", "emb[228:300, :]", "step", "half", "q"));
    const auto& metadata = *checkpoint->metadata;
    EXPECT_EQ(metadata.back().second.shown(), R"({"_CHECKPOINTABLE_OBJECT_GRAPH":"string [], 10 bytes"})");
    std::vector<RegionKind> kinds;
    for (const Region& region : tileRegions(*checkpoint, 1))
        kinds.push_back(region.kind);
    EXPECT_EQ(kinds.front(), RegionKind::Hole);
    EXPECT_EQ(std::ranges::count(kinds, RegionKind::Content), 1);
    EXPECT_EQ(std::ranges::count(kinds, RegionKind::Tensor), 6);
}

TEST(TfBundle, SliceKeysThatAreNoneHaveNoName)
{
    using namespace std::string_literals;
    EXPECT_EQ(tensorflow::sliceName("\0w\0\1\1\1\x80\x85"s), "w[0:5]");
    EXPECT_EQ(tensorflow::sliceName("\0w\0\1\0"s), "w[]");
    EXPECT_EQ(tensorflow::sliceName("\0a\0\xff"
                                    "b\xff\0\0\1\1\1\x80\x7f"s),
        "a\0b\xff[:]"s);
    for (const std::string& key : {"w"s, ""s, "\0w"s, "\0w\0\1"s, "\0w\0\1\1\1\x80"s, "\0w\0\1\1\1\x80\x85x"s,
             "\0w\0\2\1\1\x80\x85"s, "\0w\0\1\1\x41"s, "\0w\0\1\1\1\xff\xff\x80"s})
        EXPECT_EQ(tensorflow::sliceName(key), std::nullopt);
}

TEST(TfBundle, OpensByWhateverIsAskedFor)
{
    TemporaryFolder folder;
    const auto copyTo = [&](const char* target) {
        fs::create_directories((folder.path() / target).parent_path());
        for (const char* const suffix : {".index", ".data-00000-of-00001"})
            fs::copy(
                dataPath(std::string("tf-bundle/variables") + suffix), folder.path() / (target + std::string(suffix)));
    };
    copyTo("saved/variables/variables");
    folder.write("saved/saved_model.pb", numberField(1, 1));
    copyTo("train/ckpt-1");
    copyTo("train/ckpt-2");
    folder.write("train/checkpoint", "model_checkpoint_path: \"ckpt-2\"\nall_model_checkpoint_paths: \"ckpt-1\"\n");
    copyTo("moved/model.ckpt");
    copyTo("moved/model.ckpt-7");
    folder.write("moved/checkpoint", "model_checkpoint_path: \"/elsewhere/model.ckpt-7\"\n");
    const std::pair<const char*, const char*> asked[] = {{"saved", "saved/variables/variables.index"},
        {"saved/saved_model.pb", "saved/variables/variables.index"},
        {"saved/variables", "saved/variables/variables.index"},
        {"saved/variables/variables.index", "saved/variables/variables.index"},
        {"saved/variables/variables.data-00000-of-00001", "saved/variables/variables.index"},
        {"train", "train/ckpt-2.index"}, {"train/checkpoint", "train/ckpt-2.index"},
        {"moved", "moved/model.ckpt-7.index"}};
    for (const auto& [path, index] : asked) {
        const auto checkpoint = open(folder.path() / path);
        ASSERT_TRUE(checkpoint) << path;
        EXPECT_EQ(checkpoint->path, folder.path() / path);
        EXPECT_EQ(checkpoint->files[0].path, folder.path() / index);
        EXPECT_EQ(checkpoint->tensors.size(), 45U) << path;
        EXPECT_EQ(codes(*checkpoint), "");
    }
}

TEST(TfBundle, ItsNameMayHaveATimeInIt)
{
    TemporaryFolder folder;
    for (const char* const suffix : {".index", ".data-00000-of-00001"}) {
        fs::copy(
            dataPath(std::string("tf-bundle/variables") + suffix), folder.path() / (std::string("at 12:30") + suffix));
    }
    folder.write("checkpoint", "model_checkpoint_path: \"at 12:30\"\n");
    for (const fs::path& asked : {folder.path() / "at 12:30.index", folder.path()}) {
        const auto checkpoint = open(asked);
        EXPECT_EQ(codes(*checkpoint), "");
        EXPECT_EQ(checkpoint->files.size(), 2U);
    }
}

TEST(TfBundle, WhatIsMissingIsReported)
{
    TemporaryFolder folder;
    fs::copy(dataPath("tf-bundle/two-shards.index"), folder.path() / "two-shards.index");
    fs::copy(dataPath("tf-bundle/two-shards.data-00000-of-00002"), folder.path() / "two-shards.data-00000-of-00002");
    const auto whole = open(dataPath("tf-bundle/two-shards.index"));
    const auto checkpoint = open(folder.path() / "two-shards.index");
    EXPECT_EQ(codes(*checkpoint), "companion-missing");
    EXPECT_EQ(checkpoint->tensors.size(), whole->tensors.size());
    EXPECT_TRUE(checkpoint->files[2].missing);
    EXPECT_EQ(refusal(*checkpoint), "DataLossError");
    fs::remove(folder.path() / "two-shards.index");
    const auto data = openCheckpoint(folder.path() / "two-shards.data-00000-of-00002");
    ASSERT_FALSE(data);
    EXPECT_THAT(data.error().message, HasSubstr("two-shards.index"));
    folder.write("checkpoint", "model_checkpoint_path: \"../../etc/passwd\"\n");
    EXPECT_FALSE(openCheckpoint(folder.path()));
}

TEST(TfBundle, ADataFileThatEndsTooEarlyIsAFinding)
{
    TemporaryFolder folder;
    fs::copy(dataPath("tf-bundle/variables.index"), folder.path() / "variables.index");
    folder.write(
        "variables.data-00000-of-00001", readFile(dataPath("tf-bundle/variables.data-00000-of-00001")).substr(0, 485));
    const auto checkpoint = open(folder.path() / "variables.index");
    EXPECT_EQ(codes(*checkpoint), "data-missing");
    EXPECT_EQ(checkpoint->findings.list()[0].file, 1U);
}

/// The second directory is an exception: it is empty and no reader looks at it.
TEST(TfBundle, EveryChangedByteOfTheTableIsAFinding)
{
    const std::string whole = readFile(dataPath("tf-bundle/partitioned.index"));
    const auto footer = [&](std::size_t i) { return static_cast<std::uint8_t>(whole[whole.size() - 48 + i]); };
    const std::size_t unread = footer(0) % 128U + footer(1) * 128U; // its offset, a varint of two bytes
    const std::size_t unreadSize = footer(2) + 5U;
    ASSERT_TRUE(footer(0) >= 128 && footer(1) < 128 && footer(2) < 128);
    TemporaryFolder folder;
    for (std::size_t i = 0; i < whole.size() - 48; ++i) {
        if (i >= unread && i < unread + unreadSize)
            continue;
        std::string changed = whole;
        changed[i] = static_cast<char>(changed[i] ^ 0x20);
        const auto source = *Source::open(folder.write("a.index", changed));
        const auto content = findFormat("tf-bundle")->read(*source, {});
        ASSERT_TRUE(content);
        ASSERT_TRUE(content->findings.hasErrors()) << i;
        ASSERT_TRUE(findFormat("tf-bundle")->headerFields(*source, {0, changed.size()}, {})) << i;
        fs::remove(folder.path() / "a.index");
    }
}

TEST(TfBundle, CutAnywhereItIsAFinding)
{
    const std::string whole = readFile(dataPath("tf-bundle/variables.index"));
    TemporaryFolder folder;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto checkpoint = open(folder.write("a.index", whole.substr(0, size)));
        ASSERT_FALSE(checkpoint->findings.referenceAccepts()) << size;
        ASSERT_TRUE(findFormatOf(*checkpoint)->headerFields(*checkpoint->files[0].source, {0, size}, {})) << size;
        fs::remove(folder.path() / "a.index");
    }
}

TEST(TfBundle, WhatDoesNotFitIsReported)
{
    const std::pair<std::string, const char*> faulty[] = {{entry(1, 3, 0, 8), "size-mismatch"},
        {entry(1, 2, 1, 8), "shard-number"}, {entry(0, 2, 0, 8), "tensor-invalid"},
        {entry(99, 2, 0, 8), "dtype-unknown"}, {entry(1, ~std::uint64_t{0}, 0, 8), "tensor-invalid"},
        {entry(2, std::uint64_t{1} << 62, 0, 8), "shape-overflow"},
        {entry(1, 2, 0, 8) + numberField(4, ~std::uint64_t{0}), "tensor-invalid"}, {entry(1, 4, 0, 16), "data-missing"},
        {std::string("\x08"), "protobuf-cut tensor-invalid"}};
    TemporaryFolder folder;
    for (const auto& [value, code] : faulty)
        EXPECT_EQ(codes(*openTable(folder, {{"", header}, {"w", value}})), code);
    EXPECT_EQ(codes(*openTable(folder, {{"", header}, {"w", entry(1, 2, 0, 8)}})), "");
    EXPECT_EQ(codes(*openTable(folder, {{"w", entry(1, 2, 0, 8)}})), "shard-number");
    EXPECT_EQ(codes(*openTable(folder, {{"", numberField(1, 1U << 31)}, {"w", entry(1, 2, 0, 8)}})),
        "bundle-header shard-number");
    EXPECT_EQ(
        codes(*openTable(folder, {{"", header}, {"w", entry(1, 2, 0, 8)}, {"a", entry(1, 2, 0, 8)}})), "key-order");
    const auto listed = openTable(folder, {{"", header}, {"w", entry(1, 3, 0, 8)}});
    EXPECT_TRUE(unreadParts(*listed).empty()); // its tensor is listed
    const auto twice = openTable(folder, {{"", header}, {"w", entry(1, 2, 0, 8)}, {"", numberField(1, 7)}});
    EXPECT_EQ(codes(*twice), "key-order");
    EXPECT_EQ(twice->files.size(), 2U);
}

/// Otherwise the values of the next tensor would be read.
TEST(TfBundle, BigEndianNumbersThatDoNotFitAreNotRead)
{
    TemporaryFolder folder;
    const std::string bigEndian = header + numberField(2, 1);
    const auto whole = openTable(folder, {{"", bigEndian}, {"w", entry(1, 2, 0, 8)}});
    EXPECT_EQ(codes(*whole), "");
    EXPECT_EQ(bundleValues(whole, 0), "dcbahgfe");
    const auto few = openTable(folder, {{"", bigEndian}, {"w", entry(1, 2, 0, 4)}});
    EXPECT_EQ(codes(*few), "size-mismatch");
    EXPECT_THAT(bundleValues(few, 0), HasSubstr("do not fit its shape"));
    const auto source = *Source::open(folder.write("numbers", "abcdefgh"));
    Tensor tensor;
    tensor.name = "w";
    tensor.bytes = {0, 4};
    tensor.dtype = DType::F32;
    std::array<std::byte, 4> number;
    EXPECT_TRUE(SwappedStorage().decode(tensor, *source, 0, 1, number));
    for (const std::uint64_t first : {1, 2})
        EXPECT_EQ(SwappedStorage().decode(tensor, *source, first, 1, number).error().code, ErrorCode::Malformed);
}

TEST(TfBundle, TextsThatLieNowhereAreNoParts)
{
    TemporaryFolder folder;
    const std::uint64_t below = ~std::uint64_t{0};
    for (const std::string& text : {entry(7, 1, 0, 8) + numberField(4, below), entry(7, 1, 0, below)}) {
        const auto checkpoint = openTable(folder, {{"", header}, {"w", text}});
        EXPECT_EQ(codes(*checkpoint), "tensor-invalid entry-other");
        EXPECT_TRUE(checkpoint->files[1].parts.empty());
    }
    EXPECT_EQ(openTable(folder, {{"", header}, {"w", entry(7, 1, 0, 8)}})->files[1].parts.size(), 1U);
}

TEST(TfBundle, CompressedBlocksAreNotRead)
{
    TemporaryFolder folder;
    Table table;
    const std::string place = table.add({{"", header}}, 1);
    const auto checkpoint = open(folder.write("a.index", table.finish({{"", place}})));
    EXPECT_EQ(codes(*checkpoint), "block-compressed");
    EXPECT_THAT(checkpoint->findings.list()[0].message, HasSubstr("Snappy"));
}

/// A table of many entries that all refer to one block would take too long.
TEST(TfBundle, NoBlockIsReadTwice)
{
    TemporaryFolder folder;
    Table table;
    const std::string place = table.add({{"", header}, {"w", entry(1, 2, 0, 8)}});
    folder.write("a.data-00000-of-00001", "abcdefgh");
    const auto checkpoint = open(folder.write("a.index", table.finish({{"w", place}, {"x", place}})));
    EXPECT_EQ(codes(*checkpoint), "block-place");
    EXPECT_EQ(checkpoint->tensors.size(), 1U);
}

TEST(TfBundle, NamesAreBounded)
{
    const std::string longKey(60'000, 'k');
    const std::string value = entry(1, 2, 0, 8);
    std::string entries = entryAfter(0, "", header) + entryAfter(0, longKey, value);
    for (int i = 0; i < 0xffff; ++i)
        entries += entryAfter(longKey.size(), "", value);
    TemporaryFolder folder;
    Table table;
    const std::string place = table.addBlock(entries);
    folder.write("a.data-00000-of-00001", "abcdefgh");
    const auto checkpoint = open(folder.write("a.index", table.finish({{longKey, place}, {longKey + 'l', place}})));
    EXPECT_TRUE(hasFinding(*checkpoint, "object-too-large"));
    EXPECT_LT(checkpoint->tensors.size(), 1000U);
    EXPECT_GT(checkpoint->tensors.size(), 100U);
    const auto fields = findFormatOf(*checkpoint)->headerFields(*checkpoint->files[0].source, {0, 70'000}, {});
    for (const HeaderField& field : *fields)
        ASSERT_LT(field.value.size(), 2000U);
}

TEST(TfBundle, FieldsAreEntriesByTheirKeys)
{
    const auto checkpoint = open(dataPath("tf-bundle/variables.index"));
    const auto fields = *findFormatOf(*checkpoint)->headerFields(*checkpoint->files[0].source, {0, 1475}, {});
    std::uint64_t position = 0;
    for (const HeaderField& field : fields) {
        EXPECT_EQ(field.range.begin, position);
        position = field.range.end;
    }
    EXPECT_EQ(position, 1475U);
    EXPECT_EQ(fields[1].label, "num_shards");
    EXPECT_EQ(fields[3].value, "dense/bias/.ATTRIBUTES/VARIABLE_VALUE");
    EXPECT_EQ(fields[5].label + fields[5].value, "shape[4]");
    EXPECT_EQ(fields.back().label, "magic number");
}

} // namespace loupe::test
