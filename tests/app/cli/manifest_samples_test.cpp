// Every sample with a manifest of its content, as seen by a script.

#include "app/cli/manifest_sample.h"
#include "app/cli/process.h"
#include "support/temporary_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace loupe::test {

namespace {

using nlohmann::json;

std::map<std::string, json> byName(const json& tensors)
{
    std::map<std::string, json> names;
    for (const json& tensor : tensors)
        names[tensor["name"]] = tensor;
    return names;
}

class ManifestSampleTest : public testing::TestWithParam<const ManifestSample*> {
protected:
    void SetUp() override
    {
        if (sample().format == "hdf5" && !readsHdf5())
            GTEST_SKIP() << "built without libhdf5";
    }

    const ManifestSample& sample() const { return *GetParam(); }
    std::string path() const { return sample().path(); }

    /// Runs tloupe with the sample's secret, if it has one.
    Outcome run(std::vector<std::string> arguments) const
    {
        const auto unlock = unlockOptions(sample().file, m_folder.path());
        arguments.insert(arguments.end(), unlock.begin(), unlock.end());
        return tloupe(std::move(arguments));
    }

    /// Calls `check` with each tensor of the manifest and our tensor.
    template <typename Check>
    void forEach(const json& listed, Check&& check) const
    {
        const auto found = byName(listed);
        if (sample().listsAll) {
            EXPECT_EQ(listed.size(), sample().tensors.size());
        }
        for (std::size_t i = 0; i < sample().tensors.size(); ++i) {
            const KnownTensor& want = sample().tensors[i];
            SCOPED_TRACE(want.name);
            ASSERT_TRUE(found.contains(want.name));
            if (sample().isInFileOrder) {
                EXPECT_EQ(listed[i]["name"], want.name);
            }
            check(want, found.at(want.name));
        }
    }

    TemporaryFolder m_folder;
};

void expectDescribed(const KnownTensor& want, const json& found)
{
    if (!want.dtype.empty()) {
        EXPECT_EQ(found["dtype"], want.dtype);
    }
    EXPECT_EQ(found["shape"], want.shape);
}

void expectClose(const json& found, const json& wanted, double scale)
{
    if (wanted.is_string()) // the sum overflowed in the program that wrote the manifest
        return;
    ASSERT_EQ(found.is_null(), wanted.is_null());
    if (wanted.is_null())
        return;
    // If values cancel each other out, the precision of their sum is limited by that of the values.
    EXPECT_NEAR(found.get<double>(), wanted.get<double>(), 1e-9 * std::abs(wanted.get<double>()) + 1e-15 * scale);
}

void expectComplex(const json& found, const json& wanted)
{
    EXPECT_EQ(found["positive_inf"].get<std::uint64_t>() + found["negative_inf"].get<std::uint64_t>(),
        wanted["inf_count"].get<std::uint64_t>());
    for (const char* const key :
        {"zero", "negative", "subnormal", "min", "max", "mean", "std", "quantiles", "histogram"})
        EXPECT_TRUE(found[key].is_null()) << key;
    if (wanted.contains("mean_re")) {
        expectClose(found["real"]["mean"], wanted["mean_re"], 0);
        expectClose(found["imag"]["mean"], wanted["mean_im"], 0);
    }
}

void expectHistogram(const json& histogram, std::uint64_t finite)
{
    EXPECT_EQ(histogram["counts"].size(), 256U);
    EXPECT_EQ(histogram["edges"].size(), 257U);
    std::uint64_t counted = 0;
    for (const json& count : histogram["counts"])
        counted += count.get<std::uint64_t>();
    EXPECT_EQ(counted, finite);
    EXPECT_EQ(histogram["below"], 0);
    EXPECT_EQ(histogram["above"], 0);
}

void expectReal(const json& found, const json& wanted)
{
    const std::uint64_t nan = wanted["nan_count"];
    const std::uint64_t infinite =
        found["positive_inf"].get<std::uint64_t>() + found["negative_inf"].get<std::uint64_t>();
    if (wanted.contains("inf_count")) {
        EXPECT_EQ(infinite, wanted["inf_count"]);
    }
    if (wanted.contains("pos_inf_count")) {
        EXPECT_EQ(found["positive_inf"], wanted["pos_inf_count"]);
    }
    EXPECT_EQ(found["zero"], wanted["zero_count"]);
    EXPECT_EQ(found["first_nonfinite"].is_null(), infinite == 0 && nan == 0);
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
    expectHistogram(found["histogram"], wanted["count"].get<std::uint64_t>() - nan - infinite);
}

} // namespace

TEST_P(ManifestSampleTest, InfoListsNamesTypesAndShapes)
{
    const Outcome outcome = run({"info", "--json", path()});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    const json info = outcome.json();
    EXPECT_EQ(info["format"], sample().format);
    if (sample().format != "hdf5") {
        for (const json& finding : info["findings"])
            EXPECT_EQ(finding["severity"], finding["code"] == sample().allowedWarning ? "warning" : "note") << finding;
    }
    forEach(info["tensors"], expectDescribed);
    if (sample().checkInfo)
        sample().checkInfo(sample(), info);
}

