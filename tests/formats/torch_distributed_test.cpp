// Folders that torch.distributed.checkpoint wrote, and damaged ones, compared with their manifest.

#include "numpy_files.h"

#include "core/elements.h"
#include "core/incomplete_tensors.h"
#include "core/text/text.h"
#include "formats/opening/unread_parts.h"
#include "formats/storages/decompression.h"
#include "formats/torch/dcp/dcp_item.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace loupe::test {

namespace {

using namespace std::string_literals;
using nlohmann::json;

struct DistributedFolder {
    std::filesystem::path path;
    json expected;
    friend void PrintTo(const DistributedFolder& sample, std::ostream* out) { *out << sample.path; }
};

/// The folders whose metadata this reader can read.
std::vector<DistributedFolder> distributedFolders()
{
    std::vector<DistributedFolder> all;
    const json manifest = readJson("torch-dcp/manifest.json");
    for (const json& checkpoint : manifest["checkpoints"]) {
        std::filesystem::path path = dataPath("torch-dcp/" + checkpoint["folder"].get<std::string>());
        if (checkpoint.contains("checkpoint_folder"))
            path /= checkpoint["checkpoint_folder"].get<std::string>();
        if (std::filesystem::exists(path / ".metadata") || std::filesystem::exists(path / "__0.metadata"))
            all.push_back({path, checkpoint});
    }
    return all;
}

/// Translates the manifest's codes into ours.
std::string codeOf(const std::string& code)
{
    if (code == "missing-file")
        return "companion-missing";
    return code == "unexpected-global" ? "import-unknown" : code;
}

/// Whether items are compressed or encoded, so that their bytes differ from those of the tensors.
bool isTransformed(const DistributedFolder& folder)
{
    const std::string name = folder.path.filename().string();
    return name == "syn-2.9-zstd" || name == "syn-2.9-rot13";
}

// Hand-written metadata, in opcodes of protocol 2.

std::string textOf(const std::string& text)
{
    const auto size = static_cast<std::uint32_t>(text.size());
    return 'X' + std::string(reinterpret_cast<const char*>(&size), sizeof size) + text;
}

std::string numberOf(std::uint32_t number)
{
    return 'J' + std::string(reinterpret_cast<const char*>(&number), sizeof number);
}

std::string dictionaryOf(const std::vector<std::pair<std::string, std::string>>& items)
{
    std::string all = "}(";
    for (const auto& [key, value] : items)
        all += key + value;
    return all + 'u';
}

/// An object of a class in torch.distributed.checkpoint.
std::string objectOf(
    const std::string& module, const std::string& name, const std::vector<std::pair<std::string, std::string>>& fields)
{
    std::vector<std::pair<std::string, std::string>> items;
    for (const auto& [key, value] : fields)
        items.emplace_back(textOf(key), value);
    return "ctorch.distributed.checkpoint." + module + '\n' + name + "\n)\x81" + dictionaryOf(items) + 'b';
}

std::string metadataOf(const std::vector<std::pair<std::string, std::string>>& entries,
    const std::vector<std::pair<std::string, std::string>>& stored)
{
    return "\x80\x02"
        + objectOf("metadata", "Metadata",
            {{"state_dict_metadata", dictionaryOf(entries)}, {"storage_data", dictionaryOf(stored)}})
        + '.';
}

/// The tensor's index, or the number of tensors if there is none.
std::uint32_t indexOf(const Checkpoint& checkpoint, const std::string& name)
{
    const auto found = std::ranges::find(checkpoint.tensors, name, &Tensor::name);
    return static_cast<std::uint32_t>(found - checkpoint.tensors.begin());
}

/// Describes the content and findings of an item.
std::string describe(const Result<torch::DcpItem>& item)
{
    if (!item)
        return describe(item.error());
    if (item->form)
        return std::string(dtypeName(item->form->dtype)) + formatShape(item->form->shape)
            + formatByteRange(item->form->values);
    std::string text;
    for (const Tensor& tensor : item->content->tensors) {
        text += std::string(dtypeName(tensor.dtype)) + formatShape(tensor.shape) + formatByteRange(tensor.bytes)
            + (tensor.storage ? " decoded" : "");
    }
    for (const Finding& finding : item->content->findings.list()) {
        if (finding.severity != Severity::Note || finding.code == "import-unknown")
            text += '\n' + std::string(finding.code) + ": " + finding.message;
    }
    return text;
}

torch::DcpStored storedAt(std::uint64_t begin, std::uint64_t end)
{
    torch::DcpStored stored;
    stored.begins = std::span<const std::uint64_t>();
    stored.range = ByteRange{begin, end};
    return stored;
}

} // namespace

