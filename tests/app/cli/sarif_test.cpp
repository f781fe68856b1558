// validate and scan --sarif: the members that the standard (OASIS SARIF 2.1.0) requires, and the same findings as
// --json.

#include "app/cli/findings/finding_rules.h"
#include "app/cli/process.h"
#include "support/compared_pair.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <regex>
#include <set>

namespace loupe::test {

namespace {

using nlohmann::json;

json runOf(const Outcome& outcome)
{
    const json document = outcome.json();
    EXPECT_EQ(document["version"], "2.1.0");
    EXPECT_EQ(document["runs"].size(), 1U);
    EXPECT_EQ(document["runs"][0]["tool"]["driver"]["name"], "tloupe");
    EXPECT_EQ(document["runs"][0]["invocations"].size(), 1U);
    return document["runs"][0];
}

/// Checks the requirements of GitHub's code scanning beyond the standard.
void expectReadableByGitHub(const json& run)
{
    std::set<std::string> rules;
    for (const json& rule : run["tool"]["driver"]["rules"]) {
        EXPECT_TRUE(rules.insert(rule["id"]).second) << rule;
        for (const char* const text : {"shortDescription", "fullDescription", "help"})
            EXPECT_FALSE(rule[text]["text"].get<std::string>().empty()) << rule;
    }
    std::set<std::string> used;
    for (const json& result : run["results"]) {
        used.insert(result["ruleId"]);
        EXPECT_EQ(result["locations"][0]["physicalLocation"]["region"]["startLine"], 1) << result;
    }
    EXPECT_EQ(rules, used);
}

/// The string literals in the engine's sources that look like codes of several words, and single words that are
/// assigned to `code`.
std::set<std::string> codesOfSources()
{
    const std::regex pattern("\"([a-z0-9]+(?:-[a-z0-9]+)+)\"|\\.code = \"([a-z0-9]+)\"");
    std::vector<std::filesystem::path> sources;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(dataPath("../../model/formats"))) {
        if (entry.path().extension() == ".cpp")
            sources.push_back(entry.path());
    }
    for (const auto& entry : std::filesystem::directory_iterator(dataPath("../../model/insight"))) {
        if (entry.path().native().ends_with("_checks.cpp"))
            sources.push_back(entry.path());
    }
    std::set<std::string> codes;
    for (const std::filesystem::path& source : sources) {
        std::ifstream file(source);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match)
            codes.insert((*match)[1].matched ? (*match)[1] : (*match)[2]);
    }
    return codes;
}

} // namespace

TEST(Sarif, EachCodeHasASentence)
{
    const std::set<std::string> noCodes{
        "compressed-tensors", "flax-msgpack", "group1-shard2of3", "latin-1", "layers-model", "quip-sharp", "tf-bundle"};
    const auto codes = codesOfSources();
    EXPECT_GT(codes.size(), 200U);
    EXPECT_TRUE(codes.contains("layer-incomplete"));
    for (const std::string& code : codes)
        EXPECT_EQ(findingRule(code).empty(), noCodes.contains(code)) << code;
    for (const char* const code : {"nan", "infinity", "outliers", "all-zero", "constant", "subnormal", "duplicate",
             "gzip", "quantized", "sparse"})
        EXPECT_FALSE(findingRule(code).empty()) << code; // codes of one word, which look like any other word
    EXPECT_NE(findingRule("duplicate-name"), findingRule("duplicate"));
    EXPECT_EQ(findingRule("offset-hole"), findingRule("offset-overlap"));
    EXPECT_EQ(findingRule("offsets"), "");
}

TEST(Sarif, HasTheFindingsOfJson)
{
    std::vector<std::string> arguments{"validate", "--json"};
    for (const auto& entry : std::filesystem::directory_iterator(dataPath("malformed"))) {
        if (entry.path().extension() == ".safetensors" || entry.path().extension() == ".bt")
            arguments.push_back(entry.path());
    }
    const Outcome expected = tloupe(arguments);
    arguments[1] = "--sarif";
    const Outcome outcome = tloupe(arguments);
    EXPECT_EQ(outcome.status, expected.status);
    const json run = runOf(outcome);
    expectReadableByGitHub(run);
    json results = run["results"];
    // For findings that are too many to list, --json has a count, and SARIF a result.
    std::erase_if(results.get_ref<json::array_t&>(),
        [](const json& one) { return one["message"]["text"].get<std::string>().ends_with(" of this kind"); });
    std::size_t compared = 0;
    const json document = expected.json();
    for (const json& file : document["files"]) {
        for (const json& finding : file["findings"]) {
            ASSERT_LT(compared, results.size());
            const json& result = results[compared++];
            EXPECT_EQ(result["ruleId"], finding["code"]);
            EXPECT_EQ(result["level"], finding["severity"]);
            EXPECT_EQ(result["message"]["text"], finding["message"]);
            const json& location = result["locations"][0];
            const json region = location["physicalLocation"].value("region", json::object());
            EXPECT_EQ(region.value("byteOffset", json()), finding["offset"]);
            EXPECT_EQ(
                location.contains("logicalLocations") ? location["logicalLocations"][0]["fullyQualifiedName"] : json(),
                finding["tensor"]);
        }
    }
    EXPECT_EQ(compared, results.size());
    EXPECT_GT(compared, 50U);
}

