// The samples whose values lie in other files, and hostile ones, as a script sees them.

#include "app/cli/process.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>

namespace loupe::test {

namespace {

using nlohmann::json;
using testing::HasSubstr;
namespace fs = std::filesystem;

struct Sample {
    std::string format;
    json file;
    std::string path() const { return format + '/' + file["file"].get<std::string>(); }
    friend void PrintTo(const Sample& sample, std::ostream* out) { *out << sample.path(); }
};

/// Those that the manifest tells tensors of, or the others.
std::vector<Sample> samples(bool sound)
{
    std::vector<Sample> all;
    for (const char* const format : {"onnx", "tf-bundle"}) {
        const json manifest = json::parse(std::ifstream(dataPath(std::string(format) + "/manifest.json")));
        for (const json& file : manifest["files"]) {
            if (file.contains("tensors") == sound)
                all.push_back({format, file});
        }
    }
    return all;
}

std::map<std::string, json> byName(const json& tensors)
{
    std::map<std::string, json> names;
    for (const json& tensor : tensors)
        names[tensor["name"]] = tensor;
    return names;
}

class CompanionSample : public testing::TestWithParam<Sample> {
protected:
    static std::string path() { return GetParam().path(); }
    /// Calls `check(tensor of the manifest, ours)` for each.
    template <typename Check>
    static void forEach(const std::map<std::string, json>& found, Check&& check)
    {
        for (const json& want : GetParam().file["tensors"]) {
            SCOPED_TRACE(want["name"]);
            ASSERT_TRUE(found.contains(want["name"]));
            check(want, found.at(want["name"]));
        }
    }
};

/// From the one folder to another, with what may lie beside it.
void copyFolder(const std::string& from, const fs::path& to)
{
    fs::copy(dataPath(from), to, fs::copy_options::recursive);
}

} // namespace

TEST_P(CompanionSample, InfoTellsNamesTypesAndShapes)
{
    const Outcome outcome = tloupe({"info", "--json", path()});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    const json info = outcome.json();
    EXPECT_EQ(info["format"], GetParam().format);
    for (const json& finding : info["findings"])
        EXPECT_EQ(finding["severity"], "note") << finding;
    forEach(byName(info["tensors"]), [&](const json& want, const json& found) {
        EXPECT_EQ(found["dtype"], want["dtype"]);
        EXPECT_EQ(found["shape"], want["shape"]);
        if (want.contains("file_offset") && !path().ends_with("big-endian.index")) { // whose values do not lie plainly
            const std::uint64_t begin = want["file_offset"];
            EXPECT_EQ(found["file_offsets"], json({begin, begin + want["nbytes"].get<std::uint64_t>()}));
        }
        const json& file = info["files"][found["file"].get<std::size_t>()];
        if (want.contains("storage") && want["storage"].get<std::string>().starts_with("external file ")) {
            EXPECT_TRUE(file["path"].get<std::string>().ends_with("/weights.bin"));
            EXPECT_EQ(file["described_by"], 0);
        }
    });
}

TEST_P(CompanionSample, HashGivesTheManifestsDigests)
{
    const Outcome outcome = tloupe({"hash", "--tensors", "--algorithm", "sha256", "--json", path()});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    std::map<std::string, json> found;
    const json files = outcome.json()["files"];
    for (const json& file : files)
        found.merge(byName(file["tensors"]));
    EXPECT_EQ(files[0]["digest"], GetParam().file["sha256"]);
    forEach(
        found, [](const json& want, const json& digest) { EXPECT_EQ(digest["digest"], want["sha256_c_order_le"]); });
}

TEST_P(CompanionSample, StatsGiveTheKnownFigures)
{
    const Outcome outcome = tloupe({"stats", "--json", path()});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    forEach(byName(outcome.json()["tensors"]), [](const json& want, const json& found) {
        if (!want.contains("stats"))
            return;
        const json& stats = want["stats"];
        EXPECT_EQ(found["elements"], stats["count"]);
        EXPECT_EQ(found["nan"], stats["nan_count"]);
        EXPECT_EQ(found["zero"], stats["zero_count"]);
        EXPECT_EQ(found["min"], stats[stats.contains("finite_min") ? "finite_min" : "min"]);
        EXPECT_EQ(found["max"], stats[stats.contains("finite_max") ? "finite_max" : "max"]);
        ASSERT_EQ(found["mean"].is_null(), stats["mean"].is_null());
        if (!stats["mean"].is_null()) {
            EXPECT_NEAR(
                found["mean"].get<double>(), stats["mean"].get<double>(), 1e-9 * std::abs(stats["mean"].get<double>()));
        }
    });
}

TEST_P(CompanionSample, IsValidAndEqualToWhatItConvertsTo)
{
    EXPECT_EQ(tloupe({"validate", path()}).status, 0);
    TemporaryFolder folder;
    for (const char* const name : {"a.safetensors", "a.bt"}) {
        const std::string target = (folder.path() / name).string();
        const std::string held = name == std::string_view("a.bt") ? "-dtype:C*" : "-dtype:C128";
        const Outcome converted = tloupe({"convert", path(), target, "--filter", held});
        ASSERT_EQ(converted.status, 0) << converted.error;
        const Outcome diff = tloupe({"diff", "--json", path(), target, "--filter", held});
        EXPECT_EQ(diff.status, 0) << diff.out << diff.error;
    }
}

INSTANTIATE_TEST_SUITE_P(Cli, CompanionSample, testing::ValuesIn(samples(true)));

TEST(CompanionSamples, HostileOnesAreNotValid)
{
    for (const Sample& sample : samples(false)) {
        const std::string name = "malformed/" + sample.file["file"].get<std::string>();
        const Outcome outcome = tloupe({"validate", "--json", name});
        EXPECT_EQ(outcome.status, 1) << name;
        EXPECT_EQ(outcome.json()["files"][0]["valid"], false) << name;
        EXPECT_EQ(outcome.json()["files"][0]["format"], sample.format) << name;
        EXPECT_EQ(outcome.error, "") << name;
    }
}

TEST(CompanionSamples, AMissingFileIsAFindingAndItsTensorsAreListed)
{
    TemporaryFolder folder;
    copyFolder("onnx", folder.path() / "onnx");
    const std::string path = (folder.path() / "onnx/model.onnx").string();
    fs::remove(folder.path() / "onnx/weights.bin");
    const Outcome info = tloupe({"info", "--json", path});
    EXPECT_EQ(info.status, 1);
    EXPECT_EQ(info.json()["tensors"].size(), 14U);
    EXPECT_EQ(info.json()["findings"][0]["code"], "companion-missing");
    EXPECT_EQ(info.json()["findings"][0]["file"], 1);
    EXPECT_EQ(tloupe({"stats", path, "fc.weight"}).status, 0);
    const Outcome stats = tloupe({"stats", path, "external.weight"});
    EXPECT_NE(stats.status, 0);
    EXPECT_THAT(stats.error, HasSubstr("is in a file that could not be opened"));
    EXPECT_NE(tloupe({"diff", path, dataPath("onnx/model.onnx").string()}).status, 0);
    EXPECT_NE(tloupe({"convert", path, (folder.path() / "a.bt").string()}).status, 0);
    EXPECT_EQ(tloupe({"validate", path}).status, 1);
}

TEST(CompanionSamples, AFileThatIsNeededIsNotReplaced)
{
    TemporaryFolder folder;
    copyFolder("onnx", folder.path() / "onnx");
    const std::string path = (folder.path() / "onnx/model.onnx").string();
    const std::string weights = (folder.path() / "onnx/weights.safetensors").string();
    fs::create_symlink("weights.bin", weights);
    const Outcome outcome = tloupe({"convert", path, weights, "--force"});
    EXPECT_NE(outcome.status, 0);
    EXPECT_THAT(outcome.error, HasSubstr("would not be whole without it"));
}

} // namespace loupe::test