class DistributedSample : public testing::TestWithParam<DistributedFolder> { };

TEST_P(DistributedSample, GivesEachTensorWhole)
{
    const json& expected = GetParam().expected;
    const json none = json::array();
    const json& unreadable =
        expected.contains("unreadable") && !expected["unreadable"].is_null() ? expected["unreadable"] : none;
    const bool isOfRanks = std::filesystem::exists(GetParam().path / "__0.metadata");
    for (const auto& path : {GetParam().path, GetParam().path / (isOfRanks ? "__2.metadata" : ".metadata")}) {
        const auto checkpoint = open(path);
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(checkpoint->format, "torch");
        EXPECT_EQ(checkpoint->variant, "distributed");
        EXPECT_EQ(checkpoint->tensors.size(), expected["tensors"].size() + unreadable.size());
        for (const json& tensor : expected["tensors"]) {
            const auto name = tensor["name"].get<std::string>();
            const std::uint32_t index = indexOf(*checkpoint, name);
            ASSERT_LT(index, checkpoint->tensors.size()) << name;
            EXPECT_EQ(checkpoint->dtypeName(index), tensor["dtype"].get<std::string>()) << name;
            const auto shape = checkpoint->tensors[index].shape;
            EXPECT_EQ(std::vector<std::uint64_t>(shape.begin(), shape.end()),
                tensor["shape"].get<std::vector<std::uint64_t>>())
                << name;
            EXPECT_EQ(sha256Of(*checkpoint, index), tensor["sha256"].get<std::string>()) << name;
            if (!isTransformed(GetParam())) {
                EXPECT_EQ(fileBytes(checkpoint->tensors[index]), tensor["nbytes"].get<std::uint64_t>()) << name;
            }
        }
        for (const json& name : unreadable) {
            const std::uint32_t index = indexOf(*checkpoint, name.get<std::string>());
            ASSERT_LT(index, checkpoint->tensors.size()) << name;
            EXPECT_FALSE(Elements::open(checkpoint, index)) << name;
        }
    }
}

TEST_P(DistributedSample, HasTheExpectedFindings)
{
    std::set<std::string> expected;
    for (const json& finding : GetParam().expected["expected_findings"])
        expected.insert(codeOf(finding["code"].get<std::string>()));
    const auto checkpoint = open(GetParam().path);
    ASSERT_TRUE(checkpoint);
    std::set<std::string> found;
    for (const Finding& finding : checkpoint->findings.list()) {
        if (finding.severity == Severity::Note)
            continue;
        found.insert(std::string(finding.code));
        if (!finding.aboutTensor)
            continue;
        const auto& all = GetParam().expected["expected_findings"];
        EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const json& one) {
            return one["code"] == finding.code && one["subject"] == finding.tensor;
        })) << finding.message;
    }
    EXPECT_EQ(found, expected);
}

INSTANTIATE_TEST_SUITE_P(Samples, DistributedSample, testing::ValuesIn(distributedFolders()));

TEST(TorchDistributed, HasSamplesOfEachKind)
{
    EXPECT_GE(distributedFolders().size(), 28U);
}

TEST(TorchDistributed, OpensFromOneOfItsPieces)
{
    const auto checkpoint = open(dataPath("torch-dcp/real-1.13-4ranks/__2_0.distcp"));
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->tensors.size(), 13U);
}

