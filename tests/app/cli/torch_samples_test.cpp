// The samples that torch wrote, and hostile ones, as a script sees them.

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

json manifest()
{
    return json::parse(std::ifstream(dataPath("torch/manifest.json")))["files"];
}

/// Files of which the manifest tells tensors.
std::vector<json> files()
{
    std::vector<json> all;
    for (const json& file : manifest()) {
        if (file.contains("tensors"))
            all.push_back(file);
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

class TorchFile : public testing::TestWithParam<json> {
protected:
    static std::string path() { return "torch/" + GetParam()["file"].get<std::string>(); }
    /// Calls `check(tensor of the manifest, ours)` for each that is a plain tensor of torch's.
    template <typename Check>
    static void forEach(const json& tensors, Check&& check)
    {
        const auto found = byName(tensors);
        for (const json& want : GetParam()["tensors"]) {
            if (!want.contains("shape"))
                continue;
            SCOPED_TRACE(want["name"]);
            ASSERT_TRUE(found.contains(want["name"]));
            check(want, found.at(want["name"]));
        }
    }
};

} // namespace

TEST_P(TorchFile, InfoTellsNamesTypesAndShapes)
{
    const Outcome outcome = tloupe({"info", "--json", path()});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    const json info = outcome.json();
    EXPECT_EQ(info["format"], "torch");
    EXPECT_EQ(info["variant"], GetParam()["container"]);
    for (const json& finding : info["findings"])
        EXPECT_EQ(finding["severity"], finding["code"] == "pickle-opcodes" ? "warning" : "note") << finding;
    forEach(info["tensors"], [](const json& want, const json& found) {
        EXPECT_EQ(found["dtype"], want["dtype"]);
        EXPECT_EQ(found["shape"], want["shape"]);
    });
}

TEST_P(TorchFile, HashGivesTheManifestsDigests)
{
    const Outcome outcome = tloupe({"hash", "--tensors", "--algorithm", "sha256", "--json", path()});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    const json file = outcome.json()["files"][0];
    EXPECT_EQ(file["digest"], GetParam()["sha256"]);
    forEach(file["tensors"],
        [](const json& want, const json& found) { EXPECT_EQ(found["digest"], want["sha256_c_order_le"]); });
}

TEST_P(TorchFile, StatsGiveTheKnownFigures)
{
    const Outcome outcome = tloupe({"stats", "--json", path()});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    forEach(outcome.json()["tensors"], [](const json& want, const json& found) {
        const json& stats = want["stats"];
        EXPECT_EQ(found["elements"], stats["count"]);
        EXPECT_EQ(found["nan"], stats["nan_count"]);
        if (!stats.contains("min"))
            return; // complex
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

TEST_P(TorchFile, IsValidAndEqualToWhatItConvertsTo)
{
    EXPECT_EQ(tloupe({"validate", path()}).status, 0);
    TemporaryFolder folder;
    const std::string target = (folder.path() / "a.safetensors").string();
    const Outcome converted = tloupe({"convert", path(), target});
    ASSERT_EQ(converted.status, 0) << converted.error;
    const Outcome diff = tloupe({"diff", "--json", path(), target});
    const json answer = diff.json();
    EXPECT_EQ(answer["summary"]["identical"], answer["tensors"].size()) << diff.out << diff.error;
    // What was quantized is F32 now.
    EXPECT_EQ(diff.status, answer["summary"]["dtype_changed"] == 0 ? 0 : 1);
    const std::string stored = (folder.path() / "stored.safetensors").string();
    ASSERT_EQ(tloupe({"convert", "--stored", path(), stored}).status, 0);
    EXPECT_EQ(tloupe({"diff", "--stored", path(), stored}).status, 0);
}

INSTANTIATE_TEST_SUITE_P(Cli, TorchFile, testing::ValuesIn(files()));

TEST(TorchFiles, HostileAndBrokenOnesAreNotValid)
{
    for (const json& file : manifest()) {
        const std::string name = file["file"];
        if (!name.starts_with("hostile-") && !name.starts_with("broken-"))
            continue;
        const Outcome outcome = tloupe({"validate", "--json", "torch/" + name});
        EXPECT_EQ(outcome.status, 1) << name;
        EXPECT_EQ(outcome.json()["files"][0]["valid"], false) << name;
        EXPECT_EQ(outcome.error, "") << name;
    }
    EXPECT_THAT(tloupe({"info", "torch/hostile-os-system.pt"}).out,
        HasSubstr("warning: would run code: os.system('true') (byte "));
}

TEST(TorchFiles, AShardedOneIsEqualToItsSafetensors)
{
    TemporaryFolder folder;
    const std::string index = "torch-sharded/pytorch_model.bin.index.json";
    const std::string target = (folder.path() / "a.safetensors").string();
    ASSERT_EQ(tloupe({"convert", index, target}).status, 0);
    EXPECT_EQ(tloupe({"diff", index, target}).status, 0);
}

} // namespace loupe::test
