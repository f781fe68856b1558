// The samples that tensorizer wrote, as a script sees them, with their keys and without.

#include "app/cli/process.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

namespace loupe::test {

namespace {

using nlohmann::json;
using testing::HasSubstr;

json manifest()
{
    return json::parse(std::ifstream(dataPath("tensorizer/manifest.json")))["files"];
}

class TensorizerCommands : public testing::TestWithParam<json> {
protected:
    static std::string path() { return "tensorizer/" + GetParam()["file"].get<std::string>(); }

    /// tloupe with what opens the sample.
    Outcome run(std::vector<std::string> arguments) const
    {
        if (GetParam().contains("encryption")) {
            const json& encryption = GetParam()["encryption"];
            const bool isPhrase = encryption.contains("passphrase");
            const auto file = m_folder.path() / "secret";
            std::ofstream(file) << encryption[isPhrase ? "passphrase" : "key_hex"].get<std::string>() << '\n';
            arguments.insert(arguments.end(), {isPhrase ? "--passphrase-file" : "--key-file", file.string()});
        }
        return tloupe(std::move(arguments));
    }

    TemporaryFolder m_folder;
};

} // namespace

TEST_P(TensorizerCommands, HashGivesTheManifestsDigests)
{
    const Outcome outcome = run({"hash", "--tensors", "--algorithm", "sha256", "--json", path()});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    const json file = outcome.json()["files"][0];
    EXPECT_EQ(file["digest"], GetParam()["sha256"]);
    const json& want = GetParam()["tensors_in_index_order"];
    ASSERT_EQ(file["tensors"].size(), want.size());
    for (std::size_t i = 0; i < want.size(); ++i) {
        if (!want[i].contains("meta_tensor")) { // whose zeros are in no file
            EXPECT_EQ(file["tensors"][i]["digest"], want[i]["sha256_plain_data"]) << want[i]["name"];
        }
    }
}

TEST_P(TensorizerCommands, StatsGiveTheKnownFigures)
{
    const Outcome outcome = run({"stats", "--json", path()});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    const json tensors = outcome.json()["tensors"];
    const json& wanted = GetParam()["tensors_in_index_order"];
    ASSERT_EQ(tensors.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const json& found = tensors[i];
        const json& stats = wanted[i]["stats"];
        SCOPED_TRACE(wanted[i]["name"]);
        if (wanted[i].contains("meta_tensor") || wanted[i]["dtype"] == "<c16")
            continue;
        EXPECT_EQ(found["elements"], stats["count"]);
        EXPECT_EQ(found["nan"], stats["nan_count"]);
        if (!stats.contains("min"))
            continue; // complex
        EXPECT_EQ(found["zero"], stats["zero_count"]);
        EXPECT_EQ(found["min"], stats[stats.contains("finite_min") ? "finite_min" : "min"]);
        EXPECT_EQ(found["max"], stats[stats.contains("finite_max") ? "finite_max" : "max"]);
        ASSERT_EQ(found["mean"].is_null(), stats["mean"].is_null());
        if (!stats["mean"].is_null()) {
            EXPECT_NEAR(
                found["mean"].get<double>(), stats["mean"].get<double>(), 1e-9 * std::abs(stats["mean"].get<double>()));
        }
    }
}

TEST_P(TensorizerCommands, IsValidWithItsSecretAndWithout)
{
    EXPECT_EQ(tloupe({"validate", path()}).status, 0);
    EXPECT_EQ(run({"validate", path()}).status, 0);
}

TEST_P(TensorizerCommands, VerifyComparesWhatTheFileStates)
{
    const Outcome outcome = run({"hash", "--verify", "--json", path()});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    const json checked = outcome.json()["checked"];
    const json& want = GetParam()["tensors_in_index_order"];
    ASSERT_EQ(checked.size(), want.size());
    for (std::size_t i = 0; i < want.size(); ++i) {
        EXPECT_EQ(checked[i]["ok"], true);
        EXPECT_EQ(checked[i]["digests"].size(), want[i]["hashes"].size());
        EXPECT_EQ(checked[i]["digests"].back()["algorithm"], "sha256");
        EXPECT_EQ(checked[i]["digests"].back()["stated"], want[i]["hashes"].back()["hex"]);
        EXPECT_EQ(checked[i]["digests"].back()["found"], want[i]["hashes"].back()["hex"]);
    }
}

TEST_P(TensorizerCommands, IsEqualToWhatItConvertsTo)
{
    const std::string target = (m_folder.path() / "a.safetensors").string();
    std::vector<std::string> arguments{"convert", path(), target};
    for (const json& tensor : GetParam()["tensors_in_index_order"]) {
        if (tensor["dtype"] == "<c16") // has no name there
            arguments.insert(arguments.end(), {"--drop", tensor["name"].get<std::string>()});
    }
    const Outcome converted = run(arguments);
    ASSERT_EQ(converted.status, 0) << converted.error;
    const Outcome diff = run({"diff", "--json", "--filter", "-c128", path(), target});
    EXPECT_EQ(diff.status, 0) << diff.out << diff.error;
}

INSTANTIATE_TEST_SUITE_P(Cli, TensorizerCommands, testing::ValuesIn([] {
    const json files = manifest();
    return std::vector<json>(files.begin(), files.end());
}()));

TEST(TensorizerVerify, ADamagedTensorIsNamed)
{
    TemporaryFolder folder;
    const auto path = folder.path() / "a.tensors";
    std::filesystem::copy_file(dataPath("malformed/tensorizer-two.tensors"), path);
    {
        std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(-9, std::ios::end); // the last byte of the data
        file.put('\x7f');
    }
    const Outcome outcome = tloupe({"hash", "--verify", path.string()});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.out, path.string() + ":a: OK (crc32, sha256)\n" + path.string() + ":b: FAILED (crc32, sha256)\n");
    EXPECT_THAT(outcome.error, HasSubstr("1 tensor does not match what its file states"));
    EXPECT_EQ(tloupe({"hash", "--verify", "--filter", "a", path.string()}).status, 0);
}

