// Files as paddle.save writes them, made with Python's pickle and NumPy: those of the manifest and of
// tests/data/paddle-more. Also broken and hostile files, with the verdicts of a reader that works as paddle.load does.

#include "sample_checks.h"

#include "analysis/statistics/summary.h"

#include <cmath>

namespace loupe::test {

namespace {

using nlohmann::json;

struct PaddleFile {
    std::string path;
    json file;
    friend void PrintTo(const PaddleFile& sample, std::ostream* out) { *out << sample.path; }
};

std::vector<PaddleFile> paddleFiles()
{
    std::vector<PaddleFile> all;
    for (const std::string list : {"paddle/manifest.json", "paddle-more/expected.json"}) {
        const json manifest = readJson(list);
        for (const json& file : manifest["files"])
            all.push_back({list.substr(0, list.find('/') + 1) + file["file"].get<std::string>(), file});
    }
    return all;
}

/// Codes of findings that are not notes.
std::string faults(const Checkpoint& checkpoint)
{
    std::string text;
    for (const Finding& finding : checkpoint.findings.list()) {
        if (finding.severity != Severity::Note)
            text.append(text.empty() ? "" : " ").append(finding.code);
    }
    return text;
}

const MetadataValue* paddleMetadataOf(const Checkpoint& checkpoint, const std::string& key)
{
    for (const auto& [name, value] : *checkpoint.metadata) {
        if (name == key)
            return &value;
    }
    return nullptr;
}

std::string malformed(const std::string& name)
{
    return dataPath("malformed/" + name + ".pdparams");
}

} // namespace

class PaddleSample : public testing::TestWithParam<PaddleFile> { };

TEST_P(PaddleSample, IsReproduced)
{
    const auto checkpoint = open(dataPath(GetParam().path));
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->format, "paddle");
    EXPECT_EQ(faults(*checkpoint), GetParam().file.value("faults", ""));
    EXPECT_TRUE(checkpoint->findings.referenceAccepts());
    const json& tensors = GetParam().file["tensors"];
    ASSERT_EQ(checkpoint->tensors.size(), tensors.size());
    for (const json& want : tensors) {
        SCOPED_TRACE(want["name"]);
        const auto tensor = findTensor(*checkpoint, want["name"].get<std::string>());
        ASSERT_TRUE(tensor);
        EXPECT_EQ(shapeOf(*checkpoint, *tensor), want["shape"].get<std::vector<std::uint64_t>>());
        if (want["dtype"] == "C128")
            continue; // these are the bytes themselves
        EXPECT_EQ(checkpoint->dtypeName(*tensor), want["dtype"].get<std::string>());
        EXPECT_EQ(sha256Of(*checkpoint, *tensor),
            want[want.contains("sha256") ? "sha256" : "sha256_c_order_le"].get<std::string>());
        // Plain data in the file is not copied; other data does not count as plain.
        if (want.contains("plain")) {
            EXPECT_EQ(checkpoint->tensors[*tensor].storage == nullptr, want["plain"].get<bool>());
        }
    }
}

TEST_P(PaddleSample, StatisticsAreNumPys)
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

TEST_P(PaddleSample, OtherValuesAreMetadataWithTypes)
{
    const auto checkpoint = open(dataPath(GetParam().path));
    const json wanted = GetParam().file.value("metadata", json());
    if (wanted.is_null())
        return;
    EXPECT_EQ(checkpoint->metadata ? checkpoint->metadata->size() : 0, wanted.size());
    for (const auto& [name, value] : wanted.items()) {
        const MetadataValue* const found = paddleMetadataOf(*checkpoint, name);
        ASSERT_TRUE(found) << name;
        EXPECT_EQ(found->shown(), value[0].get<std::string>()) << name;
        EXPECT_EQ(found->typeName(), value[1].get<std::string>()) << name;
    }
}

TEST_P(PaddleSample, HoldsWhatHoldsForAll)
{
    const auto checkpoint = open(dataPath(GetParam().path));
    expectStretches(checkpoint);
    expectRegionsTile(*checkpoint);
    expectFieldsTile(*checkpoint);
    expectSameWithoutAMap(dataPath(GetParam().path));
    expectConverts(checkpoint);
}

TEST_P(PaddleSample, CutAnywhereIsAFinding)
{
    const auto has = [&](const char* part) { return GetParam().path.find(part) != std::string::npos; };
    // If the cut prevents joining the slices of an array, each slice is a tensor of its own.
    expectCutsAreFindings(dataPath(GetParam().path), has("long-text") ? 4999 : 7, has("sliced") ? 8 : 0);
}

INSTANTIATE_TEST_SUITE_P(Manifests, PaddleSample, testing::ValuesIn(paddleFiles()));

TEST(Paddle, ImportsAreNotes)
{
    const auto checkpoint = open(dataPath("paddle/state-proto4.pdparams"));
    EXPECT_EQ(checkpoint->formatText(), "paddle protocol 4");
    EXPECT_EQ(codes(*checkpoint), "import import import maybe-bfloat16");
    EXPECT_EQ(
        checkpoint->findings.list()[0].message, "imports numpy.core.multiarray._reconstruct, which paddle.load allows");
    EXPECT_EQ(checkpoint->findings.list()[3].message,
        "1 uint16 tensor may be bfloat16: Paddle stores both as uint16, and the file does not say which");
    EXPECT_EQ(paddleMetadataOf(*checkpoint, "StructuredToParameterName@@.linear.weight")->typeName(), "str");
}

