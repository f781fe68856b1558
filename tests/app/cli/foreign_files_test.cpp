// Broken and hostile files of formats that are only read, as a script sees them.

#include "app/cli/process.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace loupe::test {

namespace {

using nlohmann::json;

json readJson(const std::string& path)
{
    return json::parse(std::ifstream(dataPath(path)));
}

} // namespace

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