TEST(TensorizerVerify, WhatStatesNothingCannotBeVerified)
{
    const Outcome outcome = tloupe({"hash", "--verify", "npy/f32-c.npy"});
    EXPECT_EQ(outcome.status, 3);
    EXPECT_THAT(outcome.error, HasSubstr("states no digests of its tensors"));
}

TEST(TensorizerKeys, MissingWrongAndImpossibleOnesAreSaid)
{
    const std::string path = "tensorizer/encrypted-key.tensors";
    EXPECT_THAT(tloupe({"info", path}).out, HasSubstr("to read them, give the key (--key-file)"));
    const Outcome locked = tloupe({"stats", path, "w"});
    EXPECT_EQ(locked.status, 3);
    EXPECT_THAT(locked.error, HasSubstr("tensor \"w\" is encrypted, expected the key"));
    TemporaryFolder folder;
    const std::string wrong = folder.write("wrong", std::string(32, 'x')).string();
    const Outcome tried = tloupe({"stats", path, "w", "--key-file", wrong});
    EXPECT_EQ(tried.status, 3);
    EXPECT_THAT(tried.error, HasSubstr("does not match its MAC"));
    EXPECT_THAT(tloupe({"info", path, "--key-file", wrong}).out, HasSubstr("does not open them"));
    const Outcome judged = tloupe({"validate", "--json", path, "--key-file", wrong});
    EXPECT_EQ(judged.status, 3); // the file is sound, what was asked of it cannot be done
    EXPECT_EQ(judged.json()["files"][0]["valid"], true);
    EXPECT_EQ(judged.json()["error"]["code"], "invalid-argument");
    EXPECT_THAT(judged.error, HasSubstr("does not open its values"));
    EXPECT_EQ(tloupe({"validate", path}).status, 0);
    const std::string odd = folder.write("odd", "short").string();
    const Outcome refused = tloupe({"info", "--json", path, "--key-file", odd});
    EXPECT_EQ(refused.status, 3);
    EXPECT_EQ(refused.json()["error"]["code"], "invalid-argument");
    EXPECT_EQ(tloupe({"info", path, "--key-file", "no such file"}).status, 3);
    EXPECT_EQ(tloupe({"info", path, "--key-file", wrong, "--passphrase-file", wrong}).status, 2);
}

} // namespace loupe::test
