// Folders in which each process saved a file of its own pieces (ShardedTensor) with torch.save: samples compared with
// their manifest, damaged samples, and files made by hand.

#include "npz_bytes.h"
#include "sample_checks.h"

#include "core/text/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace loupe::test {

namespace {

using namespace std::string_literals;
using nlohmann::json;

const char* const rankSample = "torch-dcp/real-1.13-sharded-tensor-pt";

json rankManifest()
{
    const json manifest = readJson("torch-dcp/manifest.json");
    for (const json& one : manifest["checkpoints"]) {
        if (one["folder"] == "real-1.13-sharded-tensor-pt")
            return one;
    }
    return {};
}

std::string sampleOf(int rank)
{
    return readFile(dataPath(rankSample) / ("rank_" + std::to_string(rank) + ".pt"));
}

/// Each finding as "code file: message", except for notes and for classes that torch.load would refuse.
std::vector<std::string> rankFindings(const Checkpoint& checkpoint)
{
    std::vector<std::string> all;
    for (const Finding& finding : checkpoint.findings.list()) {
        if (finding.severity == Severity::Note || finding.code == "import-unknown")
            continue;
        const bool hasFile = finding.file < checkpoint.files.size();
        all.push_back(std::string(finding.code) + ' '
            + (hasFile ? checkpoint.files[finding.file].path.filename().string() : "-") + ": " + finding.message);
    }
    return all;
}

/// Copies the samples under other names, except for the file of process `without`.
TemporaryFolder& copySamples(TemporaryFolder& folder, int without, const std::string& start, int base)
{
    for (int rank = 0; rank < 4; ++rank) {
        if (rank != without)
            folder.write(start + std::to_string(rank + base) + ".pt", sampleOf(rank));
    }
    return folder;
}

// Pickles made by hand, in opcodes of protocol 2.

std::string rankText(const std::string& text)
{
    return 'X' + bytesOf(static_cast<std::uint32_t>(text.size())) + text;
}

std::string rankNumber(std::uint32_t number)
{
    return 'J' + bytesOf(number);
}

std::string rankDictionary(const std::vector<std::pair<std::string, std::string>>& items)
{
    std::string all = "}(";
    for (const auto& [key, value] : items)
        all += rankText(key) + value;
    return all + 'u';
}

/// A tensor of the first `count` of the four numbers in storage `key`.
std::string rankTensor(const std::string& key, std::uint32_t count)
{
    return "ctorch._utils\n_rebuild_tensor_v2\n((" + rankText("storage") + "ctorch\nFloatStorage\n" + rankText(key)
        + rankText("cpu") + rankNumber(4) + "tQK\0("s + rankNumber(count) + "t(K\1t\x89}tR";
}

struct RankPlace {
    std::uint32_t begin = 0;
    std::uint32_t count = 0;
    std::uint32_t rank = 0;
};

std::string rankPlace(const RankPlace& place)
{
    return "ctorch.distributed._shard.metadata\nShardMetadata\n)\x81(N"
        + rankDictionary({{"shard_offsets", "](" + rankNumber(place.begin) + 'e'},
            {"shard_sizes", "](" + rankNumber(place.count) + 'e'},
            {"placement",
                "ctorch.distributed.remote_device\n_remote_device\n)\x81"
                    + rankDictionary({{"_rank", rankNumber(place.rank)}}) + 'b'}})
        + "tb";
}

/// A one-dimensional ShardedTensor. `all` are the places of all its pieces; the pieces `own` are in this file, all with
/// the numbers of storage "0".
std::string rankSharded(std::uint32_t size, const std::vector<RankPlace>& own, const std::vector<RankPlace>& all)
{
    const std::string module = "ctorch.distributed._shard.sharded_tensor.";
    std::string pieces = "](";
    for (const RankPlace& place : own) {
        pieces += module + "shard\nShard\n)\x81(N"
            + rankDictionary({{"tensor", rankTensor("0", place.count)}, {"metadata", rankPlace(place)}}) + "tb";
    }
    std::string places = "](";
    for (const RankPlace& place : all)
        places += rankPlace(place);
    return "ctorch._tensor\n_rebuild_from_type_v2\n(ctorch._utils\n_rebuild_wrapper_subclass\n" + module
        + "api\nShardedTensor\n(ctorch\nfloat32\n(" + rankNumber(size) + "tt(" + pieces + 'e' + module
        + "metadata\nShardedTensorMetadata\n)\x81"
        + rankDictionary({{"shards_metadata", places + 'e'}, {"size", '(' + rankNumber(size) + 't'}}) + "bttR";
}

/// An archive of an object, with the four numbers `numbers` as storage "0" and the four numbers `others` as storage
/// "1".
std::string rankArchive(const std::string& object, const std::string& numbers, const std::string& others = {})
{
    return NpzBytes()
        .stored("archive/data.pkl", "\x80\x02" + object + '.')
        .stored("archive/data/0", numbers)
        .stored("archive/data/1", others.empty() ? std::string(16, '\0') : others)
        .stored("archive/version", "3\n")
        .bytes();
}

std::string floats(const std::vector<float>& numbers)
{
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float)};
}

} // namespace

