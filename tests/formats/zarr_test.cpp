// Folders written by the zarr library, folders made by hand from the specifications, and damaged ones.

#include "numpy_files.h"
#include "sample_checks.h"

#include "analysis/digests/whole_reading.h"
#include "core/elements.h"
#include "formats/zarr/blosc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

namespace loupe::test {

namespace {

using nlohmann::json;
using testing::HasSubstr;

/// {"chunks":[2,2],…}: the description of an array of 3 x 4 numbers, with `changes` applied.
std::string description(const json& changes = json::object())
{
    json all{{"zarr_format", 2}, {"shape", {3, 4}}, {"chunks", {2, 2}}, {"dtype", "<i2"}, {"order", "C"},
        {"compressor", nullptr}, {"filters", nullptr}, {"fill_value", 7}};
    all.update(changes);
    return all.dump();
}

/// A chunk of four numbers.
std::string numbers(char first)
{
    return {
        first, 0, static_cast<char>(first + 1), 0, static_cast<char>(first + 2), 0, static_cast<char>(first + 3), 0};
}

/// Writes an array with its four chunks.
void writeArray(const TemporaryFolder& folder, const std::string& text)
{
    folder.write(".zarray", text);
    for (const auto& [name, first] :
        {std::pair("0.0", 1), std::pair("0.1", 5), std::pair("1.0", 9), std::pair("1.1", 13)})
        folder.write(name, numbers(static_cast<char>(first)));
}

/// The error that reading the values gives; empty if there is none.
std::optional<Error> errorOf(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor)
{
    const auto elements = Elements::open(checkpoint, tensor);
    if (!elements)
        return elements.error();
    Buffer scratch;
    const auto done = elements->visit(0, elements->count(), scratch, [](std::span<const std::byte>) {});
    return done ? std::nullopt : std::optional(done.error());
}

TEST(Zarr, SamplesHaveTheValuesThatNumPyHas)
{
    for (const std::string folder : {"zarr", "zarr-more"}) {
        const json manifest = readJson(folder + "/manifest.json");
        for (const json& file : manifest["files"]) {
            SCOPED_TRACE(file["file"]);
            const auto checkpoint = open(dataPath(folder + '/' + file["file"].get<std::string>()));
            ASSERT_TRUE(checkpoint);
            EXPECT_EQ(checkpoint->format, "zarr");
            EXPECT_TRUE(checkpoint->findings.referenceAccepts()) << codes(*checkpoint);
            EXPECT_FALSE(checkpoint->findings.hasErrors()) << codes(*checkpoint);
            EXPECT_EQ(checkpoint->tensors.size(), file["tensors"].size());
            for (const json& want : file["tensors"]) {
                const auto tensor = findTensor(*checkpoint, want["name"].get<std::string>());
                ASSERT_TRUE(tensor);
                EXPECT_EQ(checkpoint->dtypeName(*tensor), want["dtype"].get<std::string>()) << want["name"];
                EXPECT_EQ(json(shapeOf(*checkpoint, *tensor)), want["shape"]) << want["name"];
                EXPECT_EQ(sha256Of(*checkpoint, *tensor), want["sha256_c_order_le"].get<std::string>()) << want["name"];
            }
            expectStretches(checkpoint);
        }
    }
}

/// The consolidated metadata and a search of the folders lead to the same tensors.
TEST(Zarr, FoldersAreSearchedWhereNothingListsThem)
{
    TemporaryFolder folder;
    std::filesystem::copy(dataPath("zarr"), folder.path() / "copy", std::filesystem::copy_options::recursive);
    std::filesystem::remove(folder.path() / "copy/.zmetadata");
    const auto searched = open(folder.path() / "copy");
    const auto listed = open(dataPath("zarr"));
    ASSERT_TRUE(searched && listed);
    ASSERT_EQ(searched->tensors.size(), listed->tensors.size());
    for (std::uint32_t i = 0; i < listed->tensors.size(); ++i) {
        const auto other = findTensor(*searched, listed->tensors[i].name);
        ASSERT_TRUE(other);
        EXPECT_EQ(sha256Of(*searched, *other), sha256Of(*listed, i));
    }
    const auto step = [](const Checkpoint& checkpoint) {
        const auto found = std::ranges::find(*checkpoint.metadata, "step", &Metadata::value_type::first);
        return found == checkpoint.metadata->end() ? std::string() : found->second.shown();
    };
    EXPECT_EQ(step(*searched), "1200");
    EXPECT_EQ(step(*listed), "1200");
}

TEST(Zarr, WhatIsNotReadIsNamed)
{
    const auto checkpoint = open(dataPath("zarr-more/unread"));
    ASSERT_TRUE(checkpoint);
    EXPECT_FALSE(checkpoint->findings.hasErrors());
    for (const auto& [name, what] : {std::pair("bz2", "\"bz2\""), std::pair("lzma", "\"lzma\""),
             std::pair("snappy", "\"blosc with snappy\""), std::pair("delta", "\"filter delta\"")}) {
        const auto tensor = findTensor(*checkpoint, name);
        ASSERT_TRUE(tensor);
        const auto error = errorOf(checkpoint, *tensor);
        ASSERT_TRUE(error);
        EXPECT_EQ(error->code, ErrorCode::Unsupported) << name;
        EXPECT_THAT(error->message, HasSubstr(what));
    }
    EXPECT_EQ(checkpoint->dtypeName(*findTensor(*checkpoint, "complex")), "C128");
    EXPECT_EQ(checkpoint->dtypeName(*findTensor(*checkpoint, "fields")), "structured");
}

TEST(Zarr, ADatabaseOfTensorStoreIsNamedWithWhatToDo)
{
    const auto checkpoint = open(dataPath("zarr-more/ocdbt"));
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->formatText(), "zarr OCDBT");
    ASSERT_EQ(codes(*checkpoint), "ocdbt-unread");
    EXPECT_THAT(checkpoint->findings.list().front().message, HasSubstr("use_ocdbt=False"));
    ASSERT_TRUE(checkpoint->metadata);
    EXPECT_EQ(checkpoint->metadata->front().second.shown(), R"(["params.dense.bias","params.dense.kernel","step"])");
}

struct Damage {
    const char* name;
    json changes; ///< changes of the description
    const char* code; ///< the code of the finding
    std::optional<ErrorCode> error = {}; ///< the error when the values are read
    friend void PrintTo(const Damage& damage, std::ostream* out) { *out << damage.name; }
};

class ZarrDamageTest : public testing::TestWithParam<Damage> { };

TEST_P(ZarrDamageTest, IsFound)
{
    TemporaryFolder folder;
    writeArray(folder, description(GetParam().changes));
    const auto checkpoint = open(folder.path());
    ASSERT_TRUE(checkpoint);
    EXPECT_TRUE(hasFinding(*checkpoint, GetParam().code)) << codes(*checkpoint);
    if (checkpoint->tensors.empty())
        return;
    const auto error = errorOf(checkpoint, 0);
    EXPECT_EQ(error ? std::optional(error->code) : std::nullopt, GetParam().error) << (error ? error->message : "");
}

INSTANTIATE_TEST_SUITE_P(Zarr, ZarrDamageTest,
    testing::Values(Damage{"version", {{"zarr_format", 4}}, "zarr-version", {}},
        Damage{"negative", {{"shape", {-3, 4}}}, "shape-invalid", {}},
        Damage{"noShape", {{"shape", {"a"}}}, "shape-invalid", {}},
        Damage{"noType", {{"dtype", 3}}, "dtype-invalid", {}},
        Damage{"otherType", {{"dtype", "<q9"}}, "dtype-unknown", {}},
        Damage{"chunkOfNothing", {{"chunks", {0, 2}}}, "chunks-invalid", ErrorCode::Malformed},
        Damage{"chunkRank", {{"chunks", {2}}}, "chunks-invalid", ErrorCode::Malformed},
        Damage{"hugeShape", {{"shape", {1ULL << 40, 1ULL << 40}}}, "shape-overflow", ErrorCode::Malformed},
        Damage{"hugeChunk", {{"chunks", {1ULL << 40, 1ULL << 40}}}, "shape-overflow", ErrorCode::Malformed},
        Damage{"largerChunk", {{"chunks", {2, 3}}}, "chunk-size", ErrorCode::Malformed},
        Damage{"bomb", {{"chunks", {1 << 20, 1 << 20}}, {"compressor", {{"id", "zlib"}}}}, "chunk-outside",
            ErrorCode::TooLarge},
        Damage{"notCompressed", {{"compressor", {{"id", "zlib"}}}, {"shape", {2, 2}}}, "chunk-outside",
            ErrorCode::Malformed},
        Damage{"order", {{"order", "K"}}, "order-invalid", {}},
        Damage{"separator", {{"dimension_separator", "-"}}, "separator-invalid", ErrorCode::Malformed},
        Damage{"fill", {{"fill_value", 70000}, {"shape", {9, 4}}}, "fill-invalid", ErrorCode::Malformed},
        Damage{"noFill", {{"fill_value", nullptr}, {"shape", {9, 4}}}, "chunk-missing", {}},
        Damage{"compressor", {{"compressor", "zlib"}}, "compressor-invalid", ErrorCode::Unsupported},
        Damage{"chain", {{"filters", json::array({json{{"id", "delta"}}})}}, "compressor-unknown",
            ErrorCode::Unsupported}),
    [](const auto& parameter) { return std::string(parameter.param.name); });

TEST(Zarr, ADescriptionThatIsCutIsAFinding)
{
    const std::string whole = description();
    for (std::size_t size = 1; size < whole.size(); size += 3) {
        TemporaryFolder folder;
        writeArray(folder, whole.substr(0, size));
        const auto checkpoint = openCheckpoint(folder.path());
        if (checkpoint) { // shorter ones are not recognized as any format
            EXPECT_TRUE((*checkpoint)->findings.hasErrors()) << size;
        }
    }
}

TEST(Zarr, LinksAndPathsOutOfTheFolderAreNotFollowed)
{
    TemporaryFolder outside;
    const auto secret = outside.write("secret", numbers(1));
    TemporaryFolder folder;
    writeArray(folder, description());
    std::filesystem::remove(folder.path() / "1.1");
    std::filesystem::create_symlink(secret, folder.path() / "1.1");
    const auto linked = open(folder.path());
    ASSERT_TRUE(linked);
    EXPECT_TRUE(hasFinding(*linked, "companion-missing")) << codes(*linked);
    const auto error = errorOf(linked, 0);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code, ErrorCode::PermissionDenied);

