// What h5py wrote, as h5py itself reads it: the manifests in tests/data/hdf5 and hdf5-more, written by h5py 3.7.0 with
// HDF5 1.10.8; and files that were cut, damaged or made to hurt, of which as much is shown as can be.

#include "numpy_files.h"

#include "core/elements.h"
#include "core/region.h"
#include "formats/hdf5_filters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::test {

namespace {

using nlohmann::json;
using testing::HasSubstr;

struct Sample {
    std::string path;
    json tensors;
    friend void PrintTo(const Sample& sample, std::ostream* out) { *out << sample.path; }
};

std::vector<Sample> samples()
{
    std::vector<Sample> all;
    for (const std::string folder : {"hdf5/", "hdf5-more/"}) {
        const json manifest = readJson(folder + "manifest.json");
        for (const json& file : manifest["files"]) {
            json tensors = json::array();
            for (const json& tensor : file["tensors"]) {
                if (tensor["dtype"] != "object") // strings
                    tensors.push_back(tensor);
            }
            all.push_back({folder + file["file"].get<std::string>(), tensors});
        }
    }
    return all;
}

std::vector<std::string> messagesOf(const Checkpoint& checkpoint, std::string_view code)
{
    std::vector<std::string> messages;
    for (const Finding& finding : checkpoint.findings.list()) {
        if (finding.code == code)
            messages.push_back(finding.message);
    }
    return messages;
}

const MetadataValue& metadataOf(const Checkpoint& checkpoint, std::string_view key)
{
    static const MetadataValue none("no such key");
    for (const auto& [name, value] : *checkpoint.metadata) {
        if (name == key)
            return value;
    }
    return none;
}

} // namespace

class Hdf5Sample : public testing::TestWithParam<Sample> { };

TEST_P(Hdf5Sample, IsReproduced)
{
    const auto checkpoint = open(dataPath(GetParam().path));
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->format, "hdf5");
    EXPECT_TRUE(checkpoint->findings.referenceAccepts());
    EXPECT_EQ(checkpoint->tensors.size(), GetParam().tensors.size());
    for (const json& want : GetParam().tensors) {
        SCOPED_TRACE(want["name"]);
        const auto tensor = findTensor(*checkpoint, want["name"].get<std::string>());
        ASSERT_TRUE(tensor);
        EXPECT_EQ(checkpoint->dtypeName(*tensor), want["dtype"].get<std::string>());
        EXPECT_EQ(shapeOf(*checkpoint, *tensor), want["shape"].get<std::vector<std::uint64_t>>());
        if (want.contains("sha256_c_order_le")) {
            EXPECT_EQ(sha256Of(*checkpoint, *tensor), want["sha256_c_order_le"].get<std::string>());
        }
        if (!want.value("file_offset", json()).is_null()) {
            EXPECT_EQ(checkpoint->tensors[*tensor].bytes.begin, want["file_offset"].get<std::uint64_t>());
            // What lies plainly in the file is not copied.
            EXPECT_EQ(checkpoint->tensors[*tensor].storage != nullptr,
                want["stored_dtype"].get<std::string>().starts_with('>'));
        }
    }
}

/// Elements from anywhere on are those of the whole tensor.
TEST_P(Hdf5Sample, AnyStretchOfElementsIsThatOfTheWhole)
{
    const auto checkpoint = open(dataPath(GetParam().path));
    for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
        const auto elements = Elements::open(checkpoint, i);
        ASSERT_TRUE(elements);
        if (elements->count() > 400 || checkpoint->tensors[i].name == "scaled")
            continue;
        const std::size_t size = bitsPerElement(elements->dtype()) / 8;
        Buffer scratch;
        std::string whole;
        const auto keep = [&](std::string& text) {
            return [&](std::span<const std::byte> bytes) {
                text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            };
        };
        ASSERT_TRUE(elements->visit(0, elements->count(), scratch, keep(whole)));
        for (std::uint64_t first = 0; first < elements->count(); ++first) {
            for (std::uint64_t count = 1; count <= elements->count() - first; count += 1 + count / 3) {
                std::string part;
                ASSERT_TRUE(elements->visit(first, count, scratch, keep(part)));
                ASSERT_EQ(part, whole.substr(first * size, count * size))
                    << checkpoint->tensors[i].name << ' ' << first << ' ' << count;
            }
        }
    }
}

