// Hostile, broken and sharded torch files, as a script sees them.

#include "app/cli/manifest_sample.h"
#include "app/cli/process.h"
#include "core/text/text.h"
#include "formats/opening/open_checkpoint.h"
#include "support/file_content.h"
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
}

TEST(TorchFiles, AChangedByteInADistributedOneIsFound)
{
    TemporaryFolder folder;
    const auto copy = folder.path() / "run";
    std::filesystem::copy(dataPath("torch-dcp/real-1.13-4ranks"), copy, std::filesystem::copy_options::recursive);
    EXPECT_EQ(tloupe({"hash", "--verify", "-q", copy.string()}).status, 0);
    const auto checkpoint = openCheckpoint(copy).value();
    const Tensor& changed = checkpoint->tensors.back();
    const auto path = checkpoint->files[changed.file].path;
    std::string bytes = readFile(path);
    bytes[changed.bytes.end - 1] ^= 1;
    folder.write("run/" + path.filename().string(), bytes);
    const Outcome outcome = tloupe({"hash", "--verify", "-q", copy.string()});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.out,
        copy.string() + ':' + std::string(changed.name) + ": FAILED (crc32 at byte " + formatCount(changed.bytes.begin)
            + " of \"" + path.filename().string() + "\")\n");
    const auto rows = tloupe({"hash", "--verify", "--json", copy.string()}).json();
    std::size_t found = 0;
    for (const auto& tensor : rows["checked"]) {
        if (tensor["ok"])
            continue;
        ++found;
        EXPECT_EQ(tensor["digests"][0]["file"], path.filename().string());
        EXPECT_EQ(tensor["digests"][0]["offset"], changed.bytes.begin);
    }
    EXPECT_EQ(found, 1U);
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
