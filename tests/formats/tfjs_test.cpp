// TensorFlow.js models made by tests/data/tfjs/make.py, with values that NumPy computed and TensorFlow.js confirmed.
// Also broken models.

#include "sample_checks.h"

#include "core/quantization.h"

#include <cstring>
#include <sstream>

namespace loupe::test {

namespace {

using nlohmann::json;

std::vector<json> filesIn(const std::string& list)
{
    const json files = readJson(list)["files"];
    return {files.begin(), files.end()};
}

/// The codes of findings that are not notes; a run of equal codes counts once.
std::string tfjsFaults(const Checkpoint& checkpoint)
{
    std::string text;
    std::string_view last;
    for (const Finding& finding : checkpoint.findings.list()) {
        if (finding.severity != Severity::Note && finding.code != std::exchange(last, finding.code))
            text.append(text.empty() ? "" : " ").append(finding.code);
    }
    return text;
}

std::size_t readableTensors(const std::shared_ptr<const Checkpoint>& checkpoint)
{
    std::size_t readable = 0;
    for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
        const auto elements = Elements::open(checkpoint, i);
        Buffer scratch;
        if (elements && elements->visit(0, elements->count(), scratch, [](std::span<const std::byte>) {}))
            ++readable;
    }
    return readable;
}

class TfjsSample : public testing::TestWithParam<json> { };

class TfjsMalformed : public testing::TestWithParam<json> { };

std::string tfjsSampleName(const testing::TestParamInfo<json>& sample)
{
    std::string name = sample.param["file"];
    std::ranges::replace_if(
        name, [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name;
}

} // namespace

TEST_P(TfjsSample, HasTheValuesThatNumPyComputed)
{
    const auto path = dataPath("tfjs/" + GetParam()["file"].get<std::string>());
    const auto checkpoint = open(path);
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->format, "tfjs");
    EXPECT_EQ(tfjsFaults(*checkpoint), "");
    EXPECT_TRUE(checkpoint->findings.referenceAccepts());
    EXPECT_EQ(checkpoint->files.size(), GetParam()["files"].get<std::size_t>());
    const json& tensors = GetParam()["tensors"];
    ASSERT_EQ(checkpoint->tensors.size(), tensors.size());
    for (const json& want : tensors) {
        SCOPED_TRACE(want["name"]);
        const auto tensor = findTensor(*checkpoint, want["name"].get<std::string>());
        ASSERT_TRUE(tensor);
        EXPECT_EQ(shapeOf(*checkpoint, *tensor), want["shape"].get<std::vector<std::uint64_t>>());
        EXPECT_EQ(checkpoint->dtypeName(*tensor), want["dtype"].get<std::string>());
        EXPECT_EQ(fileBytes(checkpoint->tensors[*tensor]), want["nbytes"].get<std::uint64_t>());
        EXPECT_EQ(sha256Of(*checkpoint, *tensor), want["sha256_c_order_le"].get<std::string>());
    }
    for (const auto& [key, value] : GetParam()["metadata"].items()) {
        const auto found = std::ranges::find_if(
            *checkpoint->metadata, [&, &wanted = key](const auto& entry) { return entry.first == wanted; });
        ASSERT_NE(found, checkpoint->metadata->end()) << key;
        EXPECT_EQ(*found->second.text(), value.get<std::string>());
    }
}

TEST_P(TfjsSample, HoldsWhatHoldsForAll)
{
    const auto path = dataPath("tfjs/" + GetParam()["file"].get<std::string>());
    const auto checkpoint = open(path);
    expectStretches(checkpoint);
    for (std::uint32_t i = 0; i < checkpoint->files.size(); ++i) {
        std::uint64_t position = 0;
        for (const Region& region : tileRegions(*checkpoint, i)) {
            EXPECT_EQ(region.range.begin, position);
            // Strings are not tensors.
            EXPECT_TRUE(region.kind == RegionKind::Header || region.kind == RegionKind::Tensor
                || path.parent_path().filename() == "graph")
                << regionKindName(region.kind);
            position = region.range.end;
        }
        EXPECT_EQ(position, checkpoint->files[i].size());
    }
    expectFieldsTile(*checkpoint);
    expectSameWithoutAMap(path);
    expectConverts(checkpoint);
}

INSTANTIATE_TEST_SUITE_P(Files, TfjsSample, testing::ValuesIn(filesIn("tfjs/manifest.json")), tfjsSampleName);

TEST_P(TfjsMalformed, GivesFindings)
{
    const auto checkpoint = open(dataPath("tfjs-malformed/" + GetParam()["file"].get<std::string>()));
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(tfjsFaults(*checkpoint), GetParam()["codes"].get<std::string>());
    EXPECT_EQ(checkpoint->findings.referenceAccepts(), GetParam()["accepted"].get<bool>());
    EXPECT_EQ(checkpoint->tensors.size(), GetParam()["tensors"].get<std::size_t>());
    EXPECT_EQ(readableTensors(checkpoint), GetParam()["readable"].get<std::size_t>());
}

INSTANTIATE_TEST_SUITE_P(
    Files, TfjsMalformed, testing::ValuesIn(filesIn("tfjs-malformed/expected.json")), tfjsSampleName);

TEST(Tfjs, AWeightInSeveralFilesIsOneOfEach)
{
    const auto checkpoint = open(dataPath("tfjs/layers/model.json"));
    const auto tensor = findTensor(*checkpoint, "dense/kernel"); // 140 bytes, spread over files of 37 bytes
    ASSERT_TRUE(tensor);
    for (std::uint32_t file = 1; file <= 4; ++file) {
        const auto regions = tileRegions(*checkpoint, file);
        EXPECT_EQ(regions.front().tensor, *tensor) << file;
    }
}

TEST(Tfjs, FilesWithWeightsAndFoldersLeadToTheManifest)
{
    for (const char* const path :
        {"tfjs/layers", "tfjs/layers/group1-shard2of9.bin", "tfjs/graph", "tfjs/face-shard1"}) {
        const auto checkpoint = open(dataPath(path));
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(checkpoint->format, "tfjs") << path;
        EXPECT_GT(checkpoint->tensors.size(), 0U) << path;
    }
}

TEST(Tfjs, LinksOutOfTheFolderAreNotFollowed)
{
    TemporaryFolder folder;
    const auto model = folder.write("model.json",
        R"({"weightsManifest":[{"paths":["w.bin"],"weights":[{"name":"a","shape":[1],"dtype":"float32"}]}]})");
    TemporaryFolder other;
    std::filesystem::create_symlink(other.write("w.bin", "1234"), folder.path() / "w.bin");
    const auto checkpoint = open(model);
    EXPECT_EQ(tfjsFaults(*checkpoint), "companion-missing");
    EXPECT_EQ(readableTensors(checkpoint), 0U);
}

/// Each weight would take sixty times the memory of its text.
TEST(Tfjs, AMillionEmptyWeightsAreRefused)
{
    std::string text = R"([{"paths":[],"weights":[)";
    for (unsigned i = 0; i < 1'000'000; ++i)
        text += "{},";
    const TemporaryFolder folder;
    const auto opened = openCheckpoint(folder.write("m-weights_manifest.json", text + "{}]}]"));
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::OutOfMemory);
}