/// A file in Megatron-LM's folder of checkpoints names the latest one.
TEST(TorchDistributed, OpensTheLatestIteration)
{
    const auto checkpoint = open(dataPath("torch-dcp/megatron-torch-dist"));
    ASSERT_TRUE(checkpoint);
    const auto expected = open(dataPath("torch-dcp/megatron-torch-dist/iter_0000040"));
    ASSERT_TRUE(expected);
    ASSERT_GE(expected->tensors.size(), 1U);
    EXPECT_EQ(checkpoint->tensors.size(), expected->tensors.size());

    struct Case {
        std::string text;
        std::string folder;
        bool opens;
    };
    const Case cases[] = {{"40\n", "iter_0000040", true}, {"12345678", "iter_12345678", true},
        {"release", "release", true}, {"41", "iter_0000040", false}, {"../iter", "iter", false}, {"", "iter_", false},
        {"-1", "iter_-1", false}, {std::string(40, '1'), "iter_" + std::string(40, '1'), false}};
    const std::string metadata = readFile(dataPath("torch-dcp/megatron-torch-dist/iter_0000040/.metadata"));
    for (const Case& one : cases) {
        TemporaryFolder folder;
        std::filesystem::create_directory(folder.path() / one.folder);
        folder.write(one.folder + "/.metadata", metadata);
        folder.write("latest_checkpointed_iteration.txt", one.text);
        const auto opened = openCheckpoint(folder.path());
        EXPECT_EQ(opened.has_value(), one.opens) << one.text;
    }
}

TEST(TorchDistributed, ShowsOtherObjectsAsMetadata)
{
    const auto checkpoint = open(dataPath("torch-dcp/real-1.13-4ranks"));
    ASSERT_TRUE(checkpoint && checkpoint->metadata);
    std::map<std::string, std::string> values;
    for (const auto& [key, value] : *checkpoint->metadata)
        values.emplace(key, value.shown());
    EXPECT_EQ(values["args.lr"], "0.1");
    EXPECT_EQ(values["args.name"], "run");
}

TEST(TorchDistributed, SaysThatTheMetadataIsMissing)
{
    for (const char* const path : {"bad-no-metadata", "bad-no-metadata/__0_0.distcp", "bad-metadata-tmp"}) {
        const auto checkpoint = openCheckpoint(dataPath("torch-dcp/" + std::string(path)));
        ASSERT_FALSE(checkpoint) << path;
        EXPECT_EQ(checkpoint.error().code, ErrorCode::NotFound);
        EXPECT_NE(checkpoint.error().message.find(".metadata"), std::string::npos) << checkpoint.error().message;
    }
}

/// PaddlePaddle uses the same suffixes for other content.
TEST(TorchDistributed, NamesTheCheckpointsOfPaddlePaddle)
{
    TemporaryFolder folder;
    for (const char* const name : {"0.metadata", "0_0.distcp", "1_0.distcp"})
        folder.write(name, std::string("\x80\x04N."));
    for (const auto& path : {folder.path(), folder.path() / "0_0.distcp"}) {
        const auto checkpoint = openCheckpoint(path);
        ASSERT_FALSE(checkpoint);
        EXPECT_EQ(checkpoint.error().code, ErrorCode::Unsupported);
        EXPECT_NE(checkpoint.error().message.find("PaddlePaddle"), std::string::npos) << checkpoint.error().message;
    }
}

/// Each process lists its own pieces. Pieces that all processes list count once.
TEST(TorchDistributed, PutsTheMetadataOfAllProcessesTogether)
{
    const auto sample = dataPath("torch-dcp/syn-2.9-rank-local");
    TemporaryFolder folder;
    for (const auto& file : std::filesystem::directory_iterator(sample))
        std::filesystem::copy_file(file.path(), folder.path() / file.path().filename());
    EXPECT_TRUE(open(folder.path())->findings.referenceAccepts());
    EXPECT_EQ(open(folder.path() / "__3_0.distcp")->tensors.size(), 2U);
    std::filesystem::rename(folder.path() / "__3.metadata", folder.path() / "kept");
    const auto last = open(folder.path()); // only the piece shows that there was a fourth process
    EXPECT_TRUE(hasFinding(*last, "metadata-missing")) << codes(*last);
    EXPECT_FALSE(unreadParts(*last).empty()) << "a conversion would lose what only that process had";
    const auto left = std::ranges::find(last->findings.list(), "unreferenced-file", &Finding::code);
    ASSERT_NE(left, last->findings.list().end());
    EXPECT_NE(left->message.find("the list of its process, \"__3.metadata\", is missing"), std::string::npos)
        << left->message;
    std::filesystem::rename(folder.path() / "kept", folder.path() / "__3.metadata");

    std::filesystem::copy_file(sample / "__2.metadata", folder.path() / "__4.metadata");
    EXPECT_TRUE(open(folder.path())->findings.referenceAccepts()) << "the same pieces again";
    std::filesystem::remove(folder.path() / "__4.metadata");

    const std::string second = readFile(sample / "__2.metadata");
    std::string other = second;
    const std::size_t id = other.find("6f1c1c9e");
    ASSERT_NE(id, std::string::npos);
    other[id] = '7';
    folder.write("__2.metadata", other);
    EXPECT_TRUE(hasFinding(*open(folder.path()), "metadata-save"));
    folder.write("__2.metadata", second.substr(0, second.size() / 2));
    EXPECT_TRUE(hasFinding(*open(folder.path()), "pickle-broken")) << codes(*open(folder.path()));

    std::filesystem::remove(folder.path() / "__2.metadata");
    const auto checkpoint = open(folder.path());
    EXPECT_TRUE(hasFinding(*checkpoint, "metadata-missing")) << codes(*checkpoint);
    EXPECT_TRUE(hasFinding(*checkpoint, "chunk-gap")) << codes(*checkpoint);
    EXPECT_FALSE(checkpoint->findings.referenceAccepts());
}