TEST(Sarif, NamesFilesAsReferencesOfUris)
{
    const TemporaryFolder folder;
    folder.write("a model#1.safetensors", "no model");
    const json run = runOf(tloupe({"validate", "--sarif", "a model#1.safetensors"}, folder.path()));
    ASSERT_GE(run["results"].size(), 1U);
    EXPECT_EQ(
        run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "a%20model%231.safetensors");
    EXPECT_EQ(run["invocations"][0]["executionSuccessful"], true);
}

TEST(Sarif, SaysWhatCouldNotBeRead)
{
    const TemporaryFolder folder;
    folder.write("m.safetensors", safetensorsOf({{"w", "F32", "[1]", packedBytes<float>({1})}}));
    const Outcome outcome = tloupe({"validate", "--sarif", "missing.safetensors", "m.safetensors"}, folder.path());
    EXPECT_EQ(outcome.status, 3);
    const json run = runOf(outcome);
    EXPECT_EQ(run["results"].size(), 0U);
    EXPECT_EQ(run["invocations"][0]["executionSuccessful"], false);
    const json& notifications = run["invocations"][0]["toolExecutionNotifications"];
    ASSERT_EQ(notifications.size(), 1U);
    EXPECT_EQ(notifications[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "missing.safetensors");
}

TEST(Sarif, HasWhatAScanFinds)
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    const TemporaryFolder folder;
    folder.write("m.safetensors",
        safetensorsOf({{"sound", "F32", "[2,2]", packedBytes<float>({1, 2, 3, 4})},
            {"bad", "F32", "[2,2]", packedBytes<float>({1, infinity, nan, nan})},
            {"weight", "F32", "[2,2]", packedBytes<float>({0, 0, 0, 0})},
            {"copy", "F32", "[2,2]", packedBytes<float>({1, 2, 3, 4})}}));
    const Outcome outcome = tloupe({"scan", "--sarif", "m.safetensors"}, folder.path());
    EXPECT_EQ(outcome.status, 1);
    std::vector<std::vector<std::string>> found;
    const json run = runOf(outcome);
    for (const json& result : run["results"]) {
        const json& location = result["locations"][0];
        EXPECT_EQ(location["physicalLocation"]["artifactLocation"]["uri"], "m.safetensors");
        found.push_back({location["logicalLocations"][0]["fullyQualifiedName"], result["ruleId"], result["level"]});
    }
    const std::vector<std::vector<std::string>> expected{{"bad", "nan", "error"}, {"bad", "infinity", "error"},
        {"weight", "all-zero", "warning"}, {"copy", "duplicate", "note"}};
    EXPECT_EQ(found, expected);
}

TEST(Sarif, OfAScanIsADocumentWhereTheFileCannotBeOpened)
{
    const TemporaryFolder folder;
    const Outcome outcome = tloupe({"scan", "--sarif", "missing.safetensors"}, folder.path());
    EXPECT_EQ(outcome.status, 3);
    EXPECT_THAT(outcome.error, testing::HasSubstr("missing.safetensors"));
    const json run = runOf(outcome);
    EXPECT_EQ(run["results"].size(), 0U);
    EXPECT_EQ(run["invocations"][0]["executionSuccessful"], false);
    const json& notifications = run["invocations"][0]["toolExecutionNotifications"];
    ASSERT_EQ(notifications.size(), 1U);
    EXPECT_EQ(notifications[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "missing.safetensors");
}

TEST(Sarif, OfAScanSaysWhatCouldNotBeRead)
{
    const TemporaryFolder folder;
    std::string cut = safetensorsOf({{"w", "F32", "[4]", packedBytes<float>({1, 2, 3, 4})}});
    cut.resize(cut.size() - 4);
    folder.write("m.safetensors", cut);
    const Outcome outcome = tloupe({"scan", "--sarif", "m.safetensors"}, folder.path());
    EXPECT_EQ(outcome.status, 3);
    const json invocation = runOf(outcome)["invocations"][0];
    EXPECT_EQ(invocation["executionSuccessful"], false);
    EXPECT_EQ(invocation["toolExecutionNotifications"].size(), 1U);
}

TEST(Sarif, IsOneOfSeveralAnswers)
{
    for (const char* const other : {"--json", "--quiet", "--all", "--top=3"})
        EXPECT_EQ(tloupe({"scan", "--sarif", other, "bintensors/readme-example.bt"}).status, 2) << other;
    for (const char* const other : {"--json", "--quiet"})
        EXPECT_EQ(tloupe({"validate", "--sarif", other, "bintensors/readme-example.bt"}).status, 2) << other;
}

} // namespace loupe::test
