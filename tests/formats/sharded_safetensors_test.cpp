// Safetensors files in which several processes wrote their pieces of each tensor, as torch.distributed.checkpoint does:
// samples compared with their manifest, and damaged files made by hand.

#include "sample_checks.h"

#include "formats/shards/shard_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace loupe::test {

namespace {

using nlohmann::json;

/// A file with one-dimensional F32 tensors, each of which has the piece [begin, begin + count) of 0, 1, 2, ….
std::string piecesFile(const std::vector<std::string>& names, std::uint64_t begin, std::uint64_t count,
    const std::string& dtype = "F32", const std::string& info = {})
{
    json header;
    json stated = json::object();
    std::string data;
    for (const std::string& name : names) {
        header[name] = {{"dtype", dtype}, {"shape", {count}}, {"data_offsets", {data.size(), data.size() + count * 4}}};
        stated[name] = {{"saved_offsets", {begin}}};
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto value = static_cast<float>(begin + i);
            data.append(reinterpret_cast<const char*>(&value), sizeof value);
        }
    }
    header["__metadata__"] = {
        {"format", "pt"}, {"DCP_VERSION", "1.0"}, {"DCP_SHARDING_INFO", info.empty() ? stated.dump() : info}};
    return framed(header.dump(), data);
}

std::string rankFile(unsigned rank, unsigned file, unsigned count)
{
    char name[64];
    std::snprintf(name, sizeof name, "shard-%05u-model-%05u-of-%05u.safetensors", rank, file, count);
    return name;
}

std::multiset<std::string> foundCodes(const Checkpoint& checkpoint)
{
    std::multiset<std::string> all;
    for (const Finding& finding : checkpoint.findings.list())
        all.emplace(finding.code);
    return all;
}

std::vector<float> valuesOf(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor)
{
    const std::string bytes = bytesOf(checkpoint, tensor, 0, checkpoint->tensors[tensor].elements());
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

} // namespace

class ShardedSafetensors : public testing::TestWithParam<const char*> { };

TEST_P(ShardedSafetensors, GivesEachTensorWhole)
{
    const json manifest = readJson("torch-dcp/manifest.json");
    const auto& all = manifest["checkpoints"];
    const auto expected = std::ranges::find_if(all, [&](const json& one) { return one["folder"] == GetParam(); });
    ASSERT_NE(expected, all.end());
    const auto checkpoint = open(dataPath("torch-dcp/" + std::string(GetParam())));
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->format, "safetensors");
    const json none = json::array();
    const json& unreadable = expected->contains("unreadable") ? (*expected)["unreadable"] : none;
    EXPECT_EQ(checkpoint->tensors.size(), (*expected)["tensors"].size() + unreadable.size());
    for (const json& tensor : (*expected)["tensors"]) {
        const auto index = findTensor(*checkpoint, tensor["name"].get<std::string>());
        ASSERT_TRUE(index);
        EXPECT_EQ(checkpoint->dtypeName(*index), tensor["dtype"].get<std::string>());
        EXPECT_EQ(shapeOf(*checkpoint, *index), tensor["shape"].get<std::vector<std::uint64_t>>());
        EXPECT_EQ(sha256Of(*checkpoint, *index), tensor["sha256"].get<std::string>());
        EXPECT_EQ(fileBytes(checkpoint->tensors[*index]), tensor["nbytes"].get<std::uint64_t>());
    }
    for (const json& name : unreadable) {
        const auto index = findTensor(*checkpoint, name.get<std::string>());
        ASSERT_TRUE(index);
        EXPECT_FALSE(Elements::open(checkpoint, *index)) << name;
    }
    std::multiset<std::string> wanted;
    for (const json& finding : (*expected)["expected_findings"]) {
        const auto code = finding["code"].get<std::string>();
        const auto subject = finding["subject"].get<std::string>();
        wanted.insert(code == "missing-file" ? "shard-missing" : code);
        EXPECT_TRUE(std::ranges::any_of(checkpoint->findings.list(), [&](const Finding& found) {
            return found.aboutTensor ? found.tensor == subject && found.code == code
                                     : found.message.find(subject) != std::string::npos;
        })) << subject;
    }
    EXPECT_EQ(foundCodes(*checkpoint), wanted);
    EXPECT_EQ(checkpoint->findings.referenceAccepts(), wanted.empty());
}

