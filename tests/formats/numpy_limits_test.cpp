// The memory that archives of a few KB take whose members inflate to headers of a megabyte.

#include "memory_to_open.h"
#include "npz_bytes.h"
#include "numpy_files.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

constexpr std::size_t members = 150;
constexpr long most = 16 * 1024; // KiB

std::string header(const std::string& type, const std::string& shape)
{
    return "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + ")}";
}

std::string ones(std::size_t rank)
{
    std::string shape;
    for (std::size_t i = 0; i < rank; ++i)
        shape += "1,";
    return shape;
}

/// An archive whose deflated members all contain `array`.
std::string archiveOf(const std::string& array)
{
    NpzBytes archive;
    const std::string packed = NpzBytes::deflate(array);
    for (std::size_t i = 0; i < members; ++i)
        archive.member("a" + std::to_string(i) + ".npy", array, packed, 8);
    return archive.bytes();
}

} // namespace

/// The archive's end record comes before its comment.
TEST(NumpyLimits, CommentsOfAnyLengthFollowTheArchive)
{
    const std::string archive = archiveOf(readFile(dataPath("malformed/npy-comment.npy")));
    TemporaryFolder folder;
    for (const std::size_t length : {0, 1, 1023, 1024, 1025, 65535}) {
        const auto stated = static_cast<std::uint16_t>(length);
        const std::string bytes = archive.substr(0, archive.size() - sizeof stated)
            + std::string(reinterpret_cast<const char*>(&stated), sizeof stated) + std::string(length, 'c');
        const auto checkpoint = open(folder.write("a.npz", bytes));
        ASSERT_TRUE(checkpoint) << length;
        EXPECT_EQ(checkpoint->format, "npz") << length;
        EXPECT_FALSE(hasFinding(*checkpoint, "zip-no-directory")) << length;
    }
}

TEST(NumpyLimits, LongHeadersInDeflatedMembersCostNothing)
{
    TemporaryFolder folder;
    for (const std::string& text : {header("<f4", ones(500'000)), header("S" + std::string(1'000'000, '0') + "5", ""),
             std::string(1'000'000, '{')}) {
        const auto path = folder.write("a.npz", archiveOf(npyBytes(text)));
        EXPECT_LE(memoryToOpen(path), most);
        const auto checkpoint = open(path);
        EXPECT_TRUE(checkpoint->tensors.empty());
        EXPECT_FALSE(checkpoint->findings.referenceAccepts());
        EXPECT_TRUE(hasFinding(*checkpoint, "header-too-large"));
        EXPECT_EQ(checkpoint->findings.list().size(), members);
    }
}

TEST(NumpyLimits, NothingOfAHeaderIsKeptBeyondWhatNumpyReads)
{
    TemporaryFolder folder;
    const auto ranked = folder.write("rank.npz", archiveOf(npyBytes(header("<f4", ones(4'900)))));
    EXPECT_LE(memoryToOpen(ranked), most);
    EXPECT_TRUE(hasFinding(*open(ranked), "shape-rank"));
    EXPECT_TRUE(open(ranked)->tensors.empty());

    const auto named = folder.write("name.npz", archiveOf(npyBytes(header("S" + std::string(9'000, '0') + "5", "0,"))));
    const auto checkpoint = open(named);
    ASSERT_EQ(checkpoint->tensors.size(), members);
    EXPECT_LE(checkpoint->dtypeName(0).size(), 200U);
}

TEST(NumpyLimits, ArraysOfMoreDimensionsThanAnyNumpyReadsAreNotDescribed)
{
    TemporaryFolder folder;
    for (const auto& [rank, tensors] : {std::pair(32, 1U), std::pair(33, 1U), std::pair(64, 1U), std::pair(65, 0U)}) {
        const auto checkpoint = open(
            folder.write("a.npy", npyBytes(header("<f4", ones(static_cast<std::size_t>(rank))), std::string(4, '\0'))));
        EXPECT_EQ(checkpoint->tensors.size(), tensors) << rank;
        EXPECT_EQ(codes(*checkpoint), rank > 32 ? "shape-rank" : "") << rank;
    }
}

/// The limit counts characters, not bytes: NumPy 1.24.2 reads the first file and refuses the second.
TEST(NumpyLimits, TenThousandCharactersAreRead)
{
    TemporaryFolder folder;
    for (const std::size_t characters : {10'000U, 10'001U}) {
        std::string text = "{'fortran_order': False, 'shape': (1,), 'descr': [('";
        const std::string end = "', '<f4')]}\n";
        const std::size_t names = characters - text.size() - end.size();
        for (std::size_t i = 0; i < names; ++i)
            text += "ü";
        const auto checkpoint = open(folder.write("a.npy", npyBytes(text + end, std::string(4, '\0'), 3)));
        EXPECT_EQ(checkpoint->findings.referenceAccepts(), characters == 10'000) << codes(*checkpoint);
        EXPECT_EQ(checkpoint->tensors.size(), characters == 10'000 ? 1U : 0U);
    }
}

} // namespace loupe::test
