// Samples of formats that are only read, as a script sees them: what their manifests tell, and broken and hostile ones.

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

struct Sample {
    std::string format;
    json file;

    std::string path() const { return format + '/' + file["file"].get<std::string>(); }
    friend void PrintTo(const Sample& sample, std::ostream* out) { *out << sample.path(); }
};

json readJson(const std::string& path)
{
    return json::parse(std::ifstream(dataPath(path)));
}

std::vector<Sample> samples()
{
    std::vector<Sample> all;
    for (const std::string format : {"flax-msgpack", "paddle", "arrow"}) {
        const json manifest = readJson(format + "/manifest.json");
        for (const json& file : manifest["files"]) {
            if (!file["file"].get<std::string>().starts_with("bad-"))
                all.push_back({format, file});
        }
    }
    return all;
}

/// The manifest calls some of them columns.
const json& tensorsOf(const Sample& sample)
{
    return sample.file[sample.file.contains("columns") ? "columns" : "tensors"];
}

class ForeignFile : public testing::TestWithParam<Sample> {
protected:
    /// Calls `check(tensor of the manifest, ours)` for each.
    template <typename Check>
    static void forEach(const json& tensors, Check&& check)
    {
        std::map<std::string, json> found;
        for (const json& tensor : tensors)
            found[tensor["name"]] = tensor;
        EXPECT_EQ(found.size(), tensorsOf(GetParam()).size());
        for (const json& want : tensorsOf(GetParam())) {
            SCOPED_TRACE(want["name"]);
            ASSERT_TRUE(found.contains(want["name"]));
            check(want, found.at(want["name"]));
        }
    }
};

} // namespace

TEST_P(ForeignFile, InfoTellsNamesTypesAndShapes)
{
    const Outcome outcome = tloupe({"info", "--json", GetParam().path()});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    const json info = outcome.json();
    EXPECT_EQ(info["format"], GetParam().format);
    for (const json& finding : info["findings"])
        EXPECT_EQ(finding["severity"], "note") << finding;
    forEach(info["tensors"], [](const json& want, const json& found) {
        EXPECT_EQ(found["dtype"], want["dtype"]);
        EXPECT_EQ(found["shape"], want.contains("shape") ? want["shape"] : json::array({want["length"]}));
    });
}

TEST_P(ForeignFile, HashGivesTheManifestsDigests)
{
    const Outcome outcome = tloupe({"hash", "--tensors", "--algorithm", "sha256", "--json", GetParam().path()});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    const json file = outcome.json()["files"][0];
    EXPECT_EQ(file["digest"], GetParam().file["sha256"]);
    forEach(file["tensors"], [](const json& want, const json& found) {
        EXPECT_EQ(found["digest"], want[want.contains("sha256") ? "sha256" : "sha256_c_order_le"]);
    });
}

TEST_P(ForeignFile, StatsGiveTheKnownFigures)
{
    const Outcome outcome = tloupe({"stats", "--json", GetParam().path()});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    forEach(outcome.json()["tensors"], [](const json& want, const json& found) {
        const json stats = want.value("stats", json());
        if (stats.is_null())
            return;
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

TEST_P(ForeignFile, IsValidAndEqualToWhatItConvertsTo)
{
    EXPECT_EQ(tloupe({"validate", GetParam().path()}).status, 0);
    TemporaryFolder folder;
    for (const char* const name : {"a.safetensors", "a.bt"}) {
        const std::string target = (folder.path() / name).string();
        const Outcome converted = tloupe({"convert", GetParam().path(), target});
        ASSERT_EQ(converted.status, 0) << converted.error;
        const Outcome diff = tloupe({"diff", "--json", GetParam().path(), target});
        EXPECT_EQ(diff.status, 0) << diff.out << diff.error;
    }
}

INSTANTIATE_TEST_SUITE_P(Cli, ForeignFile, testing::ValuesIn(samples()));

/// What the reference refuses is not valid, whatever is wrong with it, and nothing but findings tells of it.
TEST(ForeignFiles, BrokenAndHostileOnesAreNotValid)
{
    for (const std::string format : {"flax", "paddle"}) {
        const json verdicts = readJson("malformed/" + format + "-verdicts.json");
        for (const json& verdict : verdicts["files"]) {
            const std::string name = verdict["file"];
            if (verdict["error"].is_null() || verdict["error"] == "UnicodeEncodeError")
                continue;
            const Outcome outcome = tloupe({"validate", "--json", "malformed/" + name});
            EXPECT_EQ(outcome.status, 1) << name;
            EXPECT_EQ(outcome.json()["files"][0]["valid"], false) << name;
            EXPECT_EQ(outcome.error, "") << name;
        }
    }
    EXPECT_THAT(tloupe({"info", "malformed/paddle-os-system.pdparams"}).out,
        testing::HasSubstr("warning: would run code: posix.system('true') (byte "));
}

} // namespace loupe::test
