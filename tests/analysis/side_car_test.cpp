#include "analysis/digests/digest_line.h"
#include "analysis/digests/side_car.h"
#include "support/temporary_file.h"

#include <sys/stat.h>

#include <gtest/gtest.h>

namespace loupe {
namespace {

// Digests of "abc", from FIPS 180 and, for XXH3, from `xxhsum -H2`.
const std::string sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const std::string sha1 = "a9993e364706816aba3e25717850c26c9cd0d89d";
const std::string xxh128 = "06b05ab6733a618578af5f94892f3950";

class SideCarTest : public testing::Test {
protected:
    std::optional<SideCar> find() const { return findSideCar(file); }
    /// The name of the file that states the digest, the algorithm and the digest: "FILE: sha256 ba78…".
    static std::string told(const std::optional<SideCar>& found)
    {
        return found ? found->path.filename().string() + ": " + std::string(digestAlgorithmName(found->algorithm)) + ' '
                + found->digest
                     : "nothing";
    }

    test::TemporaryFolder folder;
    std::filesystem::path file = folder.write("model.bt", "abc");
};

TEST_F(SideCarTest, ADigestAloneOrALineBesideTheFile)
{
    EXPECT_EQ(told(find()), "nothing");
    folder.write("model.bt.sha1", sha1);
    EXPECT_EQ(told(find()), "model.bt.sha1: sha1 " + sha1);
    folder.write("model.bt.sha256", "BA" + sha256.substr(2) + " \r\n");
    EXPECT_EQ(told(find()), "model.bt.sha256: sha256 " + sha256) << "capitals, and white space behind";
    folder.write("model.bt.sha256", sha256 + "  as-it-was-named-there.bt\n");
    EXPECT_EQ(told(find()), "model.bt.sha256: sha256 " + sha256);
    folder.write("model.bt.sha256", sha256 + "  one.bt\n" + sha256 + "  two.bt\n");
    EXPECT_EQ(told(find()), "model.bt.sha1: sha1 " + sha1) << "two lines about others";
    folder.write("model.bt.sha256", sha1 + "\n");
    EXPECT_EQ(told(find()), "model.bt.sha1: sha1 " + sha1) << "of another length";
}

TEST_F(SideCarTest, AListThatNamesTheFile)
{
    const std::string others = std::string(64, '0');
    folder.write("SHA256SUMS",
        "# digests\n" + others + "  other-model.bt\n" + others + "  sub/model.bt\n" + others + "  ../model.bt\n"
            + sha256 + " *./model.bt\n");
    EXPECT_EQ(told(find()), "SHA256SUMS: sha256 " + sha256);
    folder.write("SHA256SUMS", others + "  other.bt\n");
    EXPECT_EQ(told(find()), "nothing");
    folder.write("CHECKSUMS", "SHA1 (model.bt) = " + sha1 + "\n");
    EXPECT_EQ(told(find()), "CHECKSUMS: sha1 " + sha1);
    folder.write("CHECKSUMS", xxh128 + "  model.bt\n");
    EXPECT_EQ(told(find()), "nothing") << "may be MD5";
    folder.write("CHECKSUMS", "XXH128 (model.bt) = " + xxh128 + "\n");
    EXPECT_EQ(told(find()), "CHECKSUMS: xxh3-128 " + xxh128);
    folder.write("model.bt.xxh128", xxh128 + "  model.bt\n");
    EXPECT_EQ(told(find()), "model.bt.xxh128: xxh3-128 " + xxh128) << "rather than a list";
}

TEST_F(SideCarTest, WhatIsNoPlainFileOrTooLargeIsLeft)
{
    ASSERT_EQ(::mkfifo((folder.path() / "model.bt.sha256").c_str(), 0600), 0); // opening it would wait for a writer
    std::filesystem::create_directory(folder.path() / "model.bt.sha512");
    const auto list = folder.write("SHA256SUMS", sha256 + "  model.bt\n");
    EXPECT_EQ(told(find()), "SHA256SUMS: sha256 " + sha256);
    std::filesystem::resize_file(list, largestSideCar + 1);
    EXPECT_EQ(told(find()), "nothing");
}

TEST_F(SideCarTest, WhatWePrintIsFound)
{
    const auto odd = folder.write("a\\b\nc.bt", "abc");
    folder.write("SHA256SUMS", digestLine(sha256, "a\\b\nc.bt", false));
    EXPECT_EQ(told(findSideCar(odd)), "SHA256SUMS: sha256 " + sha256);
}

TEST_F(SideCarTest, StoppedFindsNothing)
{
    folder.write("model.bt.sha256", sha256);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(findSideCar(file, {stop.get_token(), nullptr}));
}

} // namespace
} // namespace loupe
