// Digests and keys of tensorizer files, as a script sees them.

#include "app/cli/manifest_sample.h"
#include "app/cli/process.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace loupe::test {

namespace {

using nlohmann::json;
using testing::HasSubstr;

class TensorizerCommands : public testing::TestWithParam<json> {
protected:
    static std::string path() { return "tensorizer/" + GetParam()["file"].get<std::string>(); }

    TemporaryFolder m_folder;
};

} // namespace

TEST_P(TensorizerCommands, VerifyComparesWhatTheFileStates)
{
    std::vector<std::string> verify{"hash", "--verify", "--json", path()};
    const auto unlock = unlockOptions(GetParam(), m_folder.path());
    verify.insert(verify.end(), unlock.begin(), unlock.end());
    const Outcome outcome = tloupe(verify);
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

INSTANTIATE_TEST_SUITE_P(Cli, TensorizerCommands, testing::ValuesIn([] {
    const json files = readManifest("tensorizer")["files"];
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
    EXPECT_EQ(judged.status, 3); // the file is sound, but the request cannot be fulfilled
    EXPECT_EQ(judged.json()["files"][0]["valid"], true);
    EXPECT_EQ(judged.json()["error"]["code"], "invalid-argument");
    EXPECT_THAT(judged.error, HasSubstr("wrong key or passphrase for its values"));
    EXPECT_EQ(tloupe({"validate", path}).status, 0);
    const std::string odd = folder.write("odd", "short").string();
    const Outcome refused = tloupe({"info", "--json", path, "--key-file", odd});
    EXPECT_EQ(refused.status, 3);
    EXPECT_EQ(refused.json()["error"]["code"], "invalid-argument");
    EXPECT_EQ(tloupe({"info", path, "--key-file", "no such file"}).status, 3);
    EXPECT_EQ(tloupe({"info", path, "--key-file", wrong, "--passphrase-file", wrong}).status, 2);
}

} // namespace loupe::test