INSTANTIATE_TEST_SUITE_P(Samples, ShardedSafetensors,
    testing::Values("hf-sharded", "bad-hf-sharded-missing-shard", "bad-hf-sharded-overlap"));

TEST(ShardedSafetensorsFolder, IsOneCheckpointWithoutWhatItsFilesSayOfPieces)
{
    const auto checkpoint = open(dataPath("torch-dcp/hf-sharded"));
    ASSERT_TRUE(checkpoint && checkpoint->metadata);
    ASSERT_EQ(checkpoint->metadata->size(), 1U) << "what is converted from it has no pieces";
    EXPECT_EQ(checkpoint->metadata->front().first, "format");
    expectStretches(checkpoint);
    for (std::uint32_t file = 0; file < checkpoint->files.size(); ++file) {
        for (const Region& region : tileRegions(*checkpoint, file)) {
            EXPECT_TRUE(region.kind != RegionKind::Hole && region.kind != RegionKind::Overlap) << file;
            EXPECT_TRUE(region.kind != RegionKind::Tensor || region.tensor < checkpoint->tensors.size());
        }
    }
    // The second process's file with parts of the embedding and of the projection. Neither begins in this file.
    const CheckpointFile& second = checkpoint->files[2];
    EXPECT_EQ(second.path.filename(), "shard-00002-model-00001-of-00002.safetensors");
    EXPECT_EQ(second.tensorCount, 0U);
    ASSERT_EQ(second.parts.size(), 2U);
    EXPECT_EQ(checkpoint->tensors[second.firstTensor + second.parts[0].tensor].name, "model.embed_tokens.weight");
}

/// A single file is validated as the reference reader would, which takes a piece for an ordinary tensor.
TEST(ShardedSafetensorsFolder, OneOfItsFilesSaysThatItHoldsPieces)
{
    const auto folder = dataPath("torch-dcp/hf-sharded");
    const auto checkpoint = open(folder / "shard-00002-model-00001-of-00002.safetensors");
    ASSERT_TRUE(checkpoint);
    EXPECT_THAT(foundCodes(*checkpoint), testing::ElementsAre("shard-pieces"));
    EXPECT_TRUE(checkpoint->findings.referenceAccepts());
    EXPECT_EQ(checkpoint->wholeModel, folder);
    const auto index = findTensor(*checkpoint, "model.embed_tokens.weight");
    ASSERT_TRUE(index);
    EXPECT_THAT(shapeOf(*checkpoint, *index), testing::ElementsAre(4, 8));
}

