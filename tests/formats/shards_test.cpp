#include "format_files.h"

#include "formats/shards/shard_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/resource.h>

namespace loupe::test {

namespace {

std::string shard(std::string_view tensor, char dtypeLetter = 'U', std::string_view metadata = {})
{
    std::string header = "{";
    if (!metadata.empty())
        header.append("\"__metadata__\":{\"k\":\"").append(metadata).append("\"},");
    header.append("\"").append(tensor).append("\":{\"dtype\":\"").append(1, dtypeLetter);
    header.append("8\",\"shape\":[1],\"data_offsets\":[0,1]}}");
    return framed(header, "x");
}

std::string shardFile(unsigned number, unsigned count)
{
    char name[64];
    std::snprintf(name, sizeof name, "model-%05u-of-%05u.safetensors", number, count);
    return name;
}

const Finding& only(const Checkpoint& checkpoint, std::string_view code)
{
    const auto& list = checkpoint.findings.list();
    const auto found = std::find_if(list.begin(), list.end(), [&](const Finding& f) { return f.code == code; });
    EXPECT_NE(found, list.end()) << code << " is not among " << codes(checkpoint);
    static const Finding none;
    return found == list.end() ? none : *found;
}

} // namespace

TEST(Shards, AModelForSeveralFrameworksIsTheOneThatIsLoadedFirst)
{
    const TemporaryFolder folder;
    const auto add = [&](const char* sample, const char* name) {
        std::filesystem::copy_file(dataPath(sample), folder.path() / name);
    };
    add("flax-msgpack/flax_model.msgpack", "flax_model.msgpack");
    add("torch/state-dict.pt", "optimizer.pt");
    EXPECT_EQ(open(folder.path())->format, "flax-msgpack");
    add("torch/state-dict.pt", "pytorch_model.bin");
    EXPECT_EQ(open(folder.path())->format, "torch");
    EXPECT_EQ(open(folder.path())->files.front().path.filename(), "pytorch_model.bin");
}

TEST(Shards, IndexAndFolderAndShardAreOneModel)
{
    const auto manifest = readJson("safetensors-sharded/manifest.json");
    for (const char* const path : {"safetensors-sharded", "safetensors-sharded/model.safetensors.index.json"}) {
        const auto checkpoint = open(dataPath(path));
        EXPECT_EQ(codes(*checkpoint), "");
        EXPECT_EQ(checkpoint->path, dataPath(path));
        EXPECT_EQ(checkpoint->format, "safetensors");
        EXPECT_EQ(checkpoint->tensors.size(), manifest["tensor_count"].get<std::size_t>());
        EXPECT_EQ(checkpoint->totalTensorBytes(), manifest["total_size"].get<std::uint64_t>());
        ASSERT_EQ(checkpoint->files.size(), manifest["files"].size());
        std::size_t first = 0;
        for (std::size_t i = 0; i < checkpoint->files.size(); ++i) {
            const CheckpointFile& file = checkpoint->files[i];
            EXPECT_EQ(file.path.filename(), manifest["files"][i]["file"].get<std::string>());
            EXPECT_EQ(file.firstTensor, first);
            for (const auto& want : manifest["files"][i]["tensors_in_file_order"]) {
                EXPECT_EQ(checkpoint->tensors[first].name, want["name"].get<std::string>());
                EXPECT_EQ(checkpoint->tensors[first].bytes.begin, want["file_offset"].get<std::uint64_t>());
                EXPECT_EQ(checkpoint->tensors[first++].file, i);
            }
        }
        EXPECT_FALSE(checkpoint->wholeModel);
    }
    const auto one = open(dataPath("safetensors-sharded/model-00002-of-00003.safetensors"));
    EXPECT_EQ(one->wholeModel, dataPath("safetensors-sharded/model.safetensors.index.json"));
    EXPECT_EQ(one->files.size(), 1U);
}

TEST(Shards, DamagedIndexesGiveFindings)
{
    const std::string folder = "safetensors-sharded/";
    EXPECT_EQ(
        only(*open(dataPath(folder + "bad-missing-shard.index.json")), "shard-missing").severity, Severity::Error);
    const auto missing = open(dataPath(folder + "bad-missing-tensor.index.json"));
    EXPECT_EQ(only(*missing, "index-missing-tensor").tensor, "not.in.shard");
    EXPECT_FALSE(missing->findings.referenceAccepts());
    const auto size = open(dataPath(folder + "bad-total-size.index.json"));
    EXPECT_EQ(only(*size, "index-total-size").severity, Severity::Warning);
    for (const char* const name : {"bad-path-traversal.index.json", "bad-absolute-path.index.json"}) {
        const auto unsafe = open(dataPath(folder + name));
        EXPECT_EQ(only(*unsafe, "shard-unsafe-path").severity, Severity::Error);
        EXPECT_EQ(unsafe->files.size(), 3U);
        EXPECT_EQ(unsafe->tensors.size(), 35U);
    }
}

TEST(Shards, AMissingShardLeavesTheRest)
{
    TemporaryFolder folder;
    folder.write(shardFile(2, 2), shard("b"));
    const auto index = folder.write("model.safetensors.index.json",
        R"({"weight_map":{"a":")" + shardFile(1, 2) + R"(","b":")" + shardFile(2, 2) + R"("}})");
    const auto checkpoint = open(index);
    EXPECT_EQ(codes(*checkpoint), "shard-missing shard-missing-tensors");
    ASSERT_EQ(checkpoint->files.size(), 2U);
    EXPECT_EQ(checkpoint->files[0].source, nullptr);
    EXPECT_EQ(checkpoint->tensors.at(0).file, 1U);
}

TEST(Shards, DisagreementsAreFindings)
{
    TemporaryFolder folder;
    folder.write(shardFile(1, 2), shard("a", 'U', "one"));
    folder.write(shardFile(2, 2), shard("a", 'X', "two"));
    const auto checkpoint = open(folder.path());
    EXPECT_EQ(only(*checkpoint, "shard-duplicate-tensor").file, 1U);
    EXPECT_EQ(only(*checkpoint, "shard-metadata").severity, Severity::Warning);
    EXPECT_EQ(checkpoint->metadata, (Metadata{{"k", "one"}}));
    EXPECT_EQ(checkpoint->dtypeName(1), "X8");
    const auto index = folder.write("x.index.json", R"({"weight_map":{"a":")" + shardFile(2, 2) + "\"}}");
    folder.write(shardFile(2, 2), shard("extra"));
    EXPECT_EQ(codes(*open(index)), "index-unlisted-tensor index-missing-tensor");
}

