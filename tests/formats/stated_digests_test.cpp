// Digests that files state for their tensors, compared with those that zlib computes from the bytes given by the
// manifests and by the writers of the samples.

#include "format_files.h"
#include "npz_bytes.h"

#include "analysis/digests/stated_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace loupe::test {

namespace {

using nlohmann::json;
using testing::HasSubstr;

std::string crcOf(std::string_view bytes)
{
    std::array<char, 9> text{};
    const auto crc = crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
    std::snprintf(text.data(), text.size(), "%08lx", crc);
    return text.data();
}

CheckedDigests checked(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor)
{
    const auto digests = checkStatedDigests(*checkpoint, tensor);
    EXPECT_TRUE(digests) << describe(digests.error());
    return digests.value_or(CheckedDigests());
}

/// All bytes of an F64 array, as NumPy would write it.
std::string array(std::size_t count)
{
    const std::string header =
        "{'descr': '<f8', 'fortran_order': False, 'shape': (" + std::to_string(count) + ",), }\n";
    std::string data;
    for (std::size_t i = 0; i < count; ++i)
        data += bytesOf(static_cast<double>(i * i));
    return npyBytes(header, data);
}

} // namespace

class TorchDigests : public testing::TestWithParam<const char*> { };

/// The position of a tensor's bytes tells which storage it is in.
TEST_P(TorchDigests, AreOfTheStorageInWhichATensorLies)
{
    const auto path = dataPath(GetParam());
    const std::string bytes = readFile(path);
    const auto checkpoint = open(path);
    ASSERT_TRUE(statesDigests(*checkpoint));
    std::size_t plain = 0;
    for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
        const Tensor& tensor = checkpoint->tensors[i];
        SCOPED_TRACE(tensor.name);
        const CheckedDigests digests = checked(checkpoint, i);
        ASSERT_EQ(digests.size(), 1U);
        EXPECT_TRUE(areSame(digests));
        if (!digests[0].stated.whole.empty() || tensor.bytes.empty())
            continue;
        EXPECT_EQ(
            digests[0].stated.digest, crcOf(std::string_view(bytes).substr(tensor.bytes.begin, tensor.bytes.size())));
        ++plain;
    }
    EXPECT_GT(plain, 0U);
}

INSTANTIATE_TEST_SUITE_P(Samples, TorchDigests,
    testing::Values("torch/state-dict.pt", "torch/checkpoint.pt", "torch/byteorder-big.pt", "torch/whole-module.pt",
        "torch-more/views.pt", "torch-more/training.ckpt"));

/// In views.pt, slices and a diagonal skip values, and an expanded view repeats less than its whole storage.
TEST(TorchDigest, IsThatOfTheWholeStorageWhereATensorIsAPart)
{
    const auto checkpoint = open(dataPath("torch-more/views.pt"));
    const auto wholeOf = [&](std::string_view name) {
        const auto tensor = std::ranges::find(checkpoint->tensors, name, &Tensor::name) - checkpoint->tensors.begin();
        return checked(checkpoint, static_cast<std::uint32_t>(tensor)).at(0).stated.whole;
    };
    for (const char* const name : {"plain", "t", "tied1", "tied2", "perm", "empty"})
        EXPECT_EQ(wholeOf(name), "") << name;
    for (const char* const name : {"slice", "diag"})
        EXPECT_THAT(wholeOf(name), HasSubstr("member \"views/data/")) << name;
}

/// A storage that several tensors share is read once. A mismatch is reported for all of them, and progress counts all
/// of them.
TEST(TorchDigest, OfAStorageThatDiffersFailsAllOfItsTensors)
{
    std::string bytes = readFile(dataPath("torch-more/views.pt"));
    const auto sound = open(dataPath("torch-more/views.pt"));
    const auto slice = std::ranges::find(sound->tensors, "slice", &Tensor::name);
    bytes[slice->bytes.begin] ^= 1;
    TemporaryFolder folder;
    const auto checkpoint = open(folder.write("a.pt", bytes));
    std::vector<std::uint32_t> all(checkpoint->tensors.size());
    std::iota(all.begin(), all.end(), 0U);
    Progress progress;
    const auto digests = checkStatedDigests(*checkpoint, all, {.stop = {}, .progress = &progress});
    ASSERT_TRUE(digests);
    const auto stored = checked(sound, static_cast<std::uint32_t>(slice - sound->tensors.begin())).at(0).stated.digest;
    for (const std::uint32_t tensor : all) {
        ASSERT_TRUE((*digests)[tensor]);
        EXPECT_EQ(areSame(*(*digests)[tensor]), (*digests)[tensor]->at(0).stated.digest != stored)
            << checkpoint->tensors[tensor].name;
    }
    EXPECT_GT(progress.total, 0U);
    EXPECT_EQ(progress.done, progress.total);
}