TEST(ShardedSafetensorsFolder, TellsWhatDoesNotFitTogether)
{
    struct Case {
        const char* what;
        std::vector<std::pair<std::string, std::string>> files;
        std::vector<std::string> codes;
        std::vector<std::uint64_t> shape; ///< the shape of "w"
        bool hasValues;
    };
    const std::string first = piecesFile({"w"}, 0, 3);
    const std::string second = piecesFile({"w"}, 3, 2);
    const std::string unsaid =
        framed(R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", std::string(8, '\0'));
    const std::vector<Case> cases{
        {"one process", {{rankFile(1, 1, 1), piecesFile({"w"}, 0, 5)}}, {}, {5}, true},
        {"two", {{rankFile(1, 1, 1), first}, {rankFile(2, 1, 1), second}}, {}, {5}, true},
        {"numbers of several widths",
            {{"shard-9-model-1-of-1.safetensors", second}, {"shard-10-model-1-of-1.safetensors", first}},
            {"shard-perhaps-missing"}, {5}, true},
        {"only the second", {{rankFile(2, 1, 1), second}}, {"chunk-gap", "shard-missing"}, {5}, false},
        {"none has file 2", {{rankFile(1, 1, 2), first}, {rankFile(2, 1, 2), second}}, {"shard-missing"}, {5}, true},
        {"the second process lacks a file",
            {{rankFile(1, 1, 2), first}, {rankFile(2, 1, 2), second}, {rankFile(1, 2, 2), piecesFile({"v"}, 0, 1)}},
            {"shard-perhaps-missing"}, {5}, true},
        {"another type", {{rankFile(1, 1, 1), first}, {rankFile(2, 1, 1), piecesFile({"w"}, 3, 2, "I32")}},
            {"item-dtype"}, {5}, false},
        {"another number of dimensions",
            {{rankFile(1, 1, 1), first},
                {rankFile(2, 1, 1), framed(R"({"w":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}})", "12345678")}},
            {"item-shape"}, {3}, false},
        {"one that says nothing begins at zero", {{rankFile(1, 1, 1), first}, {rankFile(2, 1, 1), unsaid}},
            {"chunk-overlap"}, {3}, false},
        {"no JSON", {{rankFile(1, 1, 1), first}, {rankFile(2, 1, 1), piecesFile({"w"}, 3, 2, "F32", "{")}},
            {"sharding-info", "sharding-info"}, {3}, false},
        {"too many numbers",
            {{rankFile(1, 1, 1), first},
                {rankFile(2, 1, 1), piecesFile({"w"}, 3, 2, "F32", R"({"w":{"saved_offsets":[3,0]}})")}},
            {"sharding-info"}, {3}, false},
        {"negative",
            {{rankFile(1, 1, 1), first},
                {rankFile(2, 1, 1), piecesFile({"w"}, 3, 2, "F32", R"({"w":{"saved_offsets":[-3]}})")}},
            {"sharding-info"}, {3}, false},
        {"no number for the tensor",
            {{rankFile(1, 1, 1), first}, {rankFile(2, 1, 1), piecesFile({"w"}, 3, 2, "F32", R"({"w":3})")}},
            {"sharding-info"}, {3}, false},
        {"far away",
            {{rankFile(1, 1, 1), first},
                {rankFile(2, 1, 1),
                    piecesFile({"w"}, 0, 2, "F32", R"({"w":{"saved_offsets":[18446744073709551615]}})")}},
            {"chunk-gap", "size-overflow"}, {UINT64_MAX}, false},
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(one.what);
        TemporaryFolder folder;
        for (const auto& [name, content] : one.files)
            folder.write(name, content);
        const auto checkpoint = open(folder.path());
        ASSERT_TRUE(checkpoint);
        EXPECT_THAT(foundCodes(*checkpoint), testing::ElementsAreArray(one.codes));
        const auto index = findTensor(*checkpoint, "w");
        ASSERT_TRUE(index);
        EXPECT_EQ(shapeOf(*checkpoint, *index), one.shape);
        ASSERT_EQ(Elements::open(checkpoint, *index).has_value(), one.hasValues);
        if (!one.hasValues)
            continue;
        EXPECT_THAT(valuesOf(checkpoint, *index), testing::ElementsAre(0, 1, 2, 3, 4));
    }
}

/// The complete tensors are in other files, in the folder above that of the pieces.
TEST(ShardedSafetensorsFolder, OtherFilesBesideItAreNotItsOwn)
{
    TemporaryFolder folder;
    folder.write(rankFile(1, 1, 1), piecesFile({"w"}, 0, 5));
    folder.write("optimizer.bin", "no model");
    EXPECT_EQ(open(folder.path())->format, "safetensors") << "files in formats that models are not written in";
    folder.write(
        "model-00001-of-00001.safetensors", framed(R"({"v":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", "x"));
    const auto other = openCheckpoint(folder.path());
    EXPECT_FALSE(other) << "two models";
}

TEST(ShardNames, OfProcesses)
{
    struct Case {
        const char* name;
        std::uint64_t rank; ///< 0 if the file has no rank
        std::uint64_t file;
    };
    for (const auto& [text, rank, file] :
        {Case{"shard-00002-model-00003-of-00004.safetensors", 2, 3}, Case{"shard-12-model-1-of-9.safetensors", 12, 1},
            Case{"shard-0-model-1-of-9.safetensors", 0, 0}, Case{"shard-x-model-1-of-9.safetensors", 0, 0},
            Case{"shard-1.safetensors", 0, 0}, Case{"shard-", 0, 0}, Case{"shard-1-of-2.safetensors", 0, 0},
            Case{"shard-00001-of-00002.safetensors", 0, 0}, Case{"model-00001-of-00002.safetensors", 0, 0}}) {
        const auto name = parseRankShardName(text);
        ASSERT_EQ(name.has_value(), rank > 0) << text;
        if (!name)
            continue;
        EXPECT_EQ(name->rank, rank);
        EXPECT_EQ(name->file.number, file);
        EXPECT_EQ(name->sibling(rank, file), text);
    }
}

} // namespace loupe::test
