// Files that are truncated, damaged or malicious: as much as possible is shown, and a file that h5py refuses is not
// valid.

#include "hdf5_files.h"

#include "core/elements.h"
#include "core/region.h"
#include "formats/hdf5/hdf5_filters.h"
#include "formats/hdf5/hdf5_superblock.h"
#include "formats/hdf5/hdf5_walk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::test {

using nlohmann::json;
using testing::HasSubstr;

/// A file cut anywhere is refused, never crashes, and has at most the tensors of the whole file.
TEST(Hdf5Truncation, IsAFinding)
{
    for (const char* const file : {"hdf5/links.h5", "hdf5/userblock.h5", "hdf5-more/model.keras"}) {
        const std::string bytes = readFile(dataPath(file));
        const auto whole = open(dataPath(file));
        TemporaryFolder folder;
        const std::string suffix = std::filesystem::path(file).extension();
        for (std::size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 250) {
            const auto cut = open(folder.write("cut" + std::to_string(size) + suffix, bytes.substr(0, size)));
            ASSERT_TRUE(cut);
            ASSERT_FALSE(cut->findings.referenceAccepts()) << file << ' ' << size;
            ASSERT_LE(cut->tensors.size(), whole->tensors.size()) << file << ' ' << size;
            const auto fields = findFormatOf(*cut)->headerFields(*cut->files[0].source, {0, size}, {});
            ASSERT_TRUE(fields) << file << ' ' << size;
        }
    }
}

/// Whatever the library can find before the cut is shown.
TEST(Hdf5Truncation, LeavesWhatIsBeforeIt)
{
    const std::string bytes = readFile(dataPath("hdf5/keras-contiguous.h5"));
    TemporaryFolder folder;
    const auto cut = open(folder.write("cut.h5", bytes.substr(0, 14400)));
    EXPECT_TRUE(hasFinding(*cut, "file-truncated"));
    EXPECT_TRUE(hasFinding(*cut, "hdf5-object")); // object headers after the cut
    EXPECT_EQ(cut->tensors.size(), 2U);
    const auto kernel = *findTensor(*cut, "model_weights/dense/dense/kernel:0");
    EXPECT_EQ(sha256Of(*cut, kernel), "31465d46b764b285e5f68cb2bc9afdae41f8036813c22ded6a8318e9417dfc97");
    const std::string whole = readFile(dataPath("hdf5/userblock.h5"));
    const auto shorter = open(folder.write("shorter.h5", whole.substr(0, whole.size() - 4)));
    EXPECT_EQ(codes(*shorter), "file-truncated");
    ASSERT_EQ(shorter->findings.list().front().affected.size(), 1U);
    EXPECT_EQ(shorter->findings.list().front().affected[0].missing, 4U);
    EXPECT_EQ(shorter->tensors[0].bytes.end, whole.size());
}

/// Limits do not grow with a size that a file only claims.
TEST(Hdf5Limits, AreNotWhatTheFileClaims)
{
    constexpr std::uint64_t claimed = std::uint64_t{200} << 30;
    constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
    TemporaryFolder folder;
    const auto source = *Source::open(folder.write("small.h5", "small"));
    const IsolatedLimits sparse = hdf5::hdf5Limits({.source = *source, .range = {0, claimed}, .size = claimed});
    EXPECT_LE(sparse.seconds, 60U);
    EXPECT_LE(sparse.output, 512 * mebibyte);
    const IsolatedLimits packed = hdf5::hdf5Limits({.source = *source, .range = {0, mebibyte}, .size = claimed});
    const IsolatedLimits small = hdf5::hdf5Limits({.source = *source, .range = {0, mebibyte}, .size = mebibyte});
    EXPECT_EQ(packed.seconds, small.seconds);
    EXPECT_EQ(packed.output, small.output);
    EXPECT_LT(small.seconds, sparse.seconds);
}

