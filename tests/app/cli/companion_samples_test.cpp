// Files whose values are in other files, including hostile and missing ones, as seen by a script.

#include "app/cli/manifest_sample.h"
#include "app/cli/process.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace loupe::test {

namespace {

using nlohmann::json;
using testing::HasSubstr;
namespace fs = std::filesystem;

/// Copies one folder to another, with the files that may be next to it.
void copyFolder(const std::string& from, const fs::path& to)
{
    fs::copy(dataPath(from), to, fs::copy_options::recursive);
}

} // namespace

TEST(CompanionSamples, HostileOnesAreNotValid)
{
    for (const std::string format : {"onnx", "tf-bundle"}) {
        const json manifest = readManifest(format);
        for (const json& file : manifest["files"]) {
            if (file.contains("tensors"))
                continue;
            const std::string name = "malformed/" + file["file"].get<std::string>();
            const Outcome outcome = tloupe({"validate", "--json", name});
            EXPECT_EQ(outcome.status, 1) << name;
            EXPECT_EQ(outcome.json()["files"][0]["valid"], false) << name;
            EXPECT_EQ(outcome.json()["files"][0]["format"], format) << name;
            EXPECT_EQ(outcome.error, "") << name;
        }
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