    folder.write(".zmetadata", R"({"zarr_consolidated_format":1,"metadata":{"../up/.zarray":)" + description() + "}}");
    const auto named = open(folder.path() / ".zmetadata");
    ASSERT_TRUE(named);
    EXPECT_EQ(codes(*named), "unsafe-path");
    EXPECT_TRUE(named->tensors.empty());
}

/// A zlib stream with one uncompressed block.
std::string zlibStored(const std::string& bytes)
{
    constexpr std::uint32_t modulus = 65521; // of Adler-32
    std::uint32_t low = 1;
    std::uint32_t high = 0;
    for (const char byte : bytes) {
        low = (low + static_cast<unsigned char>(byte)) % modulus;
        high = (high + low) % modulus;
    }
    const auto size = static_cast<std::uint16_t>(bytes.size());
    std::string text("\x78\x01\x01", 3);
    for (const unsigned value : {unsigned(size), unsigned(static_cast<std::uint16_t>(~size))})
        text += {static_cast<char>(value), static_cast<char>(value >> 8)};
    text += bytes;
    for (const std::uint32_t value : {high, low})
        text += {static_cast<char>(value >> 8), static_cast<char>(value)};
    return text;
}

TEST(Zarr, ADamagedChunkIsNamed)
{
    TemporaryFolder folder;
    folder.write(".zarray", description({{"compressor", {{"id", "zlib"}}}}));
    for (const char* const name : {"0.0", "0.1", "1.0", "1.1"})
        folder.write(name, zlibStored(numbers(1)));
    const auto whole = open(folder.path());
    ASSERT_TRUE(whole);
    EXPECT_FALSE(errorOf(whole, 0));
    folder.write("1.0", "y" + zlibStored(numbers(1)).substr(1));
    const auto damaged = open(folder.path());
    const auto found = findDamaged(*damaged, {0});
    ASSERT_TRUE(found.has_value());
    ASSERT_EQ(found->list().size(), 1U);
    EXPECT_THAT(found->list().front().message, HasSubstr((folder.path() / "1.0").string() + ": the chunk cannot"));
}