TEST(TorchRanks, PutsThePiecesOfAllProcessesTogether)
{
    const json expected = rankManifest();
    ASSERT_EQ(expected["tensors"].size(), 5U);
    TemporaryFolder numbered;
    TemporaryFolder indexed;
    // The numbers in file names need not start at 0 or have one digit. An index may list the files, and assign a tensor
    // to any of them.
    copySamples(numbered, -1, "model_world_size_4_rank_", 8);
    json index;
    for (int rank = 0; rank < 4; ++rank) {
        const std::string name = std::string(1, static_cast<char>('d' - rank)) + ".pt";
        indexed.write(name, sampleOf(rank));
        index["weight_map"][expected["tensors"][static_cast<std::size_t>(rank)]["name"].get<std::string>()] = name;
    }
    index["weight_map"]["small.ids"] = "a.pt";
    indexed.write("model.bin.index.json", index.dump());
    for (const auto& path : {dataPath(rankSample), numbered.path(), indexed.path()}) {
        const auto checkpoint = open(path);
        ASSERT_TRUE(checkpoint);
        EXPECT_THAT(rankFindings(*checkpoint), testing::IsEmpty()) << path;
        ASSERT_EQ(checkpoint->tensors.size(), expected["tensors"].size());
        for (const json& tensor : expected["tensors"]) {
            const auto name = tensor["name"].get<std::string>();
            const auto number = findTensor(*checkpoint, name);
            ASSERT_TRUE(number) << name;
            EXPECT_EQ(checkpoint->dtypeName(*number), tensor["dtype"].get<std::string>()) << name;
            const auto shape = checkpoint->tensors[*number].shape;
            EXPECT_EQ(std::vector<std::uint64_t>(shape.begin(), shape.end()),
                tensor["shape"].get<std::vector<std::uint64_t>>());
            EXPECT_EQ(sha256Of(*checkpoint, *number), tensor["sha256"].get<std::string>()) << name;
        }
        expectStretches(checkpoint);
        expectRegionsTile(*checkpoint);
    }
}

/// We read the classes of a ShardedTensor as data, although torch.load refuses them.
TEST(TorchRanks, NamesTheClassesOfAShardedTensorWithoutAWarning)
{
    const auto whole = open(dataPath(rankSample));
    ASSERT_TRUE(whole);
    std::size_t named = 0;
    for (const Finding& finding : whole->findings.list()) {
        EXPECT_EQ(finding.severity, Severity::Note) << finding.message;
        EXPECT_NE(finding.code, "import-unknown") << finding.message;
        named += finding.code == "import-refused" ? 1 : 0;
    }
    EXPECT_EQ(named, 40U) << "10 in each of 4 files";
    EXPECT_FALSE(whole->findings.referenceAccepts());

    const std::string format = "ctorch.distributed._shard.sharded_tensor.metadata\nMEM_FORMAT_ENCODING\n";
    const std::string getattr = "c__builtin__\ngetattr\n";
    struct Case {
        std::string value;
        bool runsCode;
    };
    const std::vector<Case> cases{{getattr + format + rankText("TORCH_CHANNELS_LAST") + "\x86R", false},
        {getattr + "ctorch.distributed._shard.sharded_tensor.api\nShardedTensor\n" + rankText("ProcessGroupState")
                + "\x86R",
            false},
        {getattr + "ctorch.distributed._shard.sharded_tensor.api\nShardedTensor\n" + rankText("__init__") + "\x86R",
            true},
        {getattr + format + rankText("__class__") + "\x86R", true},
        {getattr + "cos\nsystem\n" + rankText("TORCH_X") + "\x86R", true}, {getattr, true},
        {"(" + getattr + getattr + format + rankText("TORCH_X") + "\x86Rt", true},
        {"ctorch.distributed._shard.sharded_tensor.api\nload\n)R", true}};
    for (const Case& is : cases) {
        TemporaryFolder folder;
        const auto checkpoint = open(folder.write("a.pt", rankArchive(rankDictionary({{"a", is.value}}), "")));
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(hasFinding(*checkpoint, "import-unknown"), is.runsCode) << is.value << codes(*checkpoint);
        EXPECT_FALSE(checkpoint->findings.referenceAccepts()) << is.value;
    }
}