/// More values than are read at once, in files that end in the middle of a number. Compares each value with
/// TensorFlow.js's formula.
TEST(Tfjs, LargeQuantizedWeightsHaveTheValuesOfAScalarReader)
{
    constexpr std::size_t count = 1'500'007;
    struct {
        const char* dtype;
        std::size_t bytes;
        double scale;
        double min;
    } const cases[] = {{"uint8", 1, 0.0071372549, -0.913}, {"uint16", 2, 3.1e-5, -1.0000001}};
    for (const auto& [dtype, bytes, scale, min] : cases) {
        SCOPED_TRACE(dtype);
        std::string data;
        std::vector<float> want;
        std::uint32_t state = 1;
        for (std::size_t i = 0; i < count; ++i) {
            state = state * 1'664'525 + 1'013'904'223;
            const std::uint32_t code = state >> 16 & (bytes == 1 ? 0xffU : 0xffffU);
            data += static_cast<char>(code & 0xff);
            if (bytes == 2)
                data += static_cast<char>(code >> 8);
            const double product = code * scale;
            want.push_back(static_cast<float>(product + min));
        }
        const TemporaryFolder folder;
        const std::size_t cut = 1'000'001;
        folder.write("a.bin", std::string_view(data).substr(0, cut));
        folder.write("b.bin", std::string_view(data).substr(cut));
        std::ostringstream manifest;
        manifest.precision(17);
        manifest << R"([{"paths":["a.bin","b.bin"],"weights":[{"name":"w","shape":[)" << count
                 << R"(],"dtype":"float32","quantization":{"dtype":")" << dtype << R"(","scale":)" << scale
                 << R"(,"min":)" << min << "}}]}]";
        const auto checkpoint = open(folder.write("w-weights_manifest.json", manifest.str()));
        ASSERT_TRUE(checkpoint);
        const auto elements = Elements::open(checkpoint, 0);
        ASSERT_TRUE(elements) << describe(elements.error());
        ASSERT_EQ(elements->count(), count);
        std::vector<float> values(count);
        Buffer scratch;
        constexpr std::size_t step = 262'147;
        for (std::size_t first = 0; first < count; first += step) {
            const auto read = elements->visit(first, std::min(step, count - first), scratch,
                [&](std::span<const std::byte> some) { std::memcpy(values.data() + first, some.data(), some.size()); });
            ASSERT_TRUE(read) << describe(read.error());
        }
        EXPECT_TRUE(values == want);
    }
}

TEST(Tfjs, CutAnywhereIsAFinding)
{
    const std::string whole = readFile(dataPath("tfjs/face-weights_manifest.json"));
    TemporaryFolder folder;
    for (std::size_t size = 0; size + 2 < whole.size(); size += 7) {
        const auto cut = open(
            folder.write(std::to_string(size) + "-weights_manifest.json", std::string_view(whole).substr(0, size)));
        ASSERT_TRUE(cut);
        EXPECT_FALSE(cut->findings.referenceAccepts()) << size;
        EXPECT_LE(cut->tensors.size(), 2U) << size;
    }
}

} // namespace loupe::test