TEST(Zarr, WhatIsNoFileIsNotFilled)
{
    for (const bool isPipe : {false, true}) {
        TemporaryFolder folder;
        writeArray(folder, description());
        const auto chunk = folder.path() / "1.0";
        std::filesystem::remove(chunk);
        if (isPipe)
            ASSERT_EQ(::mkfifo(chunk.c_str(), 0600), 0);
        else
            std::filesystem::create_symlink("nothing", chunk);
        const auto checkpoint = open(folder.path());
        ASSERT_TRUE(checkpoint);
        EXPECT_TRUE(checkpoint->findings.hasErrors()) << codes(*checkpoint);
        EXPECT_TRUE(errorOf(checkpoint, 0)) << isPipe;
    }
}

TEST(Zarr, ManyChunksAreNotOpenedWithTheCheckpoint)
{
    constexpr std::size_t count = 300; // more chunks than the files that one array adds to the checkpoint
    TemporaryFolder folder;
    folder.write(".zarray", description({{"shape", {count}}, {"chunks", {1}}}));
    for (std::size_t i = 0; i < count; ++i)
        folder.write(std::to_string(i), std::string{static_cast<char>(i), static_cast<char>(i >> 8)});
    const auto checkpoint = open(folder.path());
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->files.size(), 1U);
    EXPECT_EQ(codes(*checkpoint), "chunks-many");
    EXPECT_EQ(fileBytes(checkpoint->tensors[0]), 2 * count);
    const std::string all = bytesOf(checkpoint, 0, 0, count);
    ASSERT_EQ(all.size(), 2 * count);
    for (std::size_t i = 0; i < count; ++i)
        EXPECT_EQ(static_cast<unsigned char>(all[2 * i]) + 256U * static_cast<unsigned char>(all[2 * i + 1]), i);
}

