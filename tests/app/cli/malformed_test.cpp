// `validate` accepts exactly what the reference readers accept.

#include "app/cli/process.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <fstream>

namespace loupe::test {

namespace {

using nlohmann::json;

/// The verdict of the reference reader of the file's own layout.
bool ownReaderAccepts(const json& file)
{
    if (!file["file"].get<std::string>().ends_with(".bt") || file["reference_accepts"] == true)
        return file["reference_accepts"];
    const std::string name = file["file"];
    return name == "layout-old.bt" || name == "old-is-new-layout.bt";
}

TEST(Malformed, ValidateAgreesWithTheReferenceReaders)
{
    const json manifest = json::parse(std::ifstream(dataPath("malformed/manifest.json")));
    std::vector<std::string> arguments{"validate", "--json"};
    for (const json& file : manifest["files"])
        arguments.push_back("malformed/" + file["file"].get<std::string>());
    const Outcome outcome = tloupe(arguments);
    EXPECT_EQ(outcome.status, 1) << outcome.error;
    const json verdicts = outcome.json()["files"];
    ASSERT_EQ(verdicts.size(), manifest["files"].size());
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        EXPECT_EQ(verdicts[i]["valid"], ownReaderAccepts(manifest["files"][i])) << manifest["files"][i] << '\n'
                                                                                << verdicts[i];
        EXPECT_TRUE(verdicts[i]["valid"] == true || !verdicts[i]["findings"].empty()) << verdicts[i]["path"];
    }
}

TEST(Malformed, InfoShowsWhatItCanOfEach)
{
    const json manifest = json::parse(std::ifstream(dataPath("malformed/manifest.json")));
    for (const json& file : manifest["files"]) {
        const Outcome outcome = tloupe({"info", "--json", "malformed/" + file["file"].get<std::string>()});
        const json info = outcome.json();
        bool errors = false;
        for (const json& finding : info["findings"])
            errors = errors || finding["severity"] == "error";
        EXPECT_EQ(outcome.status, errors ? 1 : 0) << file["file"];
        EXPECT_EQ(outcome.error, "") << file["file"];
    }
}

} // namespace

} // namespace loupe::test
