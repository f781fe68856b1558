// Every manifest of the sample files, written by the reference libraries' own programs, is reproduced.

#include "app/cli/process.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

namespace loupe::test {

namespace {

using nlohmann::json;

struct Sample {
    std::string folder;
    json file; // an entry of the manifest
    std::string path() const { return folder + '/' + file["file"].get<std::string>(); }
    friend void PrintTo(const Sample& sample, std::ostream* out) { *out << sample.path(); }
};

json manifest(const std::string& folder)
{
    return json::parse(std::ifstream(dataPath(folder + "/manifest.json")));
}

std::vector<Sample> samples()
{
    std::vector<Sample> all;
    for (const char* const folder : {"bintensors", "bintensors-pre010", "safetensors", "safetensors-sharded"}) {
        const json read = manifest(folder);
        for (const json& file : read["files"])
            all.push_back({folder, file});
    }
    return all;
}

class SampleTest : public testing::TestWithParam<Sample> {
protected:
    const json& expected() const { return GetParam().file; }
    const json& expectedTensors() const { return GetParam().file["tensors_in_file_order"]; }
};

TEST_P(SampleTest, InfoTellsNamesTypesShapesOffsetsAndMetadata)
{
    const Outcome outcome = tloupe({"info", "--json", GetParam().path()});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    const json info = outcome.json();
    EXPECT_EQ(info["path"], GetParam().path());
    const bool isBintensors = GetParam().folder.starts_with("bintensors");
    EXPECT_EQ(info["format"], isBintensors ? "bintensors" : "safetensors");
    if (GetParam().folder == "bintensors") {
        EXPECT_EQ(info["variant"], "0.1");
    } else if (isBintensors && !expectedTensors().empty()) { // without tensors both layouts are right
        EXPECT_EQ(info["variant"], "pre-0.1");
    }
    ASSERT_EQ(info["files"].size(), 1U);
    const std::uint64_t size = expected()["bytes"];
    const std::uint64_t dataBegin = 8 + expected()["header_len"].get<std::uint64_t>();
    EXPECT_EQ(info["files"][0],
        json({{"path", GetParam().path()}, {"bytes", size}, {"header", {8, dataBegin}}, {"data", {dataBegin, size}}}));
    EXPECT_EQ(info["metadata"], expected()["metadata"].is_null() ? json::object() : expected()["metadata"]);
    EXPECT_TRUE(info["findings"].empty()) << info["findings"];

    ASSERT_EQ(info["tensors"].size(), expectedTensors().size());
    std::uint64_t bytes = 0;
    std::uint64_t parameters = 0;
    for (std::size_t i = 0; i < expectedTensors().size(); ++i) {
        const json& wanted = expectedTensors()[i];
        const json& found = info["tensors"][i];
        SCOPED_TRACE(wanted["name"]);
        const std::uint64_t begin = wanted["file_offset"];
        const std::uint64_t length = wanted["nbytes"];
        std::uint64_t elements = 1;
        for (const json& dimension : wanted["shape"])
            elements *= dimension.get<std::uint64_t>();
        EXPECT_EQ(found["name"], wanted["name"]);
        EXPECT_EQ(found["dtype"], wanted["dtype"]);
        EXPECT_EQ(found["shape"], wanted["shape"]);
        EXPECT_EQ(found["elements"], elements);
        EXPECT_EQ(found["bytes"], length);
        EXPECT_EQ(found["file_offsets"], json({begin, begin + length}));
        EXPECT_EQ(found["data_offsets"], json({begin - dataBegin, begin - dataBegin + length}));
        EXPECT_EQ(found["file"], 0);
        bytes += length;
        parameters += elements;
    }
    EXPECT_EQ(
        info["totals"], json({{"tensors", expectedTensors().size()}, {"parameters", parameters}, {"bytes", bytes}}));
}

TEST_P(SampleTest, HashGivesThePublishedDigests)
{
    const Outcome outcome = tloupe({"hash", "--tensors", "--algorithm", "sha256", "--json", GetParam().path()});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    json tensors = json::array();
    for (const json& wanted : expectedTensors())
        tensors.push_back({{"name", wanted["name"]}, {"digest", wanted["sha256"]}});
    const json file{{"path", GetParam().path()}, {"digest", expected()["sha256"]}, {"tensors", tensors}};
    EXPECT_EQ(outcome.json(), json({{"algorithm", "sha256"}, {"files", {file}}}));
}

void expectClose(const json& found, const json& wanted, double scale)
{
    if (wanted.is_string()) // the sum overflowed in the program that wrote the manifest
        return;
    if (wanted.is_null()) {
        EXPECT_TRUE(found.is_null());
        return;
    }
    ASSERT_TRUE(found.is_number());
    // A sum of values that cancel each other out is only as good as the values.
    EXPECT_NEAR(found.get<double>(), wanted.get<double>(), 1e-9 * std::abs(wanted.get<double>()) + 1e-15 * scale);
}

void expectComplex(const json& found, const json& wanted)
{
    EXPECT_EQ(found["nan"], wanted["nan_count"]);
    EXPECT_EQ(found["positive_inf"].get<std::uint64_t>() + found["negative_inf"].get<std::uint64_t>(),
        wanted["inf_count"].get<std::uint64_t>());
    for (const char* const key :
        {"zero", "negative", "subnormal", "min", "max", "mean", "std", "quantiles", "histogram"})
        EXPECT_TRUE(found[key].is_null()) << key;
    expectClose(found["real"]["mean"], wanted["mean_re"], 0);
    expectClose(found["imag"]["mean"], wanted["mean_im"], 0);
}

void expectFigures(const json& found, const json& wanted)
{
    const std::uint64_t infinite = wanted["inf_count"];
    EXPECT_EQ(found["elements"], wanted["count"]);
    EXPECT_EQ(found["nan"], wanted["nan_count"]);
    EXPECT_EQ(found["positive_inf"], wanted.value("pos_inf_count", 0U));
    EXPECT_EQ(found["negative_inf"], wanted.value("neg_inf_count", 0U));
    EXPECT_EQ(found["zero"], wanted["zero_count"]);
    EXPECT_EQ(found["first_nonfinite"].is_null(), infinite == 0 && wanted["nan_count"] == 0);
    const json& least = wanted[wanted.contains("finite_min") ? "finite_min" : "min"];
    const json& greatest = wanted[wanted.contains("finite_max") ? "finite_max" : "max"];
    EXPECT_EQ(found["min"], least);
    EXPECT_EQ(found["max"], greatest);
    const double scale =
        least.is_null() ? 0 : std::max(std::abs(least.get<double>()), std::abs(greatest.get<double>()));
    expectClose(found["mean"], wanted["mean"], scale);

    const std::vector<std::string> fractions{"0.01", "0.25", "0.5", "0.75", "0.99"};
    for (const std::string& fraction : fractions)
        EXPECT_EQ(found["quantiles"][fraction].is_null(), least.is_null());
    EXPECT_EQ(found["quantiles"].size(), fractions.size());

    const json& histogram = found["histogram"];
    EXPECT_EQ(histogram["counts"].size(), 256U);
    EXPECT_EQ(histogram["edges"].size(), 257U);
    std::uint64_t counted = 0;
    for (const json& count : histogram["counts"])
        counted += count.get<std::uint64_t>();
    EXPECT_EQ(counted, wanted["count"].get<std::uint64_t>() - wanted["nan_count"].get<std::uint64_t>() - infinite);
    EXPECT_EQ(histogram["below"], 0);
    EXPECT_EQ(histogram["above"], 0);
}

TEST_P(SampleTest, StatsGiveTheKnownFigures)
{
    const Outcome outcome = tloupe({"stats", "--json", GetParam().path()});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    const json tensors = outcome.json()["tensors"];
    ASSERT_EQ(tensors.size(), expectedTensors().size());
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const json& found = tensors[i];
        const json& tensor = expectedTensors()[i];
        SCOPED_TRACE(tensor["name"]);
        EXPECT_EQ(found["name"], tensor["name"]);
        EXPECT_EQ(found["dtype"], tensor["dtype"]);
        EXPECT_EQ(found["shape"], tensor["shape"]);
        const std::string dtype = tensor["dtype"];
        const json stats = tensor.value("stats", json());
        EXPECT_EQ(found.contains("note"), dtype.starts_with("F6_"));
        if (dtype.starts_with("F6_"))
            EXPECT_TRUE(found["nan"].is_null() && found["min"].is_null() && found["mean"].is_null());
        else if (dtype == "C64")
            expectComplex(found, stats);
        else
            expectFigures(found, stats);
    }
}

TEST_P(SampleTest, IsValid)
{
    const Outcome outcome = tloupe({"validate", GetParam().path()});
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.error;
    EXPECT_TRUE(outcome.out.starts_with(GetParam().path() + ": valid (")) << outcome.out;
}

INSTANTIATE_TEST_SUITE_P(Cli, SampleTest, testing::ValuesIn(samples()), [](const auto& parameter) {
    std::string name = parameter.param.path();
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name;
});

TEST(ShardedSample, IsOneCheckpointFromItsIndexAndItsFolder)
{
    const json expected = manifest("safetensors-sharded");
    const Outcome outcome = tloupe({"info", "--json", "safetensors-sharded/model.safetensors.index.json"});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    const json info = outcome.json();
    EXPECT_EQ(info["files"].size(), 3U);
    EXPECT_EQ(info["totals"]["tensors"], expected["tensor_count"]);
    EXPECT_EQ(info["totals"]["bytes"], expected["total_size"]);
    std::size_t at = 0;
    for (std::size_t file = 0; file < 3; ++file) {
        for (const json& tensor : expected["files"][file]["tensors_in_file_order"]) {
            EXPECT_EQ(info["tensors"][at]["name"], tensor["name"]);
            EXPECT_EQ(info["tensors"][at]["file_offsets"][0], tensor["file_offset"]);
            EXPECT_EQ(info["tensors"][at]["file"], file);
            ++at;
        }
    }
    const Outcome hashes =
        tloupe({"hash", "--algorithm", "sha256", "safetensors-sharded/model.safetensors.index.json"});
    std::string lines;
    for (const json& file : expected["files"])
        lines += file["sha256"].get<std::string>() + "  safetensors-sharded/" + file["file"].get<std::string>() + '\n';
    EXPECT_EQ(hashes.out, lines);
}

TEST(ShardedSample, DamagedIndexesAreBroken)
{
    for (const char* const name :
        {"bad-missing-shard", "bad-missing-tensor", "bad-absolute-path", "bad-path-traversal"}) {
        const Outcome outcome = tloupe({"info", "--json", std::string("safetensors-sharded/") + name + ".index.json"});
        EXPECT_EQ(outcome.status, 1) << name;
        EXPECT_FALSE(outcome.json()["findings"].empty()) << name;
    }
    const Outcome size = tloupe({"info", "--json", "safetensors-sharded/bad-total-size.index.json"});
    EXPECT_FALSE(size.json()["findings"].empty());
}

} // namespace

} // namespace loupe::test
