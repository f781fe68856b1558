// Files that h5py wrote, compared with what h5py itself reads: see the manifests in tests/data/hdf5 and hdf5-more,
// written by h5py 3.7.0 with HDF5 1.10.8.

#include "hdf5_files.h"

#include "core/elements.h"
#include "core/region.h"
#include "formats/hdf5/hdf5_chunks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <thread>

namespace loupe::test {

namespace {

using nlohmann::json;
using testing::HasSubstr;

struct Hdf5File {
    std::string path;
    json tensors;
    friend void PrintTo(const Hdf5File& sample, std::ostream* out) { *out << sample.path; }
};

std::vector<Hdf5File> hdf5Files()
{
    std::vector<Hdf5File> all;
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

} // namespace

class Hdf5Sample : public testing::TestWithParam<Hdf5File> { };

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
            // Plain data in the file is not copied.
            EXPECT_EQ(checkpoint->tensors[*tensor].storage != nullptr,
                want["stored_dtype"].get<std::string>().starts_with('>'));
        }
    }
}

/// Any range of elements equals the same range of the whole tensor.
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

/// The regions of a valid file tile it, and none of them is a fault.
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

INSTANTIATE_TEST_SUITE_P(Manifests, Hdf5Sample, testing::ValuesIn(hdf5Files()));

TEST(Hdf5Links, AreReportedAndNotFollowed)
{
    const auto checkpoint = open(dataPath("hdf5/links.h5"));
    EXPECT_EQ(checkpoint->tensors.size(), 2U);
    EXPECT_THAT(messagesOf(*checkpoint, "hdf5-link"),
        testing::ElementsAre("\"dangling\" is a soft link: \"/none\", not followed",
            "\"ext\" is a link to another file: \"/x in other.h5\", not followed",
            "\"soft\" is a soft link: \"/a\", not followed"));
    EXPECT_THAT(messagesOf(*checkpoint, "hdf5-alias"), testing::ElementsAre("\"hard\" is another name of \"a\""));
    // Groups that contain themselves.
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
        HasSubstr("6 datasets are not tensors: \"external\" (data in another file), "
                  "\"fixed_text\" (strings), \"lists\" (lists of varying length), \"null\""));
    EXPECT_THAT(messagesOf(*checkpoint, "hdf5-filter"),
        testing::ElementsAre("dataset \"scaled\" was written with an unknown filter, scaleoffset: its "
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

TEST(Hdf5Attributes, DescribeTheKerasModel)
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

/// The chunks of two datasets alternate in the file. The longest run of each is the tensor's region; the rest counts as
/// other content.
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

TEST(Hdf5ChunkCache, DecodesWhatIsKeptOnceAndKeepsNoMoreThanIsAllowed)
{
    hdf5::Hdf5ChunkCache cache;
    std::map<std::uint64_t, int> decoded;
    const auto get = [&](std::uint64_t offset) {
        const auto bytes = cache.get({.offset = offset, .size = 10}, 30, [&](std::span<std::byte> target) -> Result<> {
            ++decoded[offset];
            std::fill(target.begin(), target.end(), std::byte(offset));
            return {};
        });
        ASSERT_TRUE(bytes);
        EXPECT_EQ((*bytes)->size(), 10U);
        EXPECT_EQ((*bytes)->back(), std::byte(offset));
    };
    for (const int offset : {1, 2, 3, 1, 4, 1, 3, 2}) // 4 replaces 2, then 2 replaces 4
        get(static_cast<std::uint64_t>(offset));
    EXPECT_EQ(decoded, (std::map<std::uint64_t, int>{{1, 1}, {2, 2}, {3, 1}, {4, 1}}));
}

TEST(Hdf5ChunkCache, ThreadsThatWantTheSameWaitForOneAndFailedOnesAreTriedAgain)
{
    hdf5::Hdf5ChunkCache cache;
    std::atomic<int> decoded = 0;
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            const auto bytes =
                cache.get({.offset = 7, .size = 1000}, 1000, [&](std::span<std::byte> target) -> Result<> {
                    if (++decoded == 1)
                        return fail(ErrorCode::Io, "the first time");
                    std::fill(target.begin(), target.end(), std::byte{7});
                    return {};
                });
            EXPECT_TRUE(!bytes || (*bytes)->front() == std::byte{7});
        });
    }
    threads.clear();
    EXPECT_EQ(decoded, 2);
}

TEST(Hdf5ChunkCache, DecodesNoMoreAtOnceThanIsAllowed)
{
    hdf5::Hdf5ChunkCache cache(25);
    std::atomic<int> decoding = 0;
    std::atomic<int> tooMany = 0;
    std::atomic<int> decoded = 0;
    const auto decode = [&](std::span<std::byte>) -> Result<> {
        if (++decoding > 2)
            ++tooMany;
        for (int i = 0; i < 100; ++i)
            std::this_thread::yield();
        --decoding;
        ++decoded;
        return {};
    };
    std::vector<std::jthread> threads;
    for (std::uint64_t thread = 0; thread < 8; ++thread) {
        threads.emplace_back([&, thread] {
            for (std::uint64_t i = 0; i < 50; ++i)
                EXPECT_TRUE(cache.get({.offset = 50 * thread + i, .size = 10}, 30, decode));
        });
    }
    threads.clear();
    EXPECT_EQ(tooMany, 0);
    EXPECT_EQ(decoded, 400);
    EXPECT_TRUE(cache.get({.offset = 1000, .size = 26}, 30, decode)); // replaces everything else
}

TEST(Hdf5Registry, ListsUnavailableFormats)
{
    EXPECT_NE(findFormat("hdf5"), nullptr);
    EXPECT_TRUE(unavailableFormats().empty());
}

} // namespace loupe::test