/// Each process writes a file with torch.save. A tensor in it is that process's piece.
TEST(TorchDistributed, SaysThatATensorIsAPieceOfAShardedOne)
{
    const json manifest = readJson("torch-dcp/manifest.json");
    const auto& all = manifest["checkpoints"];
    const auto expected =
        std::ranges::find_if(all, [](const json& one) { return one["folder"] == "real-1.13-sharded-tensor-pt"; });
    ASSERT_NE(expected, all.end());
    std::map<std::string, std::uint64_t> elements;
    for (int rank = 0; rank < 4; ++rank) {
        const auto checkpoint =
            open(dataPath("torch-dcp/real-1.13-sharded-tensor-pt/rank_" + std::to_string(rank) + ".pt"));
        ASSERT_TRUE(checkpoint);
        EXPECT_FALSE(hasFinding(*checkpoint, "tensor-elsewhere")) << codes(*checkpoint);
        for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
            elements[std::string(checkpoint->tensors[i].name)] += checkpoint->tensors[i].elements();
            EXPECT_TRUE(Elements::open(checkpoint, i));
        }
        const auto& findings = checkpoint->findings.list();
        const auto said = std::ranges::count(findings, std::string_view("tensor-sharded"), &Finding::code);
        EXPECT_EQ(said, static_cast<std::ptrdiff_t>((*expected)["tensors"].size()));
        if (rank > 0)
            continue;
        const auto first = std::ranges::find(findings, std::string_view("tensor-sharded"), &Finding::code);
        ASSERT_NE(first, findings.end());
        EXPECT_EQ(first->tensor, "embed.weight");
        EXPECT_NE(first->message.find("ShardedTensor of shape [10, 7] in 4 pieces, of which this file has a piece of "
                                      "shape [3, 7] at [0, 0]."),
            std::string::npos)
            << first->message;
    }
    for (const json& tensor : (*expected)["tensors"]) {
        std::uint64_t whole = 1;
        for (const json& size : tensor["shape"])
            whole *= size.get<std::uint64_t>();
        EXPECT_EQ(elements[tensor["name"].get<std::string>()], whole) << tensor["name"];
    }
}

/// Some of the bytes exist, so the reason is not that all are missing.
TEST(TorchDistributed, SaysWhyATensorHasNoValues)
{
    for (const auto& [folder, name, why] :
        {std::tuple("bad-chunk-gap", "beta.weight", "elements, of which its chunks have at most"),
            std::tuple("bad-item-shape", "gamma.weight", "shape")}) {
        const auto checkpoint = open(dataPath(std::string("torch-dcp/") + folder));
        ASSERT_TRUE(checkpoint);
        const std::uint32_t index = indexOf(*checkpoint, name);
        const auto elements = Elements::open(checkpoint, index);
        ASSERT_FALSE(elements);
        EXPECT_THAT(elements.error().message,
            testing::AllOf(testing::StartsWith("tensor \"" + std::string(name) + "\" has no values: it has"),
                testing::HasSubstr(why)));
        const auto incomplete = incompleteTensors(*checkpoint);
        ASSERT_EQ(incomplete.size(), 1U);
        EXPECT_EQ(incomplete.front().tensor, index);
        EXPECT_THAT(missingText(*checkpoint, incomplete.front()),
            testing::AllOf(testing::StartsWith("without values: it has"), testing::HasSubstr(why)));
    }
}