/// The values of a parameter may be spread over the files of several ranks.
TEST(TorchDigest, OfZeroIsComparedInAllFilesThatATensorLiesIn)
{
    for (const char* const sample :
        {"zero2-fp16/global_step12", "zero3-bf16/global_step12", "universal/global_step12_universal"}) {
        TemporaryFolder folder;
        const auto copy = folder.path() / "run";
        std::filesystem::copy(
            dataPath(std::string("deepspeed-zero/") + sample), copy, std::filesystem::copy_options::recursive);
        const auto sound = open(copy);
        ASSERT_TRUE(sound) << sample;
        std::vector<std::uint32_t> all;
        for (std::uint32_t i = 0; i < sound->tensors.size(); ++i) {
            const CheckedDigests digests = checked(sound, i);
            ASSERT_EQ(digests.size(), 1U) << sample << sound->tensors[i].name;
            EXPECT_TRUE(areSame(digests)) << sample << sound->tensors[i].name;
            all.push_back(i);
        }
        const auto changed = sound->tensors.end() - 1;
        const auto path = sound->files[changed->file].path;
        std::string bytes = readFile(path);
        bytes[changed->bytes.begin] ^= 1;
        folder.write(std::filesystem::relative(path, folder.path()).string(), bytes);
        const auto checkpoint = open(copy);
        const auto digests = checkStatedDigests(*checkpoint, all);
        ASSERT_TRUE(digests);
        std::size_t different = 0;
        for (const std::uint32_t tensor : all) {
            ASSERT_TRUE((*digests)[tensor]);
            const CheckedDigests& one = *(*digests)[tensor];
            different += areSame(one) ? 0 : 1;
            for (const CheckedDigest& digest : one) {
                const bool isOfFile = path.filename() == std::filesystem::path(digest.stated.file).filename();
                EXPECT_TRUE(digest.isSame() || isOfFile) << sample << ' ' << digest.stated.file;
                EXPECT_TRUE(digest.isSame() || digest.stated.offset <= changed->bytes.begin) << sample;
            }
        }
        EXPECT_FALSE(areSame(*(*digests)[static_cast<std::uint32_t>(changed - sound->tensors.begin())])) << sample;
        EXPECT_LT(different, all.size()) << "each file has its own";
    }
}

