#include "items/session/shard_names.h"

#include <gmock/gmock.h>

namespace loupe {
namespace {

using testing::ElementsAre;

std::vector<std::string> of(std::vector<const char*> paths)
{
    std::vector<CheckpointFile> files(paths.size());
    for (std::size_t i = 0; i < paths.size(); ++i)
        files[i].path = paths[i];
    return shardNames(files);
}

TEST(ShardNames, AreWhatDiffers)
{
    EXPECT_THAT(of({"a/model-00001-of-00010.safetensors", "a/model-00010-of-00010.safetensors"}),
        ElementsAre("00001", "00010"));
    EXPECT_THAT(of({"encoder.bt", "decoder.bt", "x.bt"}), ElementsAre("encoder", "decoder", "x"));
    EXPECT_THAT(of({"part_a-1.bt", "part_ab-1.bt"}), ElementsAre("a", "ab"));
    EXPECT_THAT(of({"w.safetensors", "w.bt"}), ElementsAre("safetensors", "bt"));
}

TEST(ShardNames, AreWholeWhereNothingWouldBeLeft)
{
    EXPECT_THAT(of({"a/x.bt", "b/x.bt"}), ElementsAre("x.bt", "x.bt"));
    EXPECT_THAT(of({"m-.bt", "m-1.bt"}), ElementsAre("m-.bt", "m-1.bt"));
    EXPECT_THAT(of({"", "m.bt"}), ElementsAre("", "m.bt"));
}

/// Four files of ten tensors each.
TEST(SpreadTensors, AreThoseWithPiecesInOtherFiles)
{
    Checkpoint checkpoint;
    checkpoint.files.resize(4);
    checkpoint.tensors.resize(40);
    for (std::uint32_t file = 0; file < 4; ++file) {
        checkpoint.files[file].firstTensor = file * 10;
        for (std::uint32_t tensor = file * 10; tensor < file * 10 + 10; ++tensor)
            checkpoint.tensors[tensor].file = file;
    }
    const auto addPart = [&](std::uint32_t file, std::uint32_t tensor) {
        checkpoint.files[file].parts.push_back(
            {{0, 8}, RegionKind::Tensor, tensor - checkpoint.files[file].firstTensor});
    };
    addPart(0, 5); // another piece of the same file
    addPart(3, 12);
    addPart(3, 12);
    for (const std::uint32_t file : {3U, 1U, 0U})
        addPart(file, 29);
    checkpoint.files[1].parts.push_back({{8, 16}, RegionKind::Header});
    const auto spread = spreadTensors(checkpoint);
    EXPECT_THAT(spread, ElementsAre(SpreadTensor{12, 2}, SpreadTensor{29, 4}));
    EXPECT_EQ(filesOf(spread, 12), 2U);
    EXPECT_EQ(filesOf(spread, 29), 4U);
    for (const std::uint32_t tensor : {0U, 5U, 13U, 39U})
        EXPECT_EQ(filesOf(spread, tensor), 1U) << tensor;
}

TEST(ShardNames, NoneOfASingleFile)
{
    EXPECT_TRUE(of({}).empty());
    EXPECT_TRUE(of({"x.bt"}).empty());
}

} // namespace
} // namespace loupe