/// The existing file has half of each matrix: 4 rows of 3 F32, and 2 rows of 6 BF16.
TEST(TorchDistributed, PiecesOfATensorThatLacksOthersAreNoHoles)
{
    const auto checkpoint = open(dataPath("torch-dcp/bad-missing-file"));
    ASSERT_TRUE(checkpoint);
    std::multiset<std::uint64_t> pieces;
    for (std::uint32_t file = 0; file < checkpoint->files.size(); ++file) {
        for (const Region& region : tileRegions(*checkpoint, file)) {
            EXPECT_NE(region.kind, RegionKind::Hole) << region.range.begin;
            if (region.kind == RegionKind::Content)
                pieces.insert(region.range.size());
        }
    }
    EXPECT_TRUE(pieces.contains(4 * 3 * 4));
    EXPECT_TRUE(pieces.contains(2 * 6 * 2));
}

/// The other file should have 4 of 8 rows of 3 F32, and 2 of 4 rows of 6 BF16.
TEST(TorchDistributed, SaysWhatAMissingOrAnEmptyFileLacks)
{
    for (const bool isMissing : {true, false}) {
        TemporaryFolder folder;
        for (const char* name : {".metadata", "__0_0.distcp"})
            folder.write(name, readFile(dataPath("torch-dcp/bad-missing-file") / name));
        if (!isMissing)
            folder.write("__1_0.distcp", "");
        const auto checkpoint = open(folder.path());
        ASSERT_TRUE(checkpoint);
        std::vector<const Finding*> errors;
        for (const Finding& finding : checkpoint->findings.list()) {
            if (finding.severity == Severity::Error)
                errors.push_back(&finding);
        }
        ASSERT_EQ(errors.size(), 1U) << codes(*checkpoint);
        const Finding& finding = *errors.front();
        EXPECT_EQ(finding.code, isMissing ? "companion-missing" : "item-out-of-file");
        EXPECT_EQ(checkpoint->files[finding.file].path.filename(), "__1_0.distcp");
        EXPECT_THAT(finding.message,
            testing::AllOf(testing::StartsWith("\"__1_0.distcp\""),
                testing::HasSubstr("72 bytes of 2 tensors (\"alpha.weight\", \"beta.weight\")")));
        EXPECT_EQ(finding.affectedCount, 2U);
        EXPECT_THAT(finding.affected,
            testing::UnorderedElementsAre(AffectedTensor{.name = "alpha.weight", .bytes = 48, .missing = 48},
                AffectedTensor{.name = "beta.weight", .bytes = 24, .missing = 24}));

        std::vector<std::string> texts;
        for (const IncompleteTensor& incomplete : incompleteTensors(*checkpoint)) {
            texts.push_back(
                std::string(checkpoint->tensors[incomplete.tensor].name) + ": " + missingText(*checkpoint, incomplete));
            const auto elements = Elements::open(checkpoint, incomplete.tensor);
            ASSERT_FALSE(elements);
            EXPECT_EQ(elements.error().code, ErrorCode::PastTheEnd);
            EXPECT_THAT(elements.error().message, testing::HasSubstr(missingText(incomplete)));
        }
        EXPECT_THAT(texts,
            testing::UnorderedElementsAre(
                "alpha.weight: 48 of 96 bytes missing", "beta.weight: 24 of 48 bytes missing"));
        EXPECT_TRUE(Elements::open(checkpoint, indexOf(*checkpoint, "gamma.weight")));
    }
}

