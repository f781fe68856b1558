// Flax's msgpack files: those in the manifest and in tests/data/flax-more, with names, statistics and digests from
// msgpack and NumPy. Also broken files, with the verdicts of a reader that works as flax does.

#include "sample_checks.h"

#include "analysis/statistics/summary.h"

#include <cmath>

namespace loupe::test {

namespace {

using nlohmann::json;

struct FlaxFile {
    std::string path;
    json file;
    friend void PrintTo(const FlaxFile& sample, std::ostream* out) { *out << sample.path; }
};

std::vector<FlaxFile> flaxFiles()
{
    std::vector<FlaxFile> all;
    for (const std::string list : {"flax-msgpack/manifest.json", "flax-more/expected.json"}) {
        const json manifest = readJson(list);
        for (const json& file : manifest["files"]) {
            if (file.contains("tensors"))
                all.push_back({list.substr(0, list.find('/') + 1) + file["file"].get<std::string>(), file});
        }
    }
    return all;
}

const MetadataValue* flaxMetadataOf(const Checkpoint& checkpoint, const std::string& key)
{
    for (const auto& [name, value] : *checkpoint.metadata) {
        if (name == key)
            return &value;
    }
    return nullptr;
}

std::string key(const std::string& text)
{
    return static_cast<char>(0xa0 + text.size()) + text;
}

/// The head of an array of `size` bytes, without the bytes themselves.
std::string arrayHead(std::uint32_t size)
{
    const auto big = [](std::uint32_t number) {
        std::string text;
        for (int shift = 24; shift >= 0; shift -= 8)
            text += static_cast<char>(number >> shift);
        return text;
    };
    const std::string record = std::string("\x93\x91\xce") + big(size) + key("uint8") + '\xc6' + big(size);
    return '\xc9' + big(size + static_cast<std::uint32_t>(record.size())) + '\1' + record;
}

std::shared_ptr<const Checkpoint> openBytes(const TemporaryFolder& folder, const std::string& bytes)
{
    std::filesystem::remove(folder.path() / "a.msgpack");
    return open(folder.write("a.msgpack", bytes));
}

} // namespace

class FlaxSample : public testing::TestWithParam<FlaxFile> { };

TEST_P(FlaxSample, IsReproduced)
{
    const auto checkpoint = open(dataPath(GetParam().path));
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->format, "flax-msgpack");
    EXPECT_FALSE(checkpoint->findings.hasErrors()) << codes(*checkpoint);
    EXPECT_TRUE(checkpoint->findings.referenceAccepts());
    const json& tensors = GetParam().file["tensors"];
    ASSERT_EQ(checkpoint->tensors.size(), tensors.size());
    for (const json& want : tensors) {
        SCOPED_TRACE(want["name"]);
        const auto tensor = findTensor(*checkpoint, want["name"].get<std::string>());
        ASSERT_TRUE(tensor);
        EXPECT_EQ(checkpoint->dtypeName(*tensor), want["dtype"].get<std::string>());
        EXPECT_EQ(shapeOf(*checkpoint, *tensor), want["shape"].get<std::vector<std::uint64_t>>());
        EXPECT_EQ(sha256Of(*checkpoint, *tensor),
            want[want.contains("sha256") ? "sha256" : "sha256_c_order_le"].get<std::string>());
    }
}