/// A single file has a part of the model, and its finding refers to the folder.
TEST(TorchRanks, LeadsFromOneFileToAll)
{
    const auto checkpoint = open(dataPath(rankSample) / "rank_2.pt");
    ASSERT_TRUE(checkpoint);
    ASSERT_TRUE(checkpoint->wholeModel);
    EXPECT_EQ(*checkpoint->wholeModel, dataPath(rankSample));
    EXPECT_THAT(rankFindings(*checkpoint), testing::Contains(testing::HasSubstr("open the folder")));
}

TEST(TorchRanks, NamesTheFileThatIsMissing)
{
    for (const int rank : {0, 1, 2, 3}) {
        TemporaryFolder folder;
        const auto checkpoint = open(copySamples(folder, rank, "rank_", 0).path());
        ASSERT_TRUE(checkpoint);
        const auto found = rankFindings(*checkpoint);
        const std::string name = "rank_" + std::to_string(rank) + ".pt";
        EXPECT_THAT(found, testing::Contains(testing::StartsWith("shard-missing " + name))) << rank;
        const bool hasIds = rank < 3; // the last one has no piece of "small.ids"
        EXPECT_EQ(std::ranges::count_if(found, [](const auto& text) { return text.starts_with("chunk-gap"); }),
            hasIds ? 5 : 4);
        EXPECT_EQ(checkpoint->tensors.size(), 5U);
        for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i)
            EXPECT_EQ(Elements::open(checkpoint, i).has_value(), !hasIds && checkpoint->tensors[i].name == "small.ids");
    }
}

TEST(TorchRanks, FindsPiecesThatOverlap)
{
    TemporaryFolder folder;
    copySamples(folder, -1, "rank_", 0).write("rank_1.pt", sampleOf(0));
    const auto checkpoint = open(folder.path());
    ASSERT_TRUE(checkpoint);
    std::set<std::string> codes;
    for (const std::string& text : rankFindings(*checkpoint))
        codes.insert(text.substr(0, text.find(' ')));
    EXPECT_THAT(codes, testing::ElementsAre("chunk-gap", "chunk-overlap"));
}

TEST(TorchRanks, TakesSeveralPiecesOfOneFileAndTensorsThatAllFilesHave)
{
    const std::vector<RankPlace> all{{0, 2, 0}, {2, 2, 1}, {4, 3, 0}};
    const std::string same = floats({9, 8, 7, 6});
    TemporaryFolder folder;
    folder.write("a-rank0.pt",
        rankArchive(rankDictionary({{"w", rankSharded(7, {all[0], all[2]}, all)}, {"both", rankTensor("1", 4)}}),
            floats({1, 2, 3, 4}), same));
    folder.write("a-rank1.pt",
        rankArchive(
            rankDictionary({{"w", rankSharded(7, {all[1]}, all)}, {"both", rankTensor("1", 4)}, {"step", "K\5"}}),
            floats({5, 6, 7, 8}), same));
    const auto checkpoint = open(folder.path());
    ASSERT_TRUE(checkpoint);
    EXPECT_THAT(rankFindings(*checkpoint), testing::IsEmpty());
    ASSERT_EQ(checkpoint->tensors.size(), 2U);
    EXPECT_EQ(bytesOf(checkpoint, *findTensor(*checkpoint, "w"), 0, 7), floats({1, 2, 5, 6, 1, 2, 3}));
    EXPECT_EQ(bytesOf(checkpoint, *findTensor(*checkpoint, "both"), 0, 4), same);
}

TEST(TorchRanks, SaysWhereFilesContradictOneAnother)
{
    const std::vector<RankPlace> two{{0, 2, 0}, {2, 2, 1}};
    const std::vector<RankPlace> three{{0, 2, 0}, {2, 1, 1}, {3, 1, 2}};
    const std::string numbers = floats({1, 2, 3, 4});
    struct Case {
        std::string second; ///< the pickled object of the second file
        std::string others; ///< the second file's storage "1"
        std::string finding;
    };
    const std::string first = rankDictionary({{"w", rankSharded(4, {two[0]}, two)}, {"both", rankTensor("1", 4)}});
    const auto second = [](const std::string& sharded, std::uint32_t count) {
        return rankDictionary({{"w", sharded}, {"both", rankTensor("1", count)}});
    };
    for (const Case& one : {
             Case{second(rankSharded(4, {two[1]}, two), 4), floats({0, 0, 0, 1}),
                 "shard-tensor-differs rank_1.pt: tensor \"both\" differs between \"rank_0.pt\" and \"rank_1.pt\""},
             Case{second(rankSharded(4, {two[1]}, two), 3), {},
                 "shard-tensor-differs rank_1.pt: tensor \"both\" differs between \"rank_0.pt\" and \"rank_1.pt\""},
             Case{second(rankSharded(4, {three[1]}, three), 4), {},
                 "shard-other-save rank_1.pt: tensor \"w\" is of shape [4] in 2 pieces in \"rank_0.pt\", but of shape "
                 "[4] in 3 pieces in \"rank_1.pt\""},
             Case{second(rankSharded(4, {three[1]}, three), 4), {}, "shard-missing rank_2.pt"},
             Case{second(rankSharded(9, {two[1]}, two), 4), {}, "shard-other-save rank_1.pt"},
             Case{rankDictionary({{"w", rankTensor("0", 4)}}), {},
                 "sharding-info rank_0.pt: tensor \"w\" is a whole tensor in one of"},
         }) {
        TemporaryFolder folder;
        folder.write("rank_0.pt", rankArchive(first, numbers));
        folder.write("rank_1.pt", rankArchive(one.second, numbers, one.others));
        const auto checkpoint = open(folder.path());
        ASSERT_TRUE(checkpoint);
        EXPECT_THAT(rankFindings(*checkpoint), testing::Contains(testing::StartsWith(one.finding)));
    }
}

