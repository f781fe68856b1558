// Digests that a hub states for files on this machine. The expected ones are from sha256sum and git hash-object.

#include "analysis/digests/hub_digest.h"
#include "support/temporary_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace loupe {
namespace {

namespace fs = std::filesystem;

constexpr const char* sha256OfContent = "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73";
constexpr const char* gitNameOfContent = "6b584e8ece562ebffc15d38808cd6b98fc3d97ea";
constexpr const char* snapshot = "models--owner--name/snapshots/0123456789abcdef0123456789abcdef01234567";

class HubDigestTest : public testing::Test {
protected:
    HubDigestTest()
    {
        fs::create_directories(m_folder.path() / snapshot / "sub");
        fs::create_directories(m_folder.path() / "models--owner--name/blobs");
        fs::create_directories(m_folder.path() / "local/.cache/huggingface/download/sub");
        fs::create_directories(m_folder.path() / "local/sub");
    }
    /// Creates a file of a snapshot, which is a link to a blob of this name.
    fs::path link(const std::string& name, const std::string& blob, const std::string& content) const
    {
        m_folder.write("models--owner--name/blobs/" + blob, content);
        const fs::path path = m_folder.path() / snapshot / name;
        fs::create_symlink(m_folder.path() / "models--owner--name/blobs" / blob, path);
        return path;
    }
    static std::optional<HubDigest> find(const fs::path& path)
    {
        const auto source = Source::open(path);
        EXPECT_TRUE(source) << describe(source.error());
        return findHubDigest(**source);
    }
    static std::string digest(const fs::path& path)
    {
        const auto source = Source::open(path);
        const auto stated = findHubDigest(**source);
        return stated ? digestForHub(**source, *stated).value_or("") : "";
    }

    test::TemporaryFolder m_folder;
};

TEST_F(HubDigestTest, IsTheNameOfTheBlobInTheCache)
{
    const fs::path large = link("model.safetensors", sha256OfContent, "content");
    const fs::path small = link("sub/config.json", gitNameOfContent, "content");
    EXPECT_EQ(find(large)->kind, HubDigest::Kind::Sha256);
    EXPECT_EQ(find(large)->digest, sha256OfContent);
    EXPECT_EQ(digest(large), sha256OfContent);
    EXPECT_EQ(find(small)->kind, HubDigest::Kind::GitBlob);
    EXPECT_EQ(digest(small), gitNameOfContent);
    EXPECT_EQ(find(fs::canonical(large)), find(large)) << "of the blob itself, too";
    EXPECT_EQ(hubDigestName(HubDigest::Kind::GitBlob), "git-blob-sha1");
}

TEST_F(HubDigestTest, TellsAFileThatIsAnother)
{
    const fs::path large = link("model.safetensors", sha256OfContent, "changed");
    EXPECT_EQ(digest(large), "d67e2e944994496c8d8ec76eed0cf9f09679448d584b532bebf941852a37f5ed");
    const fs::path small = link("config.json", gitNameOfContent, "changed");
    EXPECT_EQ(digest(small), "21fb1eca31e64cd3914025058b21992ab76edcf9");
}

TEST_F(HubDigestTest, IsNotedBesideFilesThatWereFetchedElsewhere)
{
    const fs::path note = m_folder.write("local/.cache/huggingface/download/sub/model.bin.metadata",
        "0123456789abcdef0123456789abcdef01234567\n" + std::string(sha256OfContent) + "\n1700000000.5\n");
    const fs::path file = m_folder.write("local/sub/model.bin", "content");
    ASSERT_TRUE(find(file));
    EXPECT_EQ(find(file)->statedBy, note);
    EXPECT_EQ(digest(file), sha256OfContent);
}

TEST_F(HubDigestTest, DoesNotWaitForAPipeInThePlaceOfANote)
{
    const fs::path file = m_folder.write("local/model.bin", "content");
    const fs::path note = m_folder.path() / "local/.cache/huggingface/download/model.bin.metadata";
    ASSERT_EQ(::mkfifo(note.c_str(), 0600), 0);
    EXPECT_FALSE(find(file));
}

TEST_F(HubDigestTest, IsOfNoOtherFile)
{
    const std::string inSnapshot = std::string(snapshot) + "/copied.bin";
    EXPECT_FALSE(find(m_folder.write(inSnapshot, "content"))) << "no link: its name says nothing";
    EXPECT_FALSE(find(m_folder.write("local/" + std::string(sha256OfContent), "content"))) << "in no cache";
    EXPECT_FALSE(find(link("a", "not-a-digest", "content")));
    EXPECT_FALSE(find(link("b", std::string(64, 'A'), "content"))) << "the hub spells them in lower case";
    m_folder.write("local/.cache/huggingface/download/x.metadata", "commit\n");
    EXPECT_FALSE(find(m_folder.write("local/x", "content"))) << "the note is cut";
}

} // namespace
} // namespace loupe