/// Arrays stored in one piece are not copied, and each piece is where msgpack put it.
TEST_P(FlaxSample, PiecesLieWhereTheyWerePut)
{
    const auto checkpoint = open(dataPath(GetParam().path));
    for (const json& want : GetParam().file["tensors"]) {
        if (!want.contains("pieces"))
            continue;
        SCOPED_TRACE(want["name"]);
        const std::uint32_t number = *findTensor(*checkpoint, want["name"].get<std::string>());
        const Tensor& tensor = checkpoint->tensors[number];
        std::vector<ByteRange> expected;
        std::uint64_t bytes = 0;
        for (const json& piece : want["pieces"]) {
            expected.push_back({piece[0].get<std::uint64_t>(), piece[1].get<std::uint64_t>()});
            bytes += expected.back().size();
        }
        std::ranges::sort(expected, {}, &ByteRange::begin);
        std::vector<ByteRange> found{tensor.bytes};
        for (const FilePart& part : checkpoint->files[0].parts) {
            if (part.kind == RegionKind::Tensor && part.tensor == number)
                found.push_back(part.range);
        }
        EXPECT_EQ(found, expected);
        EXPECT_EQ(fileBytes(tensor), bytes);
        EXPECT_EQ(tensor.storage == nullptr, expected.size() == 1 && tensor.name != "big");
    }
}

TEST_P(FlaxSample, StatisticsAreNumPys)
{
    const auto checkpoint = open(dataPath(GetParam().path));
    for (const json& want : GetParam().file["tensors"]) {
        const json stats = want.value("stats", json());
        if (stats.is_null())
            continue;
        SCOPED_TRACE(want["name"]);
        const auto summary =
            summarize(*Elements::open(checkpoint, *findTensor(*checkpoint, want["name"].get<std::string>())));
        ASSERT_TRUE(summary) << describe(summary.error());
        const bool isOurs = stats.contains("nan");
        EXPECT_EQ(summary->elements, stats["count"].get<std::uint64_t>());
        EXPECT_EQ(*summary->nan, stats[isOurs ? "nan" : "nan_count"].get<std::uint64_t>());
        EXPECT_EQ(*summary->zero, stats[isOurs ? "zero" : "zero_count"].get<std::uint64_t>());
        const json& least = stats["min"];
        ASSERT_EQ(summary->minimum.has_value(), !least.is_null());
        if (least.is_null())
            continue;
        EXPECT_EQ(summary->minimum->toDouble(), least.get<double>());
        EXPECT_EQ(summary->maximum->toDouble(), stats["max"].get<double>());
        EXPECT_NEAR(*summary->mean, stats["mean"].get<double>(), 1e-9 * std::abs(stats["mean"].get<double>()));
    }
}

TEST_P(FlaxSample, OtherValuesAreMetadataWithTypes)
{
    const auto checkpoint = open(dataPath(GetParam().path));
    const json wanted = GetParam().file.value("metadata", json());
    if (wanted.is_null())
        return;
    EXPECT_EQ(checkpoint->metadata ? checkpoint->metadata->size() : 0, wanted.size());
    for (const auto& [name, value] : wanted.items()) {
        const MetadataValue* const found = flaxMetadataOf(*checkpoint, name);
        ASSERT_TRUE(found) << name;
        EXPECT_EQ(*found->text(), value[0].get<std::string>()) << name;
        EXPECT_EQ(found->typeName(), value[1].get<std::string>()) << name;
        const bool isText = found->typeName() == "STR" || found->typeName() == "BIN" || found->typeName() == "EXT"
            || found->typeName() == "COMPLEX";
        EXPECT_EQ(found->kind() == MetadataValue::Kind::Text, isText) << name;
    }
}

TEST_P(FlaxSample, HoldsWhatHoldsForAll)
{
    const auto checkpoint = open(dataPath(GetParam().path));
    expectStretches(checkpoint);
    expectRegionsTile(*checkpoint);
    expectFieldsTile(*checkpoint);
    expectSameWithoutAMap(dataPath(GetParam().path));
    expectConverts(checkpoint);
}

TEST_P(FlaxSample, CutAnywhereIsAFinding)
{
    const bool isLong = GetParam().path == "flax-more/leaves.msgpack";
    expectCutsAreFindings(dataPath(GetParam().path), isLong ? 23 : 1);
}

INSTANTIATE_TEST_SUITE_P(Manifests, FlaxSample, testing::ValuesIn(flaxFiles()));

