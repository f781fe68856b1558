// TensorFlow Lite models made by tests/data/tflite/make.py, with values that NumPy computed. Also broken models.

#include "sample_checks.h"

#include "core/quantization.h"
#include "core/stored_numbers.h"

namespace loupe::test {

namespace {

using nlohmann::json;

std::vector<json> tfliteSamples()
{
    std::vector<json> all;
    const json manifest = readJson("tflite/manifest.json");
    for (const char* const list : {"files", "odd_files"})
        all.insert(all.end(), manifest[list].begin(), manifest[list].end());
    return all;
}

std::filesystem::path tflitePath(const json& sample)
{
    return dataPath("tflite/" + sample["file"].get<std::string>());
}

/// The codes of findings that are not notes; a run of equal codes counts once.
std::string tfliteFaults(const Checkpoint& checkpoint)
{
    std::string text;
    std::string_view last;
    for (const Finding& finding : checkpoint.findings.list()) {
        if (finding.severity != Severity::Note && finding.code != std::exchange(last, finding.code))
            text.append(text.empty() ? "" : " ").append(finding.code);
    }
    return text;
}

std::string metadataText(const Checkpoint& checkpoint, std::string_view key)
{
    for (const auto& [name, value] : *checkpoint.metadata) {
        if (name == key)
            return *value.text();
    }
    return "no such key";
}

class TfliteSample : public testing::TestWithParam<json> { };

class TfliteMalformed : public testing::TestWithParam<json> { };

std::string sampleName(const testing::TestParamInfo<json>& sample)
{
    std::string name = sample.param["file"];
    std::ranges::replace_if(
        name, [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name;
}

} // namespace

TEST_P(TfliteSample, HasTheValuesThatNumPyComputed)
{
    const auto checkpoint = open(tflitePath(GetParam()));
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->format, "tflite");
    EXPECT_EQ(tfliteFaults(*checkpoint), GetParam().value("codes", ""));
    EXPECT_TRUE(checkpoint->findings.referenceAccepts());
    const json& tensors = GetParam()["tensors"];
    ASSERT_EQ(checkpoint->tensors.size(), tensors.size());
    for (const json& want : tensors) {
        SCOPED_TRACE(want["name"]);
        const auto tensor = findTensor(*checkpoint, want["name"].get<std::string>());
        ASSERT_TRUE(tensor);
        EXPECT_EQ(shapeOf(*checkpoint, *tensor), want["shape"].get<std::vector<std::uint64_t>>());
        EXPECT_EQ(checkpoint->dtypeName(*tensor), want["dtype"].get<std::string>());
        if (want.contains("nbytes")) {
            EXPECT_EQ(checkpoint->tensors[*tensor].bytes.size(), want["nbytes"].get<std::uint64_t>());
        }
        if (want.contains("sha256_c_order_le")) {
            EXPECT_EQ(sha256Of(*checkpoint, *tensor), want["sha256_c_order_le"].get<std::string>());
        }
    }
}

TEST_P(TfliteSample, HoldsWhatHoldsForAll)
{
    const auto checkpoint = open(tflitePath(GetParam()));
    expectStretches(checkpoint);
    expectRegionsTile(*checkpoint);
    expectFieldsTile(*checkpoint);
    expectSameWithoutAMap(tflitePath(GetParam()));
    expectConverts(checkpoint);
}

INSTANTIATE_TEST_SUITE_P(Files, TfliteSample, testing::ValuesIn(tfliteSamples()), sampleName);

TEST(Tflite, DescribesItself)
{
    const json sample = tfliteSamples().front();
    const auto checkpoint = open(tflitePath(sample));
    EXPECT_EQ(checkpoint->metadata->size(), sample["metadata"].size());
    for (const auto& [key, value] : sample["metadata"].items())
        EXPECT_EQ(metadataText(*checkpoint, key), value.get<std::string>()) << key;
    EXPECT_TRUE(hasFinding(*checkpoint, "string-tensor"));
}

TEST(Tflite, SubgraphsPrefixTheNamesOfTheirTensorsAndShareBuffers)
{
    const auto checkpoint = open(dataPath("tflite/subgraphs.tflite"));
    const auto first = findTensor(*checkpoint, "prefill/w");
    const auto second = findTensor(*checkpoint, "decode/w");
    ASSERT_TRUE(first && second && findTensor(*checkpoint, "subgraph2/w"));
    EXPECT_EQ(checkpoint->tensors[*first].bytes, checkpoint->tensors[*second].bytes);
    EXPECT_EQ(metadataText(*checkpoint, "subgraphs"), R"(["prefill","decode",""])");
    EXPECT_EQ(metadataText(*checkpoint, "tensors.computed"), "2");
}

TEST(Tflite, StoredNumbersAreAtHand)
{
    const auto checkpoint = open(dataPath("tflite/quantized.tflite"));
    const auto tensor = findTensor(*checkpoint, "nibbles/axis");
    ASSERT_TRUE(tensor);
    EXPECT_TRUE(isQuantized(checkpoint->tensors[*tensor]));
    const auto stored = storedOf(checkpoint);
    ASSERT_TRUE(stored);
    EXPECT_EQ(stored->tensors[*tensor].dtype, DType::I8);
    for (const char number : bytesOf(stored, *tensor, 0, 15)) {
        EXPECT_GE(number, -8);
        EXPECT_LE(number, 7);
    }
}

TEST(Tflite, TensorsMayLieInOtherFilesOfTheFolder)
{
    const auto checkpoint = open(dataPath("tflite/external.tflite"));
    ASSERT_EQ(checkpoint->files.size(), 2U);
    EXPECT_EQ(checkpoint->files[1].path.filename(), "tflite-weights.bin");
    EXPECT_EQ(checkpoint->tensors[*findTensor(*checkpoint, "q")].bytes, (ByteRange{40, 48}));
}

TEST_P(TfliteMalformed, GivesFindings)
{
    const auto path = dataPath("tflite-malformed/" + GetParam()["file"].get<std::string>());
    const auto checkpoint = open(path);
    ASSERT_TRUE(checkpoint);
    if (GetParam()["codes"].is_null()) {
        EXPECT_TRUE(hasFinding(*checkpoint, "flatbuffer-broken") || hasFinding(*checkpoint, "data-missing"));
    } else {
        EXPECT_EQ(tfliteFaults(*checkpoint), GetParam()["codes"].get<std::string>());
    }
    EXPECT_EQ(checkpoint->findings.referenceAccepts(), !GetParam()["refused"].get<bool>());
    if (!GetParam()["tensors"].is_null()) {
        EXPECT_EQ(checkpoint->tensors.size(), GetParam()["tensors"].get<std::size_t>());
    }
    const CheckpointFile& file = checkpoint->files[0];
    EXPECT_TRUE(findFormat("tflite")->headerFields(*file.source, {0, file.size()}, {}));
}

INSTANTIATE_TEST_SUITE_P(Files, TfliteMalformed, testing::ValuesIn([] {
    const json cases = readJson("tflite-malformed/expected.json")["files"];
    return std::vector<json>(cases.begin(), cases.end());
}()),
    sampleName);

TEST(Tflite, CutAnywhereIsAFinding)
{
    expectCutsAreFindings(dataPath("tflite/subgraphs.tflite"), 3);
}

} // namespace loupe::test