/// Regions of a sound file tile it, and none is a fault.
TEST_P(Hdf5Sample, RegionsTileTheFile)
{
    const auto checkpoint = open(dataPath(GetParam().path));
    std::uint64_t position = 0;
    for (const Region& region : tileRegions(*checkpoint, 0)) {
        EXPECT_EQ(region.range.begin, position);
        EXPECT_TRUE(region.kind == RegionKind::Header || region.kind == RegionKind::Tensor
            || region.kind == RegionKind::Content || region.kind == RegionKind::Shared)
            << regionKindName(region.kind) << " at " << position;
        position = region.range.end;
    }
    EXPECT_EQ(position, checkpoint->files[0].size());
}

TEST_P(Hdf5Sample, ReadsTheSameWithoutAMap)
{
    const auto mapped = openCheckpoint(dataPath(GetParam().path), {}, Source::Access::Map);
    const auto read = openCheckpoint(dataPath(GetParam().path), {}, Source::Access::Read);
    ASSERT_TRUE(mapped && read);
    ASSERT_EQ((*mapped)->tensors.size(), (*read)->tensors.size());
    for (std::uint32_t i = 0; i < (*read)->tensors.size(); ++i) {
        if ((*read)->tensors[i].name != "scaled") {
            EXPECT_EQ(sha256Of(**mapped, i), sha256Of(**read, i));
        }
    }
    EXPECT_EQ(codes(**mapped), codes(**read));
}

TEST_P(Hdf5Sample, FieldsStandInOrderInsideItsHeaders)
{
    const auto checkpoint = open(dataPath(GetParam().path));
    const CheckpointFile& file = checkpoint->files[0];
    const auto fields = *findFormatOf(*checkpoint)->headerFields(*file.source, {0, file.size()}, {});
    ASSERT_FALSE(fields.empty());
    std::uint64_t position = 0;
    for (const HeaderField& field : fields) {
        EXPECT_GE(field.range.begin, position) << field.label;
        EXPECT_GT(field.range.end, field.range.begin) << field.label;
        EXPECT_TRUE(file.touchesHeader(field.range)) << field.label;
        position = field.range.end;
    }
}

INSTANTIATE_TEST_SUITE_P(Manifests, Hdf5Sample, testing::ValuesIn(samples()));

TEST(Hdf5Links, AreToldAndNotFollowed)
{
    const auto checkpoint = open(dataPath("hdf5/links.h5"));
    EXPECT_EQ(checkpoint->tensors.size(), 1U);
    EXPECT_THAT(messagesOf(*checkpoint, "hdf5-link"),
        testing::ElementsAre("\"dangling\" is a soft link: \"/none\", not followed",
            "\"ext\" is a link to another file: \"/x in other.h5\", not followed",
            "\"soft\" is a soft link: \"/a\", not followed"));
    EXPECT_THAT(messagesOf(*checkpoint, "hdf5-alias"), testing::ElementsAre("\"hard\" is another name of \"a\""));
    // Groups in themselves.
    EXPECT_THAT(messagesOf(*open(dataPath("hdf5-more/attributes.h5")), "hdf5-alias"),
        testing::ElementsAre("\"a/b/root\" is another name of the root", "\"a/b/up\" is another name of \"a\"",
            "\"a/c\" is another name of \"a/b\""));
}

TEST(Hdf5Datasets, ThatAreNoTensorsAreNamed)
{
    const auto checkpoint = open(dataPath("hdf5-more/layouts.h5"));
    const auto messages = messagesOf(*checkpoint, "hdf5-no-tensor");
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_THAT(messages[0],
        HasSubstr("6 datasets are no tensors: \"external\" (data in another file), "
                  "\"fixed_text\" (strings), \"lists\" (lists of varying length), \"null\""));
    EXPECT_THAT(messagesOf(*checkpoint, "hdf5-filter"),
        testing::ElementsAre("dataset \"scaled\" was written with a filter that is not known here, scaleoffset: its "
                             "values cannot be shown"));
    const auto scaled = Elements::open(checkpoint, *findTensor(*checkpoint, "scaled"));
    Buffer scratch;
    const auto read = scaled->visit(0, 1, scratch, [](auto) {});
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::Unsupported);
}