TEST(Flax, LeavesOfTheManifestAreMetadata)
{
    const auto checkpoint = open(dataPath("flax-msgpack/flax_model.msgpack"));
    ASSERT_EQ(checkpoint->metadata->size(), 3U);
    EXPECT_EQ(flaxMetadataOf(*checkpoint, "flag")->shown(), "true");
    EXPECT_EQ(flaxMetadataOf(*checkpoint, "name")->shown(), "x");
    EXPECT_EQ(flaxMetadataOf(*checkpoint, "c")->shown(), "1+2i");
}

TEST(Flax, ALongTextStaysInTheFile)
{
    const auto checkpoint = open(dataPath("flax-more/leaves.msgpack"));
    const MetadataValue* const text = flaxMetadataOf(*checkpoint, "long");
    ASSERT_TRUE(text->stored());
    EXPECT_EQ(text->shown(), "A text of many words. A text of many words. A text of many w… (8,800 bytes)");
}

TEST(Flax, BrokenFilesAreRefusedAsTheReferenceDoes)
{
    const json verdicts = readJson("malformed/flax-verdicts.json");
    EXPECT_GT(verdicts["files"].size(), 20U);
    for (const json& verdict : verdicts["files"]) {
        const std::string file = verdict["file"];
        SCOPED_TRACE(file);
        const auto checkpoint = open(dataPath("malformed/" + file));
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(checkpoint->format, "flax-msgpack");
        const json error = verdict["error"];
        EXPECT_EQ(refusal(*checkpoint), error.is_null() ? "" : error.get<std::string>()) << codes(*checkpoint);
        for (const Finding& finding : checkpoint->findings.list())
            EXPECT_TRUE(finding.offset && *finding.offset <= checkpoint->files[0].size()) << finding.message;
    }
}

/// Values after a broken array are still shown.
TEST(Flax, ReadsOnBehindABrokenArray)
{
    for (const char* const file : {"flax-ext-two", "flax-ext-not-array", "flax-ext-extra", "flax-ext-inner-cut",
             "flax-rank-33", "flax-type-unknown", "flax-complex-broken", "flax-chunk-missing", "flax-chunk-short",
             "flax-chunk-no-shape", "flax-chunk-text", "flax-int-key", "flax-key-utf8"}) {
        const auto checkpoint = open(dataPath("malformed/" + std::string(file) + ".msgpack"));
        ASSERT_FALSE(checkpoint->tensors.empty()) << file;
        EXPECT_EQ(bytesOf(checkpoint, static_cast<std::uint32_t>(checkpoint->tensors.size() - 1), 1, 1),
            std::string("\0\0\x80\x3f", 4))
            << file;
    }
    const auto checkpoint = open(dataPath("malformed/flax-chunk-short.msgpack"));
    EXPECT_EQ(codes(*checkpoint), "size-mismatch");
    EXPECT_EQ(checkpoint->findings.list()[0].message, "tensor \"a\" has 16 bytes, expected 20 of its type and shape");
}

TEST(Flax, FindingsSayWhatAndWhere)
{
    const std::pair<const char*, const char*> wanted[] = {{"bad-deep", "too-deep"}, {"bad-map32", "count-huge"},
        {"bad-dtype", "dtype-object"}, {"bad-ext-len", "size-mismatch"}, {"bad-ext-shape", "shape-overflow"},
        {"bad-truncated", "data-missing"}, {"flax-array-huge", "count-huge"}, {"flax-duplicate", "duplicate-name"},
        {"flax-ext-inner-cut", "data-missing"}, {"flax-invalid-byte", "msgpack-invalid"},
        {"flax-trailing", "data-trailing"}, {"flax-negative-dim", ""}};
    for (const auto& [file, expected] : wanted)
        EXPECT_EQ(codes(*open(dataPath(std::string("malformed/") + file + ".msgpack"))), expected) << file;
    const auto open1 = open(dataPath("malformed/flax-negative-dim.msgpack"));
    EXPECT_EQ(shapeOf(*open1, 0), std::vector<std::uint64_t>{2});
}

