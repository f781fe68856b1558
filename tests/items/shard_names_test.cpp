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

TEST(ShardNames, NoneOfASingleFile)
{
    EXPECT_TRUE(of({}).empty());
    EXPECT_TRUE(of({"x.bt"}).empty());
}

} // namespace
} // namespace loupe