TEST(Shards, AllShardsOfAPatternNeedNoIndex)
{
    TemporaryFolder folder;
    folder.write(shardFile(1, 2), shard("a"));
    const auto second = folder.write(shardFile(2, 2), shard("b"));
    folder.write("readme.txt", "text");
    EXPECT_EQ(open(folder.path())->tensors.size(), 2U);
    EXPECT_EQ(open(second)->wholeModel, folder.path());
    folder.write("other.safetensors", shard("c"));
    EXPECT_EQ(open(folder.path())->tensors.size(), 2U);
    std::filesystem::remove(second);
    const auto ambiguous = openCheckpoint(folder.path());
    ASSERT_FALSE(ambiguous.has_value());
    EXPECT_EQ(ambiguous.error().code, ErrorCode::InvalidArgument);
    EXPECT_NE(ambiguous.error().message.find("other.safetensors"), std::string::npos);
    EXPECT_FALSE(open(folder.path() / shardFile(1, 2))->wholeModel);
}

TEST(Shards, AnIncompleteSetIsOneModelWithFindings)
{
    TemporaryFolder folder;
    folder.write(shardFile(1, 3), shard("a"));
    folder.write(shardFile(3, 3), shard("c"));
    const auto checkpoint = open(folder.path());
    EXPECT_EQ(codes(*checkpoint), "shard-missing");
    EXPECT_FALSE(checkpoint->findings.referenceAccepts());
    ASSERT_EQ(checkpoint->files.size(), 3U);
    EXPECT_TRUE(checkpoint->files[1].missing);
    EXPECT_EQ(checkpoint->tensors.size(), 2U);
    EXPECT_EQ(open(folder.path() / shardFile(1, 3))->wholeModel, folder.path());

    TemporaryFolder single;
    single.write(shardFile(1, 3), shard("a"));
    EXPECT_EQ(codes(*open(single.path())), "shard-missing shard-missing");

    folder.write("other.safetensors", shard("b"));
    EXPECT_EQ(openCheckpoint(folder.path()).error().code, ErrorCode::InvalidArgument);
}

TEST(Shards, ATooLongListOfShardsIsCut)
{
    TemporaryFolder folder;
    std::string map;
    for (std::size_t i = 0; i <= mostShards; ++i)
        map += (i == 0 ? "" : ",") + ("\"t" + std::to_string(i)) + "\":\"s" + std::to_string(i) + ".safetensors\"";
    const auto checkpoint = open(folder.write("model.safetensors.index.json", "{\"weight_map\":{" + map + "}}"));
    EXPECT_EQ(checkpoint->files.size(), mostShards);
    EXPECT_THAT(codes(*checkpoint), testing::HasSubstr("index-too-many-shards"));
}

TEST(Shards, OfBintensorsToo)
{
    TemporaryFolder folder;
    folder.write("m-1-of-2.bt", readFile(dataPath("bintensors/unit-attn0.bt")));
    folder.write("m-2-of-2.bt", readFile(dataPath("bintensors-pre010/unit-attn.0.bt")));
    const auto index = folder.write("m.bt.index.json",
        R"({"weight_map":{"attn0":"m-1-of-2.bt","attn.0":"m-2-of-2.bt"},"metadata":{"total_size":48}})");
    const auto checkpoint = open(folder.path());
    EXPECT_EQ(checkpoint->format, "bintensors");
    EXPECT_EQ(codes(*checkpoint), "");
    EXPECT_EQ(checkpoint->tensors.size(), 2U);
    EXPECT_EQ(open(folder.path() / "m-1-of-2.bt")->wholeModel, index);
}

