// Salvages tensors from truncated files. The manifests next to the samples were made by other programs, and have the
// position and values of each tensor.

#include "saving/salvage/salvage.h"

#include "analysis/digests/digest.h"
#include "formats/opening/open_checkpoint.h"
#include "formats/opening/registry.h"
#include "support/file_content.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

namespace loupe::test {

namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;

nlohmann::json manifestOf(const std::string& folder, const std::string& file)
{
    const auto manifest = nlohmann::json::parse(readFile(dataPath(folder + "/manifest.json")));
    for (const auto& entry : manifest["files"]) {
        if (entry["file"] == file)
            return entry;
    }
    ADD_FAILURE() << file << " is in no manifest";
    return {};
}

class SalvageTest : public testing::Test {
protected:
    /// Opens a file with the first `size` bytes of a sample.
    std::shared_ptr<const Checkpoint> openCut(const std::string& sample, std::uint64_t size) const
    {
        const std::string bytes = readFile(dataPath(sample)).substr(0, size);
        auto opened =
            openCheckpoint(m_folder.write(std::to_string(size) + '-' + fs::path(sample).filename().string(), bytes));
        EXPECT_TRUE(opened) << describe(opened.error());
        return opened ? *opened : nullptr;
    }

    /// The number of missing bytes of each tensor by name; 0 if complete.
    static std::map<std::string, std::uint64_t> missing(const Checkpoint& checkpoint)
    {
        std::map<std::string, std::uint64_t> found;
        const auto incomplete = incompleteTensors(checkpoint);
        for (std::uint32_t i = 0; i < checkpoint.tensors.size(); ++i) {
            const IncompleteTensor* const one = findIncomplete(incomplete, i);
            found[std::string(checkpoint.tensors[i].name)] = one ? one->missing : 0;
        }
        return found;
    }

    /// The SHA-256 of the values of each tensor that keepWhole() keeps, by name.
    static std::map<std::string, std::string> kept(const std::shared_ptr<const Checkpoint>& checkpoint)
    {
        Recipe recipe = copyOf(checkpoint, *findFormat("safetensors"));
        const std::size_t all = recipe.items.size();
        const auto left = keepWhole(recipe);
        EXPECT_TRUE(left) << describe(left.error());
        EXPECT_EQ(recipe.items.size() + (left ? left->size() : 0), all);
        EXPECT_EQ(recipe.leftOut.empty(), left && left->empty());
        std::map<std::string, std::string> digests;
        for (const RecipeItem& item : recipe.items) {
            const auto digest = digestTensor(*checkpoint, item.tensor, DigestAlgorithm::Sha256);
            EXPECT_TRUE(digest) << item.name << ": " << describe(digest.error());
            digests[item.name] = digest.value_or("");
        }
        return digests;
    }

    /// Writes NumPy's sample with a part of W's deflated data overwritten. The manifest has the position of that data.
    fs::path writeDamagedArchive() const
    {
        std::string bytes = readFile(dataPath("npz/deflated.npz"));
        const auto tensor = manifestOf("npz", "deflated.npz")["tensors"][0];
        EXPECT_EQ(tensor["name"], "W");
        const std::size_t end =
            tensor["member_data_offset"].get<std::size_t>() + tensor["compressed"].get<std::size_t>();
        constexpr std::size_t length = 60;
        bytes.replace(end - length, length, length, '\xff');
        return m_folder.write("damaged.npz", bytes);
    }

