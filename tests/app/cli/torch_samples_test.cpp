// Hostile, broken and sharded files of torch, as a script sees them.

#include "app/cli/manifest_sample.h"
#include "app/cli/process.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace loupe::test {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

TEST(TorchFiles, HostileAndBrokenOnesAreNotValid)
{
    const json manifest = readManifest("torch");
    for (const json& file : manifest["files"]) {
        const std::string name = file["file"];
        if (!name.starts_with("hostile-") && !name.starts_with("broken-"))
            continue;
        const Outcome outcome = tloupe({"validate", "--json", "torch/" + name});
        EXPECT_EQ(outcome.status, 1) << name;
        EXPECT_EQ(outcome.json()["files"][0]["valid"], false) << name;
        EXPECT_EQ(outcome.error, "") << name;
    }
    EXPECT_THAT(tloupe({"info", "torch/hostile-os-system.pt"}).out,
        HasSubstr("warning: would run code: os.system('true') (byte "));
}

TEST(TorchFiles, ARunOfZeroSaysWhichStepIsShownAndIsVerified)
{
    EXPECT_THAT(tloupe({"info", "deepspeed-zero/zero2-fp16"}).out, HasSubstr("opened       global_step12\n"));
    EXPECT_THAT(tloupe({"info", "deepspeed-zero/zero2-fp16/global_step12"}).out, Not(HasSubstr("opened")));
    EXPECT_EQ(tloupe({"hash", "--verify", "-q", "deepspeed-zero/zero2-fp16"}).status, 0);
    const Outcome distributed = tloupe({"hash", "--verify", "torch-dcp/real-1.13-4ranks"});
    EXPECT_EQ(distributed.status, 3);
    EXPECT_THAT(distributed.error, HasSubstr("whose CRC-32 this program does not compare"));
}

TEST(TorchFiles, AShardedOneIsEqualToItsSafetensors)
{
    TemporaryFolder folder;
    const std::string index = "torch-sharded/pytorch_model.bin.index.json";
    const std::string target = (folder.path() / "a.safetensors").string();
    ASSERT_EQ(tloupe({"convert", index, target}).status, 0);
    EXPECT_EQ(tloupe({"diff", index, target}).status, 0);
}

} // namespace loupe::test
