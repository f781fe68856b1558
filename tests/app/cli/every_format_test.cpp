// Every readable format must give the same weights.

#include "app/cli/process.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace loupe::test {

namespace {

using nlohmann::json;

struct FormatSample {
    std::string format;
    std::string path;
    friend void PrintTo(const FormatSample& sample, std::ostream* out) { *out << sample.path; }
};

/// Every sample of every format that this build reads.
std::vector<FormatSample> formatSamples()
{
    std::vector<FormatSample> samples;
    const json listed = tloupe({"formats", "--json"}).json(); // a variable, to outlive the loop below
    for (const json& format : listed["formats"]) {
        const std::string id = format["id"];
        const auto folder = dataPath(id);
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
            const std::string path = entry.path().lexically_relative(folder).string();
            const json suffixes = format["suffixes"];
            const auto isEnd = [&](const json& suffix) { return path.ends_with(suffix.get<std::string>()); };
            if (entry.is_regular_file() && std::ranges::any_of(suffixes, isEnd))
                samples.push_back({id, id + '/' + path});
        }
    }
    std::ranges::sort(samples, {}, &FormatSample::path);
    return samples;
}

} // namespace

class EveryFormatTest : public testing::TestWithParam<FormatSample> { };

TEST_P(EveryFormatTest, ConvertsToTheSameWeights)
{
    const TemporaryFolder folder;
    const json listed = tloupe({"info", "--json", GetParam().path}).json();
    for (const char* const name : {"all.safetensors", "all.bt"}) {
        const std::string written = (folder.path() / name).string();
        const Outcome converted = tloupe({"convert", "--json", GetParam().path, written});
        if (converted.status != 0) {
            // Broken data, or data that such a file cannot hold, so no file is written.
            EXPECT_EQ(converted.status, 3) << converted.error;
            EXPECT_TRUE(converted.json().contains("error"));
            EXPECT_FALSE(std::filesystem::exists(written));
            continue;
        }
        const json summary = tloupe({"diff", "--json", GetParam().path, written}).json()["summary"];
        EXPECT_EQ(summary["identical"], listed["tensors"].size()) << summary;
        for (const char* const difference : {"changed", "only_a", "only_b", "renamed", "shape_changed", "not_compared"})
            EXPECT_EQ(summary[difference], 0) << difference;
    }
}

TEST(EveryFormat, HasASampleThatConverts)
{
    const TemporaryFolder folder;
    const json listed = tloupe({"formats", "--json"}).json();
    const auto samples = formatSamples();
    for (const json& format : listed["formats"]) {
        EXPECT_TRUE(std::ranges::any_of(samples, [&](const FormatSample& sample) {
            return sample.format == format["id"]
                && tloupe({"convert", "-q", "--force", sample.path, (folder.path() / "all.bt").string()}).status == 0
                && !tloupe({"info", "--json", (folder.path() / "all.bt").string()}).json()["tensors"].empty();
        })) << format["id"];
    }
}

INSTANTIATE_TEST_SUITE_P(Samples, EveryFormatTest, testing::ValuesIn(formatSamples()));

} // namespace loupe::test