TEST(Hdf5Attributes, AreTypedMetadata)
{
    const auto checkpoint = open(dataPath("hdf5-more/attributes.h5"));
    const auto expect = [&](std::string_view key, std::string_view type, std::string_view text, bool isText = false) {
        const MetadataValue& value = metadataOf(*checkpoint, key);
        EXPECT_EQ(value.typeName(), type) << key;
        EXPECT_EQ(value.shown(), text) << key;
        EXPECT_EQ(value.kind(), isText ? MetadataValue::Kind::Text : MetadataValue::Kind::Json) << key;
    };
    expect("text", "STRING", "grüße", true);
    expect("bytes", "STRING", "fixed", true);
    expect("list", "STRING", R"(["a","b c",""])");
    expect("fixed_list", "STRING", R"(["one","two"])");
    expect("int", "I32", "-5");
    expect("big", "I64", "7");
    expect("float", "F32", "0.1");
    expect("double", "F64", "0.1");
    expect("nan", "F64", "\"nan\"");
    expect("yes", "BOOL", "true");
    expect("ints", "U64", "[0,1,2,3]");
    expect("complex", "C64", "\"1-2i\"");
    expect("empty", "NULL", "null");
    expect("none", "I32", "[]");
    expect("record", "OTHER", "(records)", true);
    expect("a/b/w@unit", "STRING", "m", true);
    EXPECT_EQ(metadataOf(*checkpoint, "kept_large").shown(), std::string(60000, 'x'));
}

TEST(Hdf5Attributes, TellAboutKeras)
{
    const auto weights = open(dataPath("hdf5/keras-contiguous.h5"));
    EXPECT_THAT(messagesOf(*weights, "keras"), testing::ElementsAre("a Keras model, Keras 2.15.0, backend tensorflow"));
    EXPECT_EQ(metadataOf(*weights, "model_config").shown(), R"({"class_name": "Sequential"})");
    EXPECT_EQ(metadataOf(*weights, "model_weights@layer_names").shown(), R"(["dense","bn"])");
    for (const char* const file : {"hdf5-more/model.keras", "hdf5-more/deflated.keras"}) {
        const auto archive = open(dataPath(file));
        EXPECT_EQ(archive->variant, "Keras archive");
        EXPECT_THAT(messagesOf(*archive, "keras"), testing::ElementsAre("a Keras model, Keras 3.0.5"));
        EXPECT_THAT(metadataOf(*archive, "config.json").shown(), HasSubstr(R"("class_name": "Sequential")"));
        EXPECT_THAT(metadataOf(*archive, "metadata.json").shown(), HasSubstr("2024-01-02@03:04:05"));
    }
}

TEST(Hdf5Fields, AreThoseOfTheSuperblock)
{
    const auto valueOf = [](const char* file, std::string_view label) -> std::string {
        const auto checkpoint = open(dataPath(file));
        const Source& source = *checkpoint->files[0].source;
        const auto fields = *findFormatOf(*checkpoint)->headerFields(source, {0, source.size()}, {});
        for (const HeaderField& field : fields) {
            if (field.label == label)
                return field.value + " at " + std::to_string(field.range.begin);
        }
        return "no such field";
    };
    EXPECT_EQ(valueOf("hdf5/userblock.h5", "version"), "0 at 520");
    EXPECT_EQ(valueOf("hdf5/userblock.h5", "base address"), "0x200 at 536");
    EXPECT_EQ(valueOf("hdf5/userblock.h5", "end of file address"), "0xa10 at 552");
    EXPECT_EQ(valueOf("hdf5/latest-format.h5", "version"), "3 at 8");
    EXPECT_EQ(valueOf("hdf5/latest-format.h5", "superblock extension address"), "undefined at 20");
}

/// Datasets that were written by turns: the longest run of each is the tensor's, the rest other content.
TEST(Hdf5Regions, OfMixedDatasetsAreRuns)
{
    const auto checkpoint = open(dataPath("hdf5-more/chunk-indexes.h5"));
    const auto regions = tileRegions(*checkpoint, 0);
    const auto content = std::count_if(
        regions.begin(), regions.end(), [](const Region& region) { return region.kind == RegionKind::Content; });
    EXPECT_GT(content, 0);
    for (const char* const name : {"turns/a", "turns/b"}) {
        const Tensor& tensor = checkpoint->tensors[*findTensor(*checkpoint, name)];
        EXPECT_LE(tensor.bytes.size(), 256U) << name;
    }
}