TEST(Flax, IsKnownByItsContent)
{
    TemporaryFolder folder;
    const std::string model = readFile(dataPath("flax-msgpack/flax_model.msgpack"));
    EXPECT_EQ(open(folder.write("weights.data", model))->format, "flax-msgpack");
    // A map of small numbers could be from any program.
    for (const std::string& content : {std::string("\x81\xa1"), std::string("\x81\1\1")})
        EXPECT_FALSE(openCheckpoint(folder.write("other.data", content))) << content;
}

/// Only the heads between payloads of 3 GiB are read.
TEST(Flax, PayloadsAreLeftInTheFile)
{
    constexpr std::uint32_t size = 0xc0000000;
    TemporaryFolder folder;
    const std::string begin = '\x82' + key("large") + arrayHead(size);
    const auto path = folder.write("large.msgpack", begin);
    std::filesystem::resize_file(path, begin.size() + size);
    std::ofstream(path, std::ios::binary | std::ios::app) << key("small") << arrayHead(3) << "xyz";
    const auto checkpoint = open(path);
    ASSERT_EQ(checkpoint->tensors.size(), 2U);
    EXPECT_EQ(codes(*checkpoint), "");
    EXPECT_EQ(checkpoint->tensors[0].bytes, (ByteRange{begin.size(), begin.size() + size}));
    EXPECT_LT(checkpoint->files[0].headerBytes(), 100U);
    EXPECT_EQ(bytesOf(checkpoint, 1, 0, 3), "xyz");
}

/// A long key above many small arrays would make names many times as long as the file.
TEST(Flax, NamesAreBounded)
{
    const std::string longKey(100'000, 'k');
    std::string bytes = std::string("\x81\xdb\0\x01\x86\xa0", 6) + longKey + std::string("\xde\xff\xff", 3);
    for (int i = 0; i < 0xffff; ++i)
        bytes += key("a") + arrayHead(0);
    TemporaryFolder folder;
    const auto checkpoint = openBytes(folder, bytes);
    EXPECT_TRUE(hasFinding(*checkpoint, "object-too-large"));
    EXPECT_LT(checkpoint->tensors.size(), 1000U);
    EXPECT_GT(checkpoint->tensors.size(), 100U);
}

/// The arrays are broken: their names are empty and they have no bytes.
TEST(Flax, TensorsAreBounded)
{
    constexpr std::uint32_t count = 2'000'000;
    std::string bytes("\x81\xa1l\xdf\0\x1e\x84\x80", 8);
    bytes.reserve(bytes.size() + std::size_t{4} * count);
    for (std::uint32_t i = 0; i < count; ++i)
        bytes.append("\xa0\xc7\0\1", 4);
    TemporaryFolder folder;
    const auto checkpoint = openBytes(folder, bytes);
    EXPECT_TRUE(hasFinding(*checkpoint, "tensor-too-many"));
    EXPECT_EQ(checkpoint->tensors.size(), 1'000'000U);
}

TEST(Flax, MetadataAreBounded)
{
    std::string bytes = std::string("\x81\xa1l\xdc\xff\xff", 6) + std::string(0xffff, '\7');
    TemporaryFolder folder;
    const auto checkpoint = openBytes(folder, bytes);
    EXPECT_EQ(codes(*checkpoint), "metadata-cut");
    EXPECT_EQ(checkpoint->metadata->size(), 10'000U);
    EXPECT_EQ(flaxMetadataOf(*checkpoint, "l.9999")->shown(), "7");
}

/// Reads as many levels of nesting as Python's msgpack allows, and rejects one more.
TEST(Flax, DepthIsPythons)
{
    TemporaryFolder folder;
    const auto nested = [&](int levels) {
        std::string bytes;
        for (int i = 0; i < levels; ++i)
            bytes += "\x81\xa1"
                     "a";
        return openBytes(folder, bytes + '\1');
    };
    EXPECT_EQ(codes(*nested(1024)), "");
    EXPECT_EQ(codes(*nested(1025)), "too-deep");
}

} // namespace loupe::test