TEST(Shards, ABrokenIndexGivesWhatItNames)
{
    TemporaryFolder folder;
    folder.write("a.safetensors", shard("a"));
    const auto cut = open(folder.write("cut.index.json", R"({"weight_map":{"a":"a.safetensors","b":"a.saf)"));
    EXPECT_TRUE(hasFinding(*cut, "index-json-syntax"));
    EXPECT_EQ(cut->tensors.size(), 1U);
    for (const char* const text : {"", "[]", "{}", "{\"weight_map\":3}", "nonsense"}) {
        const auto none = openCheckpoint(folder.write("none.index.json", text));
        ASSERT_FALSE(none.has_value()) << text;
        EXPECT_EQ(none.error().code, ErrorCode::Malformed);
    }
}

TEST(Shards, WhatIsWrongWithAnIndexIsAboutNoShard)
{
    TemporaryFolder folder;
    folder.write("a.safetensors", shard("a"));
    const std::string map = R"("weight_map":{"a":"a.safetensors"})";
    const auto garbage = open(folder.write("garbage.index.json", '{' + map + "}\xff\xfe"));
    EXPECT_EQ(codes(*garbage), "index-utf8");
    EXPECT_EQ(only(*garbage, "index-utf8").file, Finding::noFile);
    EXPECT_FALSE(garbage->findings.referenceAccepts());
    const auto twice = open(folder.write("twice.index.json", R"({"weight_map":{"b":"b.safetensors"},)" + map + '}'));
    EXPECT_EQ(codes(*twice), "index-duplicate-key");
    EXPECT_EQ(twice->files.size(), 1U);
    const auto size = open(folder.write("size.index.json", R"({"metadata":{"total_size":9},)" + map + '}'));
    EXPECT_EQ(only(*size, "index-total-size").file, Finding::noFile);
}

TEST(Shards, OfUnknownFormatsAreAnUnknownFormat)
{
    TemporaryFolder folder;
    folder.write("model.data", std::string("PK\3\4", 4) + std::string(100, '\0'));
    const auto none = openCheckpoint(folder.write("model.data.index.json", R"({"weight_map":{"a":"model.data"}})"));
    ASSERT_FALSE(none.has_value());
    EXPECT_EQ(none.error().code, ErrorCode::UnknownFormat);
}

TEST(Shards, AHugeIndexIsNotRead)
{
    TemporaryFolder folder;
    const auto index = folder.write("a.index.json", "{");
    std::filesystem::resize_file(index, 3'000'000'000);
    const auto none = openCheckpoint(index);
    ASSERT_FALSE(none.has_value());
    EXPECT_EQ(none.error().code, ErrorCode::TooLarge);
}

TEST(Shards, ManyNeedNoDescriptors)
{
    constexpr unsigned count = 1500;
    TemporaryFolder folder;
    for (unsigned i = 1; i <= count; ++i)
        folder.write(shardFile(i, count), shard("t" + std::to_string(i)));
    rlimit before = {};
    getrlimit(RLIMIT_NOFILE, &before);
    const rlimit low{64, before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &low);
    const auto checkpoint = open(folder.path());
    setrlimit(RLIMIT_NOFILE, &before);
    EXPECT_EQ(checkpoint->tensors.size(), count);
    EXPECT_EQ(codes(*checkpoint), "");
}

TEST(ShardName, IsTakenApartAndPutTogether)
{
    const auto name = parseShardName("a-b-00002-of-00010.safetensors");
    ASSERT_TRUE(name);
    EXPECT_EQ(name->stem, "a-b");
    EXPECT_EQ(name->number, 2U);
    EXPECT_EQ(name->count, 10U);
    EXPECT_EQ(name->sibling(7), "a-b-00007-of-00010.safetensors");
    for (const char* const other : {"model.safetensors", "a-00000-of-00002.bt", "a-3-of-2.bt", "-of-2.bt", "a-1-of-.bt",
             "a-01-of-2.bt", "a-x-of-2.bt", "1-of-2.bt", "a-99999999999999999999-of-99999999999999999999.bt"})
        EXPECT_FALSE(parseShardName(other)) << other;
}

TEST(Shards, ArraysBesideAModelDoNotHideIt)
{
    TemporaryFolder folder;
    folder.write("model.safetensors", shard("a"));
    folder.write("mean.npy", readFile(dataPath("npy/f32-c.npy")));
    folder.write("more.npz", readFile(dataPath("npz/stored.npz")));
    const auto checkpoint = open(folder.path());
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->format, "safetensors");
    folder.write("other.safetensors", shard("b"));
    EXPECT_EQ(openCheckpoint(folder.path()).error().code, ErrorCode::InvalidArgument);
}

} // namespace loupe::test