/// Loading a tensor's item with torch.load runs its imports, as with any other item.
TEST(TorchDistributed, TellsWhatTheItemOfATensorWouldRun)
{
    const std::string file = readFile(dataPath("torch/hostile-os-system.pt"));
    const std::string zero = "K\0\x85"s;
    const std::string one = "K\1\x85";
    const std::string chunk = objectOf("metadata", "ChunkStorageMetadata", {{"offsets", zero}, {"sizes", one}});
    TemporaryFolder folder;
    folder.write("a.distcp", file);
    const auto checkpoint = open(folder.write(".metadata",
        metadataOf({{textOf("w"),
                       objectOf("metadata", "TensorStorageMetadata", {{"size", one}, {"chunks", "](" + chunk + 'e'}})}},
            {{objectOf("metadata", "MetadataIndex", {{"fqn", textOf("w")}, {"offset", zero}}),
                objectOf("filesystem", "_StorageInfo",
                    {{"relative_path", textOf("a.distcp")}, {"offset", numberOf(0)},
                        {"length", numberOf(static_cast<std::uint32_t>(file.size()))}})}})));
    ASSERT_TRUE(checkpoint);
    const auto found = std::ranges::find(checkpoint->findings.list(), "import-unknown", &Finding::code);
    ASSERT_NE(found, checkpoint->findings.list().end()) << codes(*checkpoint);
    EXPECT_EQ(found->tensor, "w");
    EXPECT_NE(found->message.find("os.system"), std::string::npos) << found->message;
}

/// torch would load the same values for both halves.
TEST(TorchDistributed, RefusesTwoPiecesOfATensorInTheSameBytes)
{
    const std::string file = readFile(dataPath("torch-dcp/real-1.13-4ranks/__1_0.distcp")).substr(0, 811);
    const auto place = [&](const std::string& name, const std::string& offset) {
        return std::pair(objectOf("metadata", "MetadataIndex", {{"fqn", textOf(name)}, {"offset", offset}}),
            objectOf("filesystem", "_StorageInfo",
                {{"relative_path", textOf("a.distcp")}, {"offset", numberOf(0)},
                    {"length", numberOf(static_cast<std::uint32_t>(file.size()))}}));
    };
    const auto entry = [](const std::string& name, const std::string& size, const std::vector<std::string>& begins) {
        std::string chunks = "](";
        for (const std::string& begin : begins)
            chunks += objectOf("metadata", "ChunkStorageMetadata", {{"offsets", begin}, {"sizes", "K\x15\x85"}});
        return std::pair(
            textOf(name), objectOf("metadata", "TensorStorageMetadata", {{"size", size}, {"chunks", chunks + 'e'}}));
    };
    const std::string zero = "K\0\x85"s;
    const std::string half = "K\x15\x85";
    for (const bool isOne : {true, false}) {
        TemporaryFolder folder;
        folder.write("a.distcp", file);
        const auto checkpoint = open(folder.write(".metadata",
            isOne ? metadataOf({entry("w", "K*\x85", {zero, half})}, {place("w", zero), place("w", half)})
                  : metadataOf(
                      {entry("v", half, {zero}), entry("w", half, {zero})}, {place("v", zero), place("w", zero)})));
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(hasFinding(*checkpoint, "pieces-share-bytes"), isOne) << codes(*checkpoint);
        EXPECT_EQ(hasFinding(*checkpoint, "items-share-bytes"), !isOne) << codes(*checkpoint);
    }
}

/// A thousand tensors refer to one list of a thousand chunks, so 20 KB describe a million chunks.
TEST(TorchDistributed, ReadsNoMoreChunksThanItsMetadataHasRoomFor)
{
    constexpr int many = 1000;
    const std::string chunk =
        objectOf("metadata", "ChunkStorageMetadata", {{"offsets", "K\0\x85"s}, {"sizes", "K\1\x85"}});
    std::string chunks = "](" + chunk + "q\1";
    for (int i = 1; i < many; ++i)
        chunks += "h\1";
    const std::string tensor =
        objectOf("metadata", "TensorStorageMetadata", {{"size", "K\1\x85"}, {"chunks", chunks + 'e'}}) + "q\2";
    std::vector<std::pair<std::string, std::string>> entries;
    for (int i = 0; i < many; ++i)
        entries.emplace_back(textOf(std::to_string(i)), i == 0 ? tensor : "h\2");
    TemporaryFolder folder;
    const auto checkpoint = open(folder.write(".metadata", metadataOf(entries, {})));
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->variant, "distributed");
    EXPECT_TRUE(hasFinding(*checkpoint, "object-too-large")) << codes(*checkpoint);
    EXPECT_GE(checkpoint->tensors.size(), 1U);
    EXPECT_LE(checkpoint->tensors.size(), 3U);
}