/// Each piece of a tensor is in its own archive, which may be compressed as a whole.
TEST(TorchDigest, OfADistributedCheckpointIsThatOfThePiece)
{
    for (const char* const sample :
        {"real-1.13-4ranks", "syn-2.1", "syn-2.9-grid", "syn-2.9-rank-local", "syn-2.9-rot13", "syn-2.9-zstd"}) {
        SCOPED_TRACE(sample);
        TemporaryFolder folder;
        const auto copy = folder.path() / "run";
        std::filesystem::copy(
            dataPath(std::string("torch-dcp/") + sample), copy, std::filesystem::copy_options::recursive);
        const auto sound = open(copy);
        ASSERT_TRUE(sound);
        std::vector<std::uint32_t> all(sound->tensors.size());
        std::iota(all.begin(), all.end(), 0U);
        const auto digests = checkStatedDigests(*sound, all);
        ASSERT_TRUE(digests);
        for (const std::uint32_t tensor : all) {
            const Tensor& one = sound->tensors[tensor];
            const CheckedDigests& found = (*digests)[tensor].value();
            ASSERT_EQ(found.size(), 1U) << one.name << ": all are the same, and the first is given";
            EXPECT_TRUE(areSame(found)) << one.name;
            if (one.storage || one.bytes.empty() || !found[0].stated.whole.empty())
                continue;
            const std::string bytes = readFile(sound->files[one.file].path);
            EXPECT_EQ(found[0].stated.digest, crcOf(std::string_view(bytes).substr(one.bytes.begin, one.bytes.size())));
        }
        if (std::string_view(sample).ends_with("zstd") || std::string_view(sample).ends_with("rot13"))
            continue; // positions in the file are not positions of values
        for (const std::uint32_t tensor : {all.front(), all.back()}) {
            const Tensor& one = sound->tensors[tensor];
            const auto path = sound->files[one.file].path;
            const std::string before = readFile(path);
            std::string bytes = before;
            bytes[one.bytes.begin] ^= 1;
            folder.write("run/" + path.filename().string(), bytes);
            const auto checkpoint = open(copy);
            ASSERT_TRUE(checkpoint);
            const auto changed = checkStatedDigests(*checkpoint, all);
            ASSERT_TRUE(changed);
            for (const std::uint32_t other : all)
                EXPECT_EQ(areSame((*changed)[other].value()), other != tensor) << checkpoint->tensors[other].name;
            const CheckedDigest& found = (*changed)[tensor]->at(0);
            EXPECT_EQ(found.stated.file, path.filename());
            EXPECT_EQ(found.stated.offset, one.bytes.begin);
            folder.write("run/" + path.filename().string(), before);
        }
    }
}

/// torch.serialization.set_crc32_options(False) writes 0.
TEST(TorchDigest, IsNotStatedWhereTorchComputedNone)
{
    std::string bytes = readFile(dataPath("torch/state-dict.pt"));
    const std::size_t directory = bytes.find("PK\1\2");
    for (std::size_t at = directory; at != std::string::npos; at = bytes.find("PK\1\2", at + 1))
        bytes.replace(at + 16, 4, 4, '\0');
    TemporaryFolder folder;
    const auto checkpoint = open(folder.write("a.pt", bytes));
    EXPECT_FALSE(checkpoint->tensors.empty());
    for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) // the CRC of nothing is 0
        EXPECT_EQ(checked(checkpoint, i).empty(), checkpoint->tensors[i].elements() > 0) << checkpoint->tensors[i].name;
}

