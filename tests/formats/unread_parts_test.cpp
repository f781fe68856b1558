// If damage keeps tensors from being listed, every format reports it, since an answer about some tensors is not an
// answer about all of them.

#include "formats/opening/unread_parts.h"

#include "format_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace loupe::test {

namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;
using testing::Not;

constexpr std::uintmax_t mostBytes = 40'000; // the largest sample that is damaged in many ways

/// The samples of every format that are single files with their own tensors.
std::vector<fs::path> unreadSamples()
{
    std::vector<fs::path> found;
    for (const char* const folder :
        {"arrow", "bintensors", "bintensors-pre010", "flax-more", "flax-msgpack", "gguf", "hdf5", "npz", "onnx",
            "paddle", "paddle-more", "safetensors", "tensorizer", "tf-bundle", "tflite", "torch", "torch-more"}) {
        for (const auto& entry : fs::directory_iterator(dataPath(folder))) {
            const auto opened = openCheckpoint(entry.path());
            if (entry.is_regular_file() && entry.path().extension() != ".json" && entry.file_size() <= mostBytes
                && opened && !(*opened)->findings.hasErrors() && !(*opened)->tensors.empty()
                && (*opened)->files.front().tensorCount > 0)
                found.push_back(entry.path());
        }
    }
    std::ranges::sort(found);
    return found;
}

class UnreadParts : public testing::Test {
protected:
    /// Opens `content` under the sample's name; null if it cannot be opened at all.
    std::shared_ptr<const Checkpoint> damaged(const fs::path& sample, const std::string& content) const
    {
        fs::remove(m_folder.path() / sample.filename());
        const auto opened = openCheckpoint(m_folder.write(sample.filename().string(), content));
        return opened ? *opened : nullptr;
    }

    TemporaryFolder m_folder;
    std::minstd_rand m_random{7};
};

TEST_F(UnreadParts, AFileThatIsCutOffIsNotTakenForWhole)
{
    constexpr int cuts = 12;
    const auto all = unreadSamples();
    ASSERT_GT(all.size(), 60U);
    int fewer = 0;
    for (const fs::path& sample : all) {
        const std::size_t tensors = (*openCheckpoint(sample))->tensors.size();
        const std::string bytes = readFile(sample);
        for (int i = 0; i < cuts; ++i) {
            const std::size_t size = m_random() % bytes.size();
            const auto cut = damaged(sample, bytes.substr(0, size));
            if (!cut || cut->tensors.size() >= tensors)
                continue;
            EXPECT_THAT(unreadParts(*cut), Not(IsEmpty()))
                << sample << " cut to " << size << " has " << cut->tensors.size() << " of " << tensors << ": "
                << codes(*cut);
            ++fewer;
        }
    }
    EXPECT_GT(fewer, 300);
}

/// A flipped bit may result in a valid file with fewer tensors. An invalid file must not count as complete.
TEST_F(UnreadParts, AFileWithAFlippedBitIsNotTakenForWhole)
{
    constexpr int flips = 12;
    int fewer = 0;
    for (const fs::path& sample : unreadSamples()) {
        std::string bytes = readFile(sample);
        const auto whole = damaged(sample, bytes);
        if (whole->findings.hasErrors()) // because companion files are missing
            continue;
        const std::size_t tensors = whole->tensors.size();
        for (int i = 0; i < flips; ++i) {
            char& flipped = bytes[m_random() % bytes.size()];
            const char before = flipped;
            flipped = static_cast<char>(flipped ^ (1 << m_random() % 8));
            const auto opened = damaged(sample, bytes);
            flipped = before;
            // An object of an unknown class cannot be a tensor. A header that describes too little leaves bytes over,
            // and those are reported.
            if (!opened || opened->tensors.size() >= tensors || !opened->findings.hasErrors()
                || hasFinding(*opened, "import-unknown") || hasFinding(*opened, "data-trailing"))
                continue;
            EXPECT_THAT(unreadParts(*opened), Not(IsEmpty()))
                << sample << " has " << opened->tensors.size() << " of " << tensors << ": " << codes(*opened);
            ++fewer;
        }
    }
    EXPECT_GT(fewer, 50);
}

TEST_F(UnreadParts, HeadersThatClaimMoreThanThereIsAreDistinguishedFromWholeOnes)
{
    for (const char* const file : {"paddle-no-stop.pdparams", "tensorizer-count-more.tensors",
             "tensorizer-count-u64max.tensors", "tensorizer-index-u64max.tensors", "bad-truncated.onnx"})
        EXPECT_THAT(unreadParts(*open(dataPath(std::string("malformed/") + file))), Not(IsEmpty())) << file;
    // The faults of these files hide no tensor.
    for (const char* const file : {"data-one-extra.safetensors", "data-one-extra.bt", "data-one-short.safetensors",
             "json-dup-metadata.safetensors", "torch-byteorder-line.pt", "torch-zip-flat.pt"})
        EXPECT_THAT(unreadParts(*open(dataPath(std::string("malformed/") + file))), IsEmpty()) << file;
}

} // namespace

} // namespace loupe::test