/// torch reads the metadata with pickle.load, which calls any function that it names.
TEST(TorchDistributed, AllowsGetattrAndPathsOnlyAsCheckpointsUseThem)
{
    const std::string getattr = "cbuiltins\ngetattr\n";
    const std::string pathClass = "cpathlib\nPosixPath\n";
    const std::string path = pathClass + textOf("x") + "\x85R";
    const std::string enumeration = "ctorch.distributed.checkpoint.metadata\n_MEM_FORMAT_ENCODING\n";
    const std::string member = getattr + enumeration + textOf("TORCH_CONTIGUOUS_FORMAT") + "\x86R";
    struct Case {
        std::string value;
        std::string what; ///< expected in the finding; empty if the value is harmless
    };
    const std::vector<Case> cases{
        {member, {}},
        {path, {}},
        {"](" + path + member + 'e', {}},
        {getattr + path + textOf("write_text") + "\x86R" + textOf("text") + "\x85R", "write_text"},
        {"](" + member + getattr + path + textOf("write_text") + "\x86Re", "write_text"},
        {getattr + pathClass + textOf("TORCH_X") + "\x86R", "getattr"},
        {getattr + enumeration + textOf("__class__") + "\x86R", "__class__"},
        {getattr + enumeration + "\x85R", "getattr"},
        {getattr + enumeration + textOf("TORCH_X") + textOf("y") + "\x87R", "getattr"},
        {"](" + getattr + 'e', "builtins.getattr"},
        {"ctorch._tensor\n_rebuild_from_type_v2\n(" + getattr + "NN}tR", "builtins.getattr"},
        {pathClass + path + "\x85R", "pathlib.PosixPath"},
        {pathClass + "\x85", "pathlib.PosixPath"},
    };
    TemporaryFolder folder;
    for (const auto& [value, what] : cases) {
        const auto checkpoint = open(folder.write(".metadata",
            "\x80\x02"
                + objectOf("metadata", "Metadata",
                    {{"state_dict_metadata", "}"}, {"storage_data", "}"}, {"planner_data", value}})
                + '.'));
        ASSERT_TRUE(checkpoint);
        EXPECT_FALSE(hasFinding(*checkpoint, "pickle-broken")) << codes(*checkpoint) << value;
        std::string found;
        for (const Finding& finding : checkpoint->findings.list())
            found += finding.code == "import-unknown" ? finding.message + '\n' : std::string();
        EXPECT_EQ(found.empty(), what.empty()) << value << found;
        EXPECT_NE(found.find(what), std::string::npos) << value << found;
    }
}