TEST_P(ManifestSampleTest, HashGivesTheKnownDigests)
{
    const Outcome outcome = run({"hash", "--tensors", "--algorithm", "sha256", "--json", path()});
    if (sample().isReadable) {
        ASSERT_EQ(outcome.status, 0) << outcome.error;
    }
    const json answer = outcome.json();
    EXPECT_EQ(answer.size(), sample().isReadable ? 2U : 3U); // plus "error" if it cannot be read
    EXPECT_EQ(answer["algorithm"], "sha256");
    EXPECT_EQ(answer["files"][0]["path"], path());
    EXPECT_EQ(answer["files"][0]["digest"], sample().file["sha256"]);
    json tensors = json::array(); // of all files, as companions also have tensors
    for (const json& file : answer["files"])
        tensors.insert(tensors.end(), file["tensors"].begin(), file["tensors"].end());
    forEach(tensors, [](const KnownTensor& want, const json& found) {
        if (!want.digest.is_null()) {
            EXPECT_EQ(found["digest"], want.digest);
        }
    });
}

TEST_P(ManifestSampleTest, StatsGiveTheKnownFigures)
{
    const Outcome outcome = run({"stats", "--json", path()});
    if (sample().isReadable) {
        ASSERT_EQ(outcome.status, 0) << outcome.error;
    }
    forEach(outcome.json()["tensors"], [](const KnownTensor& want, const json& found) {
        expectDescribed(want, found);
        const bool isSixBit = want.dtype.starts_with("F6_");
        if (isSixBit) {
            EXPECT_TRUE(found.contains("note"));
            EXPECT_TRUE(found["nan"].is_null() && found["min"].is_null() && found["mean"].is_null());
        }
        if (isSixBit || want.dtype == "C128" || !want.stats.contains("count"))
            return;
        EXPECT_FALSE(found.contains("note"));
        EXPECT_EQ(found["elements"], want.stats["count"]);
        EXPECT_EQ(found["nan"], want.stats["nan_count"]);
        if (found["dtype"] == "C64")
            expectComplex(found, want.stats);
        else if (want.stats.contains("min"))
            expectReal(found, want.stats);
    });
}

TEST_P(ManifestSampleTest, IsValidWithItsSecretAndWithout)
{
    const Outcome outcome = tloupe({"validate", path()});
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.error;
    EXPECT_TRUE(outcome.out.starts_with(path() + ": valid")) << outcome.out;
    if (sample().file.contains("encryption")) {
        EXPECT_EQ(run({"validate", path()}).status, 0);
    }
}

TEST_P(ManifestSampleTest, IsEqualToWhatItConvertsTo)
{
    for (const ConversionTarget& target : sample().targets) {
        SCOPED_TRACE(target.name);
        const std::string written = (m_folder.path() / target.name).string();
        std::vector<std::string> convert{"convert", path(), written};
        convert.insert(convert.end(), target.convertOptions.begin(), target.convertOptions.end());
        const Outcome converted = run(convert);
        ASSERT_EQ(converted.status, 0) << converted.error;
        std::vector<std::string> compare{"diff", "--json", path(), written};
        compare.insert(compare.end(), target.diffOptions.begin(), target.diffOptions.end());
        const Outcome diff = run(compare);
        const json answer = diff.json();
        for (const json& pair : answer["tensors"]) {
            const bool isDropped = std::ranges::count(target.dropped, pair["name"].get<std::string>()) > 0;
            EXPECT_EQ(pair["status"], isDropped ? "only_a" : "identical") << pair;
        }
        // Quantized weights are F32 now.
        if (sample().keepsMetadata && target.dropped.empty()) {
            EXPECT_EQ(diff.status, answer["summary"]["dtype_changed"] == 0 ? 0 : 1) << diff.out << diff.error;
        }
    }
    if (sample().convertsStored) {
        const std::string stored = (m_folder.path() / "stored.safetensors").string();
        ASSERT_EQ(tloupe({"convert", "--stored", path(), stored}).status, 0);
        EXPECT_EQ(tloupe({"diff", "--stored", path(), stored}).status, 0);
    }
}

INSTANTIATE_TEST_SUITE_P(Cli, ManifestSampleTest, testing::ValuesIn(manifestSamples()), [](const auto& parameter) {
    std::string name = parameter.param->path();
    std::ranges::replace_if(
        name, [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name;
});

TEST(ManifestSamples, AreOfEachFormat)
{
    std::map<std::string, int> counts;
    for (const ManifestSample* sample : manifestSamples())
        ++counts[sample->format];
    for (const char* const format : {"arrow", "bintensors", "flax-msgpack", "hdf5", "onnx", "paddle", "safetensors",
             "tensorizer", "tf-bundle", "tfjs", "tflite", "torch", "zarr"})
        EXPECT_GT(counts[format], 0) << format;
}

} // namespace loupe::test
