// Files split by llama.cpp: NAME-00001-of-00003.gguf.

#include "format_files.h"
#include "gguf_bytes.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

std::string shardName(int number, int count)
{
    return "m-0000" + std::to_string(number) + "-of-0000" + std::to_string(count) + ".gguf";
}

GgufBytes shard(std::uint16_t number, std::uint16_t count, std::uint32_t tensors)
{
    GgufBytes file;
    if (number == 0)
        file.string("general.architecture", "llama");
    return file.uint16("split.no", number)
        .uint16("split.count", count)
        .key("split.tensors.count", 5, GgufBytes::bytesOf(tensors));
}

} // namespace

TEST(GgufShards, OpenAsOneCheckpoint)
{
    TemporaryFolder folder;
    folder.write(shardName(1, 3), shard(0, 3, 3).bytes()); // only metadata: llama.cpp has an option for that
    folder.write(shardName(2, 3), shard(1, 3, 3).floats("a", {1, 2}).floats("b", {3}).bytes());
    const auto last = folder.write(shardName(3, 3), shard(2, 3, 3).floats("c", {4}).bytes());
    const auto model = open(folder.path());
    ASSERT_TRUE(model);
    EXPECT_EQ(codes(*model), "");
    EXPECT_EQ(model->files.size(), 3U);
    ASSERT_EQ(model->tensors.size(), 3U);
    EXPECT_EQ(model->tensors[2].name, "c");
    EXPECT_EQ(model->tensors[2].file, 2U);
    ASSERT_EQ(model->metadata->size(), 4U);
    EXPECT_EQ(model->metadata->at(1).second.shown(), "0");
    const auto alone = open(last);
    EXPECT_EQ(codes(*alone), "");
    EXPECT_EQ(alone->wholeModel, folder.path());
}

TEST(GgufShards, AMissingOneIsAFinding)
{
    TemporaryFolder folder;
    folder.write(shardName(1, 2), shard(0, 2, 2).floats("a", {1}).bytes());
    const auto model = open(folder.path());
    ASSERT_TRUE(model);
    EXPECT_EQ(codes(*model), "shard-missing");
    EXPECT_EQ(model->tensors.size(), 1U);
}

TEST(GgufShards, WhatTheySayOfThemselvesIsChecked)
{
    TemporaryFolder folder;
    folder.write(shardName(1, 2), shard(0, 3, 2).floats("a", {1}).bytes());
    folder.write(shardName(2, 2), shard(0, 2, 5).floats("b", {1}).bytes());
    const auto model = open(folder.path());
    ASSERT_TRUE(model);
    EXPECT_EQ(codes(*model), "shard-metadata shard-metadata shard-count shard-number shard-tensors");
}

TEST(GgufShards, AQuantizedTensorOfALaterShardKeepsItsType)
{
    TemporaryFolder folder;
    folder.write(shardName(1, 2), shard(0, 2, 2).floats("a", {1}).bytes());
    folder.write(shardName(2, 2),
        shard(1, 2, 2)
            .tensor("b", {32}, 8, std::string(34, '\1'))
            .tensor("c", {256}, 16, std::string(66, '\1'))
            .bytes());
    const auto model = open(folder.path());
    ASSERT_EQ(model->tensors.size(), 3U);
    EXPECT_EQ(model->dtypeName(0), "F32");
    EXPECT_EQ(model->dtypeName(1), "Q8_0");
    EXPECT_EQ(model->dtypeName(2), "IQ2_XXS");
}

} // namespace loupe::test