/// Cut anywhere, a file is refused, never crashes, and has at most the tensors of the whole.
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

/// What is before the cut is shown, as far as the library finds its way there.
TEST(Hdf5Truncation, LeavesWhatIsBeforeIt)
{
    const std::string bytes = readFile(dataPath("hdf5/keras-contiguous.h5"));
    TemporaryFolder folder;
    const auto cut = open(folder.write("cut.h5", bytes.substr(0, 14400)));
    EXPECT_TRUE(hasFinding(*cut, "file-truncated"));
    EXPECT_TRUE(hasFinding(*cut, "hdf5-object")); // headers that came after the cut
    EXPECT_EQ(cut->tensors.size(), 2U);
    const auto kernel = *findTensor(*cut, "model_weights/dense/dense/kernel:0");
    EXPECT_EQ(sha256Of(*cut, kernel), "31465d46b764b285e5f68cb2bc9afdae41f8036813c22ded6a8318e9417dfc97");
    const std::string whole = readFile(dataPath("hdf5/userblock.h5"));
    const auto shorter = open(folder.write("shorter.h5", whole.substr(0, whole.size() - 4)));
    EXPECT_EQ(codes(*shorter), "file-truncated data-past-the-end");
    EXPECT_EQ(shorter->tensors[0].bytes.end, whole.size());
}

/// Any byte changed: no crash of ours, whatever the library does, and no tensor that reaches beyond its file unsaid.
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

/// A chunk whose bytes are no longer what was written is an error where it is read, and only there.
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
    std::vector<Hdf5Filter> filters, std::string_view stored, std::size_t size, std::uint32_t skipped = 0)
{
    std::string target(size, '?');
    const auto done = Hdf5Pipeline(std::move(filters))
                          .undo(std::as_bytes(std::span(stored)), skipped, std::as_writable_bytes(std::span(target)));
    return done ? target : std::string(errorCodeName(done.error().code)) + ": " + done.error().message;
}

} // namespace

TEST(Hdf5Filters, GiveWhatTheirDefinitionsSay)
{
    const Hdf5Filter lzf{.id = 32000, .name = "lzf", .values = {}};
    const Hdf5Filter shuffle{.id = 2, .name = "shuffle", .values = {2}};
    EXPECT_EQ(undone({}, "abc", 3), "abc");
    EXPECT_EQ(undone({}, "abc", 4), "malformed: is not as large as its shape");
    // Three literals; three from three back; a long one of nine and a half of that over itself.
    EXPECT_EQ(undone({lzf}, std::string("\2abc\x20\2", 6), 6), "abcabc");
    EXPECT_EQ(undone({lzf}, std::string("\0a\xe0\3\0", 5), 13), "aaaaaaaaaaaaa");
    EXPECT_THAT(undone({lzf}, std::string("\0a\x20\1", 4), 4), HasSubstr("cannot be decompressed")); // before the begin
    EXPECT_THAT(undone({lzf}, std::string("\5a", 2), 6), HasSubstr("cannot be decompressed"));
    EXPECT_EQ(undone({shuffle}, "acbdX", 5), "abcdX");
    EXPECT_EQ(undone({shuffle}, "acbd", 4, 1), "acbd"); // left out for this chunk
    EXPECT_EQ(undone({{.id = 32015, .name = "Zstandard", .values = {}}}, "a", 1),
        "unsupported: was written with a filter that is not known here: 32015 Zstandard");
}

/// A bomb: a megabyte of zeros for a chunk of four bytes.
TEST(Hdf5Filters, InflateNoMoreThanAChunk)
{
    const std::string bytes = readFile(dataPath("hdf5-more/deflated.keras"));
    EXPECT_THAT(
        undone({{.id = 1, .name = "deflate", .values = {}}}, std::string("\x78\x9c\x63\x60\x80\1\0\0\xa\0\1", 11), 4),
        HasSubstr("cannot be decompressed into what its shape has room for"));
}

TEST(Hdf5Registry, SaysWhatIsLeftOut)
{
    EXPECT_NE(findFormat("hdf5"), nullptr);
    EXPECT_TRUE(leftOutFormats().empty());
}

} // namespace loupe::test
