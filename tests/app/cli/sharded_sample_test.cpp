// A sharded checkpoint, opened by its index and by its folder.

#include "app/cli/manifest_sample.h"
#include "app/cli/process.h"

#include <gtest/gtest.h>

#include <string>

namespace loupe::test {

namespace {

using nlohmann::json;

TEST(ShardedSample, IsOneCheckpointFromItsIndexAndItsFolder)
{
    const json expected = readManifest("safetensors-sharded");
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