    TemporaryFolder m_folder;
};

TEST_F(SalvageTest, OfPlainFilesTheMissingBytesAreThoseBehindTheCut)
{
    for (const auto& [folder, file] : std::vector<std::pair<std::string, std::string>>{
             {"safetensors", "all-dtypes.safetensors"}, {"bintensors", "all-dtypes.bt"}, {"gguf", "llama-tiny.gguf"}}) {
        const auto manifest = manifestOf(folder, file);
        const auto& tensors = manifest.contains("tensors") ? manifest["tensors"] : manifest["tensors_in_file_order"];
        ASSERT_FALSE(tensors.empty());
        const std::uint64_t dataBegin = tensors.front()["file_offset"];
        const std::uint64_t size = manifest["bytes"];
        for (std::uint64_t cut = dataBegin; cut <= size; cut += 1 + (size - dataBegin) / 97) {
            const auto checkpoint = openCut(folder + '/' + file, cut);
            ASSERT_TRUE(checkpoint);
            std::map<std::string, std::uint64_t> expected;
            for (const auto& tensor : tensors) {
                const std::uint64_t begin = tensor["file_offset"];
                const std::uint64_t end = begin + tensor["nbytes"].get<std::uint64_t>();
                expected[tensor["name"]] = end - std::clamp(cut, begin, end);
            }
            ASSERT_EQ(missing(*checkpoint), expected) << file << " cut at " << cut;
        }
    }
}

/// Without the directory at the archive's end, members are found by their own headers. The expected ends of members are
/// from NumPy's zipfile.
TEST_F(SalvageTest, OfANumpyArchiveWhatStandsBeforeTheCutIsKept)
{
    const auto manifest = manifestOf("npz", "stored.npz");
    const std::uint64_t size = manifest["bytes"];
    for (std::uint64_t cut = 80; cut < size; cut += 7) {
        const auto checkpoint = openCut("npz/stored.npz", cut);
        ASSERT_TRUE(checkpoint);
        ASSERT_TRUE(checkpoint->findings.hasErrors());
        ASSERT_FALSE(checkpoint->findings.referenceAccepts());
        std::map<std::string, std::string> expected;
        for (const auto& tensor : manifest["tensors"]) {
            const std::uint64_t begin = tensor["member_data_offset"];
            if (begin + tensor["compressed"].get<std::uint64_t>() <= cut)
                expected[tensor["name"]] = tensor["sha256_c_order_le"];
        }
        ASSERT_EQ(kept(checkpoint), expected) << "cut at " << cut;
        for (const auto& tensor : manifest["tensors"]) {
            const std::uint64_t begin = tensor["file_offset"];
            const std::uint64_t end =
                tensor["member_data_offset"].get<std::uint64_t>() + tensor["compressed"].get<std::uint64_t>();
            if (begin <= cut && cut < end) {
                ASSERT_EQ(missing(*checkpoint)[tensor["name"]], end - cut) << "cut at " << cut;
            }
        }
    }
}

TEST_F(SalvageTest, OfDeflatedArraysThoseThatInflateAreKept)
{
    const auto manifest = manifestOf("npz", "deflated.npz");
    const std::uint64_t size = manifest["bytes"];
    for (std::uint64_t cut = 80; cut < size; cut += 3) {
        const auto checkpoint = openCut("npz/deflated.npz", cut);
        ASSERT_TRUE(checkpoint);
        std::map<std::string, std::string> expected;
        for (const auto& tensor : manifest["tensors"]) {
            const std::uint64_t begin = tensor["member_data_offset"];
            if (begin + tensor["compressed"].get<std::uint64_t>() <= cut)
                expected[tensor["name"]] = tensor["sha256_c_order_le"];
        }
        ASSERT_EQ(kept(checkpoint), expected) << "cut at " << cut;
    }
}

/// The sizes follow the data, in 16 bytes. The expected positions are from Python's zipfile, the digests are of the
/// values that NumPy reads.
TEST_F(SalvageTest, WhereSizesStandBehindTheDataItIsLookedThrough)
{
    const std::map<std::string, std::string> a{
        {"a", "29e1889124dc651e7bb488251123910767d042ae6dc47c280ec364655e24ab49"}};
    auto both = a;
    both["b"] = "092977d86764722166958b9307b445c3054aab39bd8f9dddc80363777cecc197";
    for (std::uint64_t cut = 36; cut < 406; ++cut) {
        const auto found = kept(openCut("npz/data-descriptors.npz", cut));
        ASSERT_EQ(found.contains("a"), cut >= 137 + 16) << "cut at " << cut;
        ASSERT_EQ(found.contains("b"), cut >= 266 + 16) << "cut at " << cut;
        if (cut >= 137 + 16) {
            ASSERT_EQ(found, cut >= 266 + 16 ? both : a) << "cut at " << cut;
        }
    }
}

/// PyTorch writes the size of each storage after its data, and the expected size in data.pkl.
TEST_F(SalvageTest, OfAPyTorchArchiveWhatStandsBeforeTheCutIsKept)
{
    const auto manifest = manifestOf("torch", "state-dict.pt");
    std::map<std::string, std::string> digests;
    for (const auto& tensor : manifest["tensors"])
        digests[tensor["name"]] = tensor["sha256_c_order_le"];
    std::uint64_t pickleEnd = 0;
    std::vector<std::uint64_t> ends; // the ends of storages
    for (const auto& member : manifest["members"]) {
        const std::uint64_t end = member["data_offset"].get<std::uint64_t>() + member["size"].get<std::uint64_t>();
        const std::string name = member["name"];
        if (name.ends_with("data.pkl"))
            pickleEnd = end + 16;
        else if (name.find("/data/") != std::string::npos)
            ends.push_back(end);
    }
    const std::uint64_t size = manifest["bytes"];
    std::size_t before = 0;
    for (std::uint64_t cut = pickleEnd; cut < size; cut += 13) {
        const auto checkpoint = openCut("torch/state-dict.pt", cut);
        ASSERT_TRUE(checkpoint);
        ASSERT_EQ(checkpoint->tensors.size(), digests.size()) << "the pickle names all of them";
        const auto found = kept(checkpoint);
        ASSERT_GE(found.size(), before) << "cut at " << cut;
        before = found.size();
        for (const auto& [name, digest] : found)
            ASSERT_EQ(digest, digests.at(name)) << name << " cut at " << cut;
        if (cut >= *std::max_element(ends.begin(), ends.end()) + 16) {
            ASSERT_EQ(found.size(), digests.size()) << "cut at " << cut;
        }
    }
    EXPECT_EQ(before, digests.size());
    // data/4, 16 bytes from offset 3,392 on, is f64. data/5 and everything after it is missing.
    const auto cut = missing(*openCut("torch/state-dict.pt", 3400));
    EXPECT_EQ(cut.at("f64"), 8U);
    EXPECT_EQ(cut.at("i8"), 6U);
    EXPECT_EQ(cut.at("fc.weight"), 0U);
}

/// The damage is in the deflated data of W, after its header. zlib cannot continue from there.
TEST_F(SalvageTest, ValuesThatCannotBeUnpackedAreLeftOutWithTheReason)
{
    const auto opened = openCheckpoint(writeDamagedArchive());
    ASSERT_TRUE(opened);
    const Recipe all = copyOf(*opened, *findFormat("safetensors"));
    ASSERT_EQ(all.items.size(), 8U);
    Recipe recipe = all;
    Progress progress;
    Work work;
    work.progress = &progress;
    const auto left = keepWhole(recipe, work);
    ASSERT_TRUE(left) << describe(left.error());
    ASSERT_EQ(left->size(), 1U);
    EXPECT_EQ(left->front().name, "W");
    EXPECT_EQ(left->front().why.code, ErrorCode::Malformed);
    EXPECT_FALSE(left->front().incomplete);
    EXPECT_EQ(recipe.leftOut, "1 incomplete tensor");
    EXPECT_EQ(recipe.items.size(), 7U);
    EXPECT_EQ(progress.total, salvageWork(all));
    EXPECT_GT(progress.total, 0U);
}

/// Flips a bit that decompression does not notice. NumPy's zipfile refuses the member because of the CRC-32 in the
/// archive's directory.
TEST_F(SalvageTest, ValuesThatAreNotThoseOfTheirDigestAreLeftOut)
{
    std::string bytes = readFile(dataPath("npz/stored.npz"));
    const auto tensor = manifestOf("npz", "stored.npz")["tensors"][0];
    bytes[tensor["member_data_offset"].get<std::size_t>() + tensor["compressed"].get<std::size_t>() - 1] ^= 1;
    const auto opened = openCheckpoint(m_folder.write("flipped.npz", bytes));
    ASSERT_TRUE(opened);
    Recipe recipe = copyOf(*opened, *findFormat("safetensors"));
    const std::size_t all = recipe.items.size();
    const auto left = keepWhole(recipe);
    ASSERT_TRUE(left) << describe(left.error());
    ASSERT_EQ(left->size(), 1U);
    EXPECT_EQ(left->front().name, tensor["name"].get<std::string>());
    EXPECT_THAT(left->front().why.message, testing::StartsWith("crc32 is "));
    EXPECT_EQ(recipe.items.size(), all - 1);
    EXPECT_THAT(recipe.damagedFiles, testing::ElementsAre(m_folder.path() / "flipped.npz"));
}

TEST_F(SalvageTest, WhatHasBeenReadIsNotReadAgain)
{
    const fs::path path = writeDamagedArchive();
    const auto opened = openCheckpoint(path);
    ASSERT_TRUE(opened);
    const Recipe all = copyOf(*opened, *findFormat("safetensors"));
    ReadTensors known;
    Recipe first = all;
    ASSERT_TRUE(keepWhole(first, {}, &known));
    fs::resize_file(path, 0); // no value can be read any longer
    Progress progress;
    Work work;
    work.progress = &progress;
    Recipe again = all;
    const auto left = keepWhole(again, work, &known);
    ASSERT_TRUE(left) << describe(left.error());
    ASSERT_EQ(left->size(), 1U);
    EXPECT_EQ(left->front().name, "W");
    EXPECT_EQ(again.items.size(), 7U);
    EXPECT_EQ(again.leftOut, first.leftOut);
    EXPECT_EQ(progress.done, progress.total);
    ReadTensors nothing;
    const auto anew = keepWhole(again, {}, &nothing);
    EXPECT_TRUE(!anew || !anew->empty());
}

TEST_F(SalvageTest, OfShardsTheOneThatIsCutCounts)
{
    for (const std::string name : {"model-00001-of-00003.safetensors", "model-00003-of-00003.safetensors"})
        fs::copy_file(dataPath("safetensors-sharded/" + name), m_folder.path() / name);
    const std::string shard = readFile(dataPath("safetensors-sharded/model-00002-of-00003.safetensors"));
    m_folder.write("model-00002-of-00003.safetensors", shard.substr(0, shard.size() - 5));
    const auto opened = openCheckpoint(m_folder.path());
    ASSERT_TRUE(opened);
    const auto incomplete = incompleteTensors(**opened);
    ASSERT_EQ(incomplete.size(), 1U);
    EXPECT_EQ(incomplete.front().missing, 5U);
    EXPECT_EQ((*opened)->tensors[incomplete.front().tensor].file, 1U);
    EXPECT_THAT(missingText(incomplete.front()), testing::StartsWith("5 of "));
}

TEST_F(SalvageTest, StopsAndLeavesTheRecipe)
{
    const auto opened = openCheckpoint(dataPath("npz/deflated.npz"));
    ASSERT_TRUE(opened);
    Recipe recipe = copyOf(*opened, *findFormat("safetensors"));
    const std::size_t all = recipe.items.size();
    std::stop_source stop;
    stop.request_stop();
    const auto left = keepWhole(recipe, {stop.get_token(), nullptr});
    ASSERT_FALSE(left);
    EXPECT_EQ(left.error().code, ErrorCode::Stopped);
    EXPECT_EQ(recipe.items.size(), all);
    EXPECT_THAT(recipe.leftOut, IsEmpty());
}

} // namespace

} // namespace loupe::test