/// All pieces of a tensor are in the missing file.
TEST(TorchRanks, NamesATensorOfWhichNoFileHasAPiece)
{
    const std::vector<RankPlace> all{{0, 2, 0}};
    TemporaryFolder folder;
    folder.write("rank_1.pt", rankArchive(rankDictionary({{"w", rankSharded(2, {}, all)}}), floats({1, 2, 3, 4})));
    folder.write("rank_2.pt", rankArchive(rankDictionary({{"w", rankSharded(2, {}, all)}}), floats({1, 2, 3, 4})));
    const auto checkpoint = open(folder.path());
    ASSERT_TRUE(checkpoint);
    EXPECT_THAT(rankFindings(*checkpoint),
        testing::Contains(testing::HasSubstr("tensor \"w\" of shape [2] is not shown: no file has a piece of it")));
}

/// The parameters inside an FSDP flat parameter have no names. A sharded flat parameter is put together; if it is a
/// plain tensor, nothing says which part of it a file has.
TEST(TorchRanks, NamesFlatParameters)
{
    const std::vector<RankPlace> two{{0, 2, 0}, {2, 2, 1}};
    const std::string numbers = floats({1, 2, 3, 4});
    const std::string name = "layers.0._flat_param";
    TemporaryFolder sharded;
    TemporaryFolder plain;
    for (std::size_t rank = 0; rank < 2; ++rank) {
        const std::string file = "rank_" + std::to_string(rank) + ".pt";
        sharded.write(file, rankArchive(rankDictionary({{name, rankSharded(4, {two[rank]}, two)}}), numbers));
        plain.write(file, rankArchive(rankDictionary({{name, rankTensor("0", 2)}}), numbers));
    }
    for (const auto& path : {sharded.path(), plain.path() / "rank_0.pt"}) {
        const auto checkpoint = open(path);
        ASSERT_TRUE(checkpoint);
        EXPECT_THAT(rankFindings(*checkpoint), testing::IsEmpty());
        const auto note = std::ranges::find(checkpoint->findings.list(), "flat-parameter", &Finding::code);
        ASSERT_NE(note, checkpoint->findings.list().end());
        EXPECT_EQ(note->tensor, name);
        EXPECT_THAT(note->message, testing::HasSubstr("FULL_STATE_DICT"));
    }
    EXPECT_EQ(bytesOf(open(sharded.path()), 0, 0, 4), floats({1, 2, 1, 2}));
    const auto folder = openCheckpoint(plain.path(), Work());
    ASSERT_FALSE(folder);
    EXPECT_EQ(folder.error().code, ErrorCode::InvalidArgument);
    EXPECT_THAT(folder.error().message, testing::HasSubstr("one file of each of 2 processes, but rank_0.pt"));
    EXPECT_THAT(folder.error().message, testing::HasSubstr("torch.distributed.checkpoint"));
}

TEST(TorchRanks, TakesNoOtherNamesForProcesses)
{
    for (const auto& [first, second] : {std::pair("frank1.pt", "frank2.pt"), std::pair("rank_1.pt", "other_rank_2.pt"),
             std::pair("rank_1.pt", "rank_2.bin"), std::pair("rank_1.pt", "rank_01.pt")}) {
        TemporaryFolder folder;
        folder.write(first, sampleOf(0));
        folder.write(second, sampleOf(1));
        const auto several = openCheckpoint(folder.path(), Work());
        ASSERT_FALSE(several) << first;
        EXPECT_THAT(several.error().message, testing::HasSubstr("several checkpoints")) << first;
    }
}

} // namespace loupe::test