/// Repeats a single index, at 4 bytes per entry.
TEST(TorchDistributed, ReadsNoMoreStoredItemsThanItsMetadataHasRoomFor)
{
    std::vector<std::pair<std::string, std::string>> stored{
        {objectOf("metadata", "MetadataIndex", {{"fqn", textOf("w")}, {"offset", "K\0\x85"s}}) + "q\1",
            objectOf("filesystem", "_StorageInfo", {{"relative_path", textOf("a.distcp")}}) + "q\2"}};
    stored.resize(10'000, {"h\1", "h\2"});
    TemporaryFolder folder;
    const auto checkpoint = open(folder.write(".metadata", metadataOf({}, stored)));
    ASSERT_TRUE(checkpoint);
    EXPECT_TRUE(hasFinding(*checkpoint, "object-too-large")) << codes(*checkpoint);
}

/// A thousand objects are stored in the same bytes, which would be read a thousand times.
TEST(TorchDistributed, ReadsNoMoreItemsThanItsFilesHaveBytes)
{
    const std::string file = readFile(dataPath("torch-dcp/syn-2.9-grid/__0_0.distcp"));
    std::vector<std::pair<std::string, std::string>> entries;
    std::vector<std::pair<std::string, std::string>> stored;
    for (int i = 0; i < 1000; ++i) {
        const std::string name = textOf(std::to_string(i));
        entries.emplace_back(name, objectOf("metadata", "BytesStorageMetadata", {}));
        stored.emplace_back(objectOf("metadata", "MetadataIndex", {{"fqn", name}}),
            objectOf("filesystem", "_StorageInfo",
                {{"relative_path", textOf("a.distcp")}, {"offset", numberOf(0)},
                    {"length", numberOf(static_cast<std::uint32_t>(file.size()))}}));
    }
    TemporaryFolder folder;
    folder.write("a.distcp", file);
    const auto checkpoint = open(folder.write(".metadata", metadataOf(entries, stored)));
    ASSERT_TRUE(checkpoint);
    std::size_t refused = 0;
    for (const Finding& finding : checkpoint->findings.list())
        refused += finding.code == "item-too-many" ? 1 : 0;
    EXPECT_EQ(refused, 998U); // all except the first ones, which already fill twice the file's size
}

/// Items often differ only in their values, so the reader compares a new item with the first one. For every changed
/// byte, it must give the same result as a reader without the first item.
TEST(TorchDistributed, TakesAnItemForLikeAnotherOnlyWhereItIs)
{
    const std::string item = readFile(dataPath("torch-dcp/real-1.13-4ranks/__1_0.distcp")).substr(0, 811);
    TemporaryFolder folder;
    std::size_t like = 0;
    for (std::size_t at = 0; at < item.size(); ++at) {
        std::string changed = item;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        const auto file = *Source::open(folder.write("a.distcp", item + changed), Source::Access::Read);
        torch::DcpItemReader knowing;
        ASSERT_TRUE(knowing.read(file, storedAt(0, item.size()), Work()));
        const auto second = knowing.read(file, storedAt(item.size(), 2 * item.size()), Work());
        torch::DcpItemReader other;
        const auto alone = other.read(file, storedAt(item.size(), 2 * item.size()), Work());
        ASSERT_EQ(describe(second), describe(alone)) << "byte " << at;
        like += second && second->form ? 1 : 0;
    }
    EXPECT_EQ(like, 84U); // 21 values of 4 bytes
}

TEST(TorchDistributed, UndoesTransformsInTheirOrder)
{
    using torch::dcpTransform;
    EXPECT_FALSE(dcpTransform({}).any());
    EXPECT_FALSE(dcpTransform({"stream.rot13/1", "stream.rot13/1"}).any());
    EXPECT_TRUE(dcpTransform({"stream.rot13/1", "stream.zstd/1"}).swapsFirst);
    EXPECT_TRUE(dcpTransform({"stream.zstd/1", "stream.rot13/1"}).swapsLast);
    EXPECT_EQ(dcpTransform({"stream.zstd/1", "stream.zstd@a/1"}).unknown, "stream.zstd@a/1");
    EXPECT_EQ(dcpTransform({"stream.zstd/1", "stream.zstd/1"}).unknown, "stream.zstd/1");
    EXPECT_EQ(dcpTransform({""}).unknown, "?");
}

TEST(TorchDistributed, UnpacksNoMoreThanItIsTold)
{
    if (!unpacksZstd())
        GTEST_SKIP() << "without zstd";
    // One frame that libzstd wrote, with the letters "ab" 50,000 times.
    const std::string frame(
        "\x28\xb5\x2f\xfd\xa0\xa0\x86\x01\x00\x55\x00\x00\x10\x61\x62\x01\x00\x9b\x86\xe5\x0e\x0b", 22);
    constexpr std::uint64_t size = 100'000;
    torch::DcpTransform transform;
    transform.isZstd = true;
    const auto unpack = [&](const std::string& bytes, std::uint64_t most) {
        TemporaryFolder folder;
        const auto file = *Source::open(folder.write("a", bytes));
        const auto unpacked =
            torch::unpackDcpItem(file, {0, bytes.size()}, transform, std::make_shared<KeptArrays>(), most, Work());
        if (!unpacked)
            return describe(unpacked.error());
        std::string text((*unpacked)->size(), '?');
        const auto read = (*unpacked)->read(0, std::as_writable_bytes(std::span(text)));
        return read ? text : describe(read.error());
    };
    std::string whole;
    while (whole.size() < size)
        whole += "ab";
    EXPECT_EQ(unpack(frame, size), whole);
    EXPECT_THAT(unpack(frame, size - 1), testing::HasSubstr("unpacked it has more than"));
    EXPECT_THAT(unpack(frame.substr(0, 20), size), testing::HasSubstr("cut off"));
    EXPECT_THAT(unpack(frame + "a", size), testing::HasSubstr("more than one zstd frame"));
    EXPECT_THAT(unpack("a" + frame, size), testing::HasSubstr("no valid zstd frame"));
    transform.swapsLast = true;
    std::ranges::replace(whole, 'a', 'A');
    std::ranges::replace(whole, 'b', 'B');
    EXPECT_EQ(unpack(frame, size), whole);
}

} // namespace loupe::test