/// A deflated member may claim any size, and looking for the signature far into it would inflate everything before
/// that.
TEST(Hdf5Signature, IsLookedForAtTheBeginOfWhatIsDeflated)
{
    constexpr std::uint16_t size = 4096;
    const std::string_view signature("\x89HDF\r\n\x1a\n");
    std::string bytes(size, '\0');
    bytes.replace(512, signature.size(), signature);
    const std::string block{1, 0, size >> 8, char(0xff), char(~size >> 8 & 0xff)}; // the last block, stored
    TemporaryFolder folder;
    const auto source = *Source::open(folder.write("deflated", block + bytes));
    const auto points = std::make_shared<zip::InflatePoints>();
    hdf5::Hdf5Stream stream{.source = *source, .range = {0, source->size()}, .size = size};
    stream.inflating.emplace(stream.range, size, points);
    const auto deflated = hdf5::findHdf5Signature(stream);
    ASSERT_TRUE(deflated);
    EXPECT_FALSE(*deflated);
    EXPECT_EQ(points->inflatedBytes(), signature.size());
    const auto plain =
        hdf5::findHdf5Signature({.source = *source, .range = {block.size(), source->size()}, .size = size});
    ASSERT_TRUE(plain);
    EXPECT_EQ(*plain, 512U);
}

/// Changes any byte: we do not crash, whatever the library does, and a tensor that extends beyond its file is reported.
TEST(Hdf5Damage, IsReadAsFarAsItGoes)
{
    for (const char* const file : {"hdf5/links.h5", "hdf5-more/attributes.h5", "hdf5-more/deflated.keras"}) {
        const std::string bytes = readFile(dataPath(file));
        TemporaryFolder folder;
        for (std::size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 250) {
            std::string damaged = bytes;
            damaged[at] = static_cast<char>(damaged[at] ^ 0x11);
            const auto source = Source::open(folder.write("damaged" + std::to_string(at), damaged));
            const auto content = findFormat("hdf5")->read(**source, {});
            ASSERT_TRUE(content) << file << ' ' << at;
            for (const Tensor& tensor : content->tensors) {
                ASSERT_LE(tensor.bytes.begin, tensor.bytes.end);
                ASSERT_TRUE(tensor.bytes.end <= bytes.size() || !content->findings.referenceAccepts());
            }
            ASSERT_TRUE(findFormat("hdf5")->headerFields(**source, {0, bytes.size()}, {})) << file << ' ' << at;
        }
    }
}

/// Files with one fault each, compared with h5py's verdicts. If the library crashes, we do not, and we report the
/// crash.
TEST(Hdf5Damage, IsRefusedWhereH5pyRefuses)
{
    const json verdicts = readJson("malformed/hdf5-verdicts.json");
    EXPECT_GT(verdicts["files"].size(), 20U);
    for (const json& file : verdicts["files"]) {
        const auto name = file["file"].get<std::string>();
        SCOPED_TRACE(name);
        const auto checkpoint = open(dataPath("malformed/" + name));
        ASSERT_TRUE(checkpoint);
        const std::string error = file.value("error", "");
        if (name == "hdf5-deflate.h5") { // the fault is in the values, which are not read with the header
            EXPECT_TRUE(checkpoint->findings.referenceAccepts());
            continue;
        }
        EXPECT_EQ(checkpoint->findings.referenceAccepts(), file["accepted"].get<bool>()) << codes(*checkpoint);
        if (error == "OSError") {
            EXPECT_EQ(refusal(*checkpoint), error);
        }
        // A crash on one object does not affect the others.
        const auto objects = messagesOf(*checkpoint, "hdf5-object");
        const bool isReported = std::any_of(objects.begin(), objects.end(),
            [](const std::string& message) { return message.ends_with("it crashes over that"); });
        EXPECT_EQ(isReported || hasFinding(*checkpoint, "hdf5-reading"), error.starts_with("signal"))
            << codes(*checkpoint);
        for (const Tensor& tensor : checkpoint->tensors)
            EXPECT_NE(tensor.name, "");
    }
}

TEST(Hdf5Damage, OfOneObjectLeavesTheOthers)
{
    for (const char* const file : {"hdf5-rank-200.h5", "hdf5-chunk-huge.h5", "hdf5-chunk-zero.h5"})
        EXPECT_EQ(open(dataPath(std::string("malformed/") + file))->tensors.size(), 3U) << file;
    // One of six tensors crashes the library.
    const auto crashed = open(dataPath("malformed/hdf5-crash-1.h5"));
    EXPECT_EQ(crashed->tensors.size(), 5U) << codes(*crashed);
    EXPECT_EQ(metadataOf(*crashed, "model_weights@backend").shown(), "tensorflow");
    EXPECT_EQ(codes(*open(dataPath("malformed/hdf5-data-shared.h5"))), "hdf5-chunks offset-overlap");
    const auto shared = tileRegions(*open(dataPath("malformed/hdf5-data-shared.h5")), 0);
    EXPECT_TRUE(std::any_of(
        shared.begin(), shared.end(), [](const Region& region) { return region.kind == RegionKind::Overlap; }));
}