TEST(NpzDigests, AreOfAllThatAMemberHolds)
{
    TemporaryFolder folder;
    const std::string large = array(150'000); // read in several pieces
    const std::string small = array(1);
    const auto checkpoint = open(folder.write("a.npz",
        NpzBytes().stored("large.npy", large).deflated("packed.npy", large).stored("small.npy", small).bytes()));
    ASSERT_EQ(checkpoint->tensors.size(), 3U);
    std::vector<std::uint32_t> all{0, 1, 2};
    Progress progress;
    const auto digests = checkStatedDigests(*checkpoint, all, {.stop = {}, .progress = &progress});
    ASSERT_TRUE(digests);
    for (const std::uint32_t tensor : all) {
        const bool isSmall = checkpoint->tensors[tensor].name == "small";
        ASSERT_TRUE((*digests)[tensor]);
        EXPECT_EQ((*digests)[tensor]->at(0).found, crcOf(isSmall ? small : large));
        EXPECT_TRUE(areSame(*(*digests)[tensor]));
    }
    EXPECT_EQ(progress.done, 2 * 150'000 * 8 + 8U);
    EXPECT_EQ(progress.total, progress.done);
}

TEST(NpzDigests, DifferWhereTheContentIsAnother)
{
    TemporaryFolder folder;
    const std::string stated = array(1000);
    std::string other = stated;
    other.back() ^= 1;
    const auto checkpoint = open(folder.write("a.npz",
        NpzBytes().member("a.npy", stated, other, 0).member("b.npy", stated, NpzBytes::deflate(other), 8).bytes()));
    for (const std::uint32_t tensor : {0U, 1U}) {
        const CheckedDigests digests = checked(checkpoint, tensor);
        ASSERT_EQ(digests.size(), 1U);
        EXPECT_FALSE(areSame(digests));
        EXPECT_EQ(digests[0].stated.digest, crcOf(stated));
        EXPECT_EQ(digests[0].found, crcOf(other));
    }
}

/// As in Python, only the content up to the claimed size counts; a stream without an end is an error.
TEST(NpzDigests, OfAStreamThatIsCutAreAnError)
{
    TemporaryFolder folder;
    const std::string content = array(1000);
    const std::string packed = NpzBytes::deflate(content);
    const auto checkpoint = open(
        folder.write("a.npz", NpzBytes().member("a.npy", content, packed.substr(0, packed.size() - 100), 8).bytes()));
    ASSERT_EQ(checkpoint->tensors.size(), 1U);
    const auto digests = checkStatedDigests(*checkpoint, 0);
    ASSERT_FALSE(digests);
    EXPECT_EQ(digests.error().code, ErrorCode::Malformed);
}

TEST(NpzDigests, EndAsStopped)
{
    std::stop_source stop;
    stop.request_stop();
    for (const char* const sample : {"npz/stored.npz", "npz/deflated.npz"}) {
        const auto digests = checkStatedDigests(*open(dataPath(sample)), 0, {.stop = stop.get_token()});
        ASSERT_FALSE(digests);
        EXPECT_EQ(digests.error().code, ErrorCode::Stopped);
    }
}

/// The manifest has the CRCs masked, as the index has them.
TEST(TfDigests, AreThoseOfTheManifest)
{
    const json manifest = readJson("tf-bundle/manifest.json");
    std::size_t seen = 0;
    for (const json& file : manifest["files"]) {
        if (!file.contains("tensors"))
            continue; // a broken one
        const auto checkpoint = open(dataPath("tf-bundle/" + file["file"].get<std::string>()));
        ASSERT_TRUE(statesDigests(*checkpoint));
        for (const json& want : file["tensors"]) {
            SCOPED_TRACE(want["name"]);
            const auto name = want["name"].get<std::string>();
            const auto tensor = std::ranges::find(checkpoint->tensors, name, &Tensor::name);
            ASSERT_NE(tensor, checkpoint->tensors.end());
            const CheckedDigests digests =
                checked(checkpoint, static_cast<std::uint32_t>(tensor - checkpoint->tensors.begin()));
            ASSERT_EQ(digests.size(), 1U);
            EXPECT_TRUE(areSame(digests)) << digests[0].found;
            EXPECT_EQ(digests[0].stated.algorithm, StatedDigest::Algorithm::Crc32c);
            if (!want.contains("crc32c_masked"))
                continue;
            const auto crc = static_cast<std::uint32_t>(std::stoul(digests[0].found, nullptr, 16));
            EXPECT_EQ(((crc >> 15) | (crc << 17)) + 0xa282ead8,
                std::stoul(want["crc32c_masked"].get<std::string>(), nullptr, 16));
            ++seen;
        }
    }
    EXPECT_GT(seen, 10U);
}

TEST(TfDigests, DifferWhereAByteIsAnother)
{
    TemporaryFolder folder;
    folder.write("two-shards.index", readFile(dataPath("tf-bundle/two-shards.index")));
    folder.write("two-shards.data-00000-of-00002", readFile(dataPath("tf-bundle/two-shards.data-00000-of-00002")));
    std::string bytes = readFile(dataPath("tf-bundle/two-shards.data-00001-of-00002"));
    const auto sound = open(dataPath("tf-bundle/two-shards.index"));
    const CheckpointFile& second = sound->files[2];
    ASSERT_GT(second.tensorCount, 0U);
    bytes[sound->tensors[second.firstTensor].bytes.begin] ^= 1;
    folder.write("two-shards.data-00001-of-00002", bytes);
    const auto checkpoint = open(folder.path() / "two-shards.index");
    for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i)
        EXPECT_EQ(areSame(checked(checkpoint, i)), i != second.firstTensor) << checkpoint->tensors[i].name;
    folder.write("two-shards.data-00001-of-00002", bytes.substr(0, sound->tensors[second.firstTensor].bytes.begin));
    const auto cut = checkStatedDigests(*open(folder.path() / "two-shards.index"), second.firstTensor);
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().code, ErrorCode::PastTheEnd);
}

} // namespace loupe::test