TEST(Paddle, BrokenFilesAreRefusedAsTheReferenceDoes)
{
    const json verdicts = readJson("malformed/paddle-verdicts.json");
    EXPECT_GT(verdicts["files"].size(), 15U);
    for (const json& verdict : verdicts["files"]) {
        const std::string file = verdict["file"];
        SCOPED_TRACE(file);
        const auto checkpoint = open(dataPath("malformed/" + file));
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(checkpoint->format, "paddle");
        if (file == "paddle-text-broken.pdparams") {
            // Texts are checked only when their values are read.
            ASSERT_EQ(checkpoint->tensors.size(), 1U);
            const auto digest = digestTensor(*checkpoint, 0, DigestAlgorithm::Xxh3_64);
            ASSERT_FALSE(digest);
            EXPECT_EQ(digest.error().code, ErrorCode::Malformed);
            continue;
        }
        EXPECT_EQ(checkpoint->findings.referenceAccepts(), verdict["error"].is_null()) << codes(*checkpoint);
    }
}

TEST(Paddle, FindingsSayWhat)
{
    const std::pair<const char*, const char*> wanted[] = {{"paddle-os-system", "import-unknown"},
        {"paddle-eval", "import-unknown"}, {"paddle-unknown", "import-unknown"}, {"paddle-no-stop", "pickle-broken"},
        {"paddle-cut", "pickle-broken tensor-invalid"}, {"paddle-short-array", "size-mismatch"},
        {"paddle-shape", "size-mismatch"}, {"paddle-shape-huge", "shape-overflow"},
        {"paddle-shape-negative", "tensor-invalid"}, {"paddle-type", "tensor-invalid tensor-invalid"},
        {"paddle-object", "dtype-object"}, {"paddle-strings", "dtype-unsupported dtype-unsupported dtype-unsupported"},
        {"paddle-slice-missing", "slices-mismatch"}, {"paddle-slice-shape", "slices-mismatch"}, {"paddle-self", ""},
        {"paddle-trailing", "data-trailing"}, {"paddle-empty", "pickle-broken"},
        {"paddle-protocol-0", "bytes-escaped"}};
    for (const auto& [file, expected] : wanted)
        EXPECT_EQ(faults(*open(malformed(file))), expected) << file;
    EXPECT_TRUE(std::ranges::any_of(open(malformed("paddle-os-system"))->findings.list(), [](const Finding& finding) {
        return finding.message == "would run code: posix.system('true')" && finding.refusedAs == "UnpicklingError";
    }));
}

/// No code is run, and the tensors that exist are shown.
TEST(Paddle, HostileFilesShowTheirTensors)
{
    const auto single = open(dataPath("paddle-more/single.pdparams"));
    for (const char* const file : {"paddle-os-system", "paddle-eval"}) {
        const auto checkpoint = open(malformed(file));
        ASSERT_EQ(checkpoint->tensors.size(), 1U) << file;
        EXPECT_EQ(sha256Of(*checkpoint, 0), sha256Of(*single, 0)) << file;
    }
}

/// The files of torch, those of Paddle, and other pickles are distinguished by content, whatever their names.
TEST(Paddle, BarePicklesAreDistinguished)
{
    TemporaryFolder folder;
    const auto formatOf = [&](const char* name, const std::string& content) {
        return openCheckpoint(folder.write(name, content)).value()->format;
    };
    const std::string paddle = readFile(dataPath("paddle/state-proto2.pdparams"));
    const std::string legacy = readFile(dataPath("torch/state-dict-legacy.pt"));
    const std::string other("\x80\x02}q\0(X\1\0\0\0aK\1u.", 16);
    EXPECT_EQ(formatOf("a.data", paddle), "paddle");
    EXPECT_EQ(formatOf("a.pt", paddle), "paddle");
    EXPECT_EQ(formatOf("a.data", legacy), "torch");
    EXPECT_EQ(formatOf("a.pdparams", legacy), "torch");
    // Paddle's loader accepts any bare pickle and torch's accepts none, unless the file's name says otherwise.
    EXPECT_EQ(formatOf("b.data", other), "paddle");
    EXPECT_EQ(formatOf("b.pt", other), "torch");
    EXPECT_FALSE(openCheckpoint(folder.write("c.data", other + "and more")));
}

/// A pickle of more than 4 GiB, mostly one array: offsets beyond 32 bits.
TEST(Paddle, LargeArraysAreLeftInTheFile)
{
    constexpr std::uint64_t size = std::uint64_t{5} << 30;
    const auto number = [](std::uint64_t value) {
        return std::string(reinterpret_cast<const char*>(&value), sizeof value);
    };
    TemporaryFolder folder;
    using namespace std::string_literals;
    const auto head = [&](std::uint64_t bytes) {
        return "cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\0\x85"s + "C\1b\x87R(K\1\x8a\x08"s
            + number(bytes) + "\x85"s + "cnumpy\ndtype\nX\2\0\0\0u1\x89\x88\x87R(K\3X\1\0\0\0|NNNJ\xff\xff\xff\xffJ"s
            + "\xff\xff\xff\xffK\0tb\x89\x8e"s + number(bytes);
    };
    const std::string begin = "\x80\4}(X\5\0\0\0large"s + head(size);
    const auto path = folder.write("large.pdparams", begin);
    std::filesystem::resize_file(path, begin.size() + size);
    std::ofstream(path, std::ios::binary | std::ios::app) << "tbX\5\0\0\0small"s << head(3) << "xyz"
                                                          << "tbu."s;
    const auto checkpoint = open(path);
    EXPECT_EQ(faults(*checkpoint), "");
    ASSERT_EQ(checkpoint->tensors.size(), 2U);
    EXPECT_EQ(checkpoint->tensors[0].bytes, (ByteRange{begin.size(), begin.size() + size}));
    EXPECT_EQ(bytesOf(checkpoint, 1, 0, 3), "xyz");
    EXPECT_LT(checkpoint->files[0].headerBytes(), 1000U);
}

} // namespace loupe::test