TEST(Zarr, OrbaxNamesAnArrayThatIsMissing)
{
    TemporaryFolder folder;
    const auto copy = folder.path() / "copy";
    std::filesystem::copy(dataPath("zarr-more/orbax"), copy, std::filesystem::copy_options::recursive);
    std::filesystem::remove_all(copy / "params.dense.bias");
    const auto checkpoint = open(copy);
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(codes(*checkpoint), "array-missing");
    EXPECT_EQ(checkpoint->findings.list().front().tensor, "params.dense.bias");
}

/// Buffers that numcodecs wrote, cut off or with one byte changed. Nothing is read beyond their end, and cut ones are
/// always refused.
TEST(Blosc, DamagedBuffersAreRefused)
{
    for (const char* const name : {"blosclz-1", "lz4-2", "zlib-1", "zstd-0", "noise"}) {
        const std::string stored = readFile(dataPath("zarr/blosc/" + std::string(name) + "/0"));
        const std::size_t size = name == std::string("noise") ? 600 : 6000;
        std::vector<std::byte> target(size);
        ASSERT_TRUE(zarr::unpackBlosc(std::as_bytes(std::span(stored)), target)) << name;
        for (std::size_t cut = 0; cut < stored.size(); ++cut) {
            // A copy, so that sanitizers detect a read beyond its end.
            const std::vector<char> part(stored.begin(), stored.begin() + static_cast<std::ptrdiff_t>(cut));
            EXPECT_FALSE(zarr::unpackBlosc(std::as_bytes(std::span(part)), target)) << name << ' ' << cut;
        }
        for (std::size_t i = 0; i < stored.size(); ++i) {
            std::vector<char> changed(stored.begin(), stored.end());
            changed[i] = static_cast<char>(changed[i] ^ (i % 2 == 0 ? 0xff : 0x10));
            (void)zarr::unpackBlosc(std::as_bytes(std::span(changed)), target); // may yield other numbers
        }
        EXPECT_FALSE(zarr::unpackBlosc(std::as_bytes(std::span(stored)), std::span(target).first(size - 1))) << name;
    }
}

} // namespace

} // namespace loupe::test