/// A damaged chunk is an error only when that chunk is read.
TEST(Hdf5Damage, InAChunkIsAnErrorWhereItIsRead)
{
    const auto whole = open(dataPath("hdf5/filters-and-types.h5"));
    for (const auto& [name, message] : {std::pair{"gzip", "a chunk cannot be decompressed into what its shape has"},
             std::pair{"shuffle_fletcher", "a chunk does not have the checksum that is stored with it"}}) {
        const Tensor& tensor = whole->tensors[*findTensor(*whole, name)];
        std::string bytes = readFile(dataPath("hdf5/filters-and-types.h5"));
        bytes[tensor.bytes.begin + 40] ^= 0x55;
        bytes[tensor.bytes.begin + 41] ^= 0x55;
        TemporaryFolder folder;
        const auto damaged = open(folder.write("damaged.h5", bytes));
        EXPECT_TRUE(damaged->findings.referenceAccepts());
        const auto elements = Elements::open(damaged, *findTensor(*damaged, name));
        Buffer scratch;
        const auto read = elements->visit(0, elements->count(), scratch, [](auto) {});
        ASSERT_FALSE(read) << name;
        EXPECT_EQ(read.error().code, ErrorCode::Malformed);
        EXPECT_THAT(read.error().message, HasSubstr(message));
        EXPECT_TRUE(tensor.bytes.contains(*read.error().offset));
        EXPECT_TRUE(elements->visit(elements->count() - 1, 1, scratch, [](auto) {})) << name;
    }
}

namespace {

std::string undone(
    std::vector<hdf5::Hdf5Filter> filters, std::string_view stored, std::size_t size, std::uint32_t skipped = 0)
{
    std::string target(size, '?');
    const auto done = hdf5::Hdf5Pipeline(filters).undo(
        std::as_bytes(std::span(stored)), skipped, std::as_writable_bytes(std::span(target)));
    return done ? target : std::string(errorCodeName(done.error().code)) + ": " + done.error().message;
}

} // namespace

TEST(Hdf5Filters, GiveWhatTheirDefinitionsSay)
{
    const hdf5::Hdf5Filter lzf{.id = 32000, .name = "lzf", .values = {}};
    const hdf5::Hdf5Filter shuffle{.id = 2, .name = "shuffle", .values = {2}};
    EXPECT_EQ(undone({}, "abc", 3), "abc");
    EXPECT_EQ(undone({}, "abc", 4), "malformed: is not as large as its shape");
    // Three literals, then three bytes from three back. One literal, then a long match that repeats it twelve times.
    EXPECT_EQ(undone({lzf}, std::string("\2abc\x20\2", 6), 6), "abcabc");
    EXPECT_EQ(undone({lzf}, std::string("\0a\xe0\3\0", 5), 13), "aaaaaaaaaaaaa");
    EXPECT_THAT(undone({lzf}, std::string("\0a\x20\1", 4), 4), HasSubstr("cannot be decompressed")); // before the start
    EXPECT_THAT(undone({lzf}, std::string("\5a", 2), 6), HasSubstr("cannot be decompressed"));
    EXPECT_EQ(undone({shuffle}, "acbdX", 5), "abcdX");
    EXPECT_EQ(undone({shuffle}, "acbd", 4, 1), "acbd"); // filter skipped for this chunk
    EXPECT_EQ(undone({{.id = 32015, .name = "Zstandard", .values = {}}}, "a", 1),
        "unsupported: was written with an unknown filter: 32015 Zstandard");
}

/// A decompression bomb: a megabyte of zeros for a chunk of four bytes.
TEST(Hdf5Filters, InflateNoMoreThanAChunk)
{
    const std::string bytes = readFile(dataPath("hdf5-more/deflated.keras"));
    EXPECT_THAT(
        undone({{.id = 1, .name = "deflate", .values = {}}}, std::string("\x78\x9c\x63\x60\x80\1\0\0\xa\0\1", 11), 4),
        HasSubstr("cannot be decompressed into what its shape has room for"));
}

} // namespace loupe::test
