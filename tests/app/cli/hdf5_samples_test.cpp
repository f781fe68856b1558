// The samples that h5py wrote, as a script sees them.

#include "app/cli/process.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>

namespace loupe::test {

namespace {

using nlohmann::json;

/// The files of both folders, with the folder in "path".
std::vector<json> files()
{
    std::vector<json> all;
    for (const std::string folder : {"hdf5/", "hdf5-more/"}) {
        const json manifest = json::parse(std::ifstream(dataPath(folder + "manifest.json")));
        for (json file : manifest["files"]) {
            file["path"] = folder + file["file"].get<std::string>();
            all.push_back(std::move(file));
        }
    }
    return all;
}

bool isLeftOut()
{
    const json listed = tloupe({"formats", "--json"}).json();
    return std::ranges::any_of(listed["left_out"], [](const json& format) { return format["id"] == "hdf5"; });
}

class Hdf5File : public testing::TestWithParam<json> {
protected:
    void SetUp() override
    {
        if (isLeftOut())
            GTEST_SKIP() << "built without libhdf5";
    }
    static std::string path() { return GetParam()["path"]; }
    /// Calls `check(tensor of the manifest, ours)` for each that is one.
    template <typename Check>
    static void forEach(const json& tensors, Check&& check)
    {
        std::map<std::string, json> found;
        for (const json& tensor : tensors)
            found[tensor["name"]] = tensor;
        for (const json& want : GetParam()["tensors"]) {
            if (want["dtype"] == "object")
                continue;
            SCOPED_TRACE(want["name"]);
            ASSERT_TRUE(found.contains(want["name"]));
            check(want, found.at(want["name"]));
        }
    }
};

} // namespace

TEST_P(Hdf5File, InfoTellsNamesTypesAndShapes)
{
    const Outcome outcome = tloupe({"info", "--json", path()});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    const json info = outcome.json();
    EXPECT_EQ(info["format"], "hdf5");
    forEach(info["tensors"], [](const json& want, const json& found) {
        EXPECT_EQ(found["dtype"], want["dtype"]);
        EXPECT_EQ(found["shape"], want["shape"]);
    });
    if (!GetParam().contains("attributes"))
        return;
    for (const auto& [object, attributes] : GetParam()["attributes"].items()) {
        for (const auto& [name, value] : attributes.items())
            EXPECT_EQ(info["metadata"][object == "/" ? name : object + '@' + name], value) << object << ' ' << name;
    }
}

TEST_P(Hdf5File, HashGivesTheManifestsDigests)
{
    const Outcome outcome = tloupe({"hash", "--tensors", "--algorithm", "sha256", "--json", path()});
    const json file = outcome.json()["files"][0];
    EXPECT_EQ(file["digest"], GetParam()["sha256"]);
    forEach(file["tensors"], [](const json& want, const json& found) {
        if (want.contains("sha256_c_order_le")) {
            EXPECT_EQ(found["digest"], want["sha256_c_order_le"]);
        }
    });
}

TEST_P(Hdf5File, StatsGiveTheKnownFigures)
{
    const Outcome outcome = tloupe({"stats", "--json", path()});
    forEach(outcome.json()["tensors"], [](const json& want, const json& found) {
        const json stats = want.value("stats", json::object());
        if (!stats.contains("count") || want["dtype"] == "C128")
            return;
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

TEST_P(Hdf5File, IsValidAndEqualToWhatItConvertsTo)
{
    EXPECT_EQ(tloupe({"validate", path()}).status, 0);
    TemporaryFolder folder;
    for (const char* const name : {"a.safetensors", "a.bt"}) {
        const std::string target = (folder.path() / name).string();
        // Without what no other format holds, and what nobody can read.
        std::vector<std::string> convert{"convert", path(), target};
        for (const json& tensor : GetParam()["tensors"]) {
            const bool odd = tensor["dtype"] == "C128" || tensor["dtype"] == "F80" || tensor.contains("unknown_filter")
                || (tensor["dtype"] == "C64" && target.ends_with(".bt"));
            if (odd)
                convert.insert(convert.end(), {"--drop", tensor["name"].get<std::string>()});
        }
        const Outcome converted = tloupe(convert);
        ASSERT_EQ(converted.status, 0) << converted.error;
        const json diff = tloupe({"diff", "--json", path(), target}).json();
        for (const json& pair : diff["tensors"]) {
            if (pair["status"] != "only_a") {
                EXPECT_EQ(pair["status"], "identical") << pair;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Cli, Hdf5File, testing::ValuesIn(files()));

TEST(Hdf5Formats, IsEitherReadOrNamedAsLeftOut)
{
    const json listed = tloupe({"formats", "--json"}).json();
    int times = 0;
    for (const char* const list : {"formats", "left_out"}) {
        for (const json& format : listed[list]) {
            if (format["id"] != "hdf5")
                continue;
            ++times;
            EXPECT_EQ(format["suffixes"], json({".h5", ".hdf5", ".keras"}));
            if (list == std::string("left_out")) {
                EXPECT_EQ(format["missing"], "libhdf5");
            }
        }
    }
    EXPECT_EQ(times, 1);
    EXPECT_EQ(tloupe({"formats"}).out.find("built without libhdf5") != std::string::npos, isLeftOut());
}

} // namespace loupe::test
