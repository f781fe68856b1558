#include "app/cli/process.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

namespace loupe::test {

namespace {

using nlohmann::json;
using testing::EndsWith;
using testing::HasSubstr;

/// A folder with a sample under names that need escaping.
class HashTest : public testing::Test {
protected:
    HashTest()
    {
        for (const char* const name : {"plain.bt", "with space.bt", "back\\slash.bt", "new\nline.bt", "colon:x.bt"})
            std::filesystem::copy_file(dataPath("bintensors/names.bt"), m_folder.path() / name);
    }

    Outcome run(std::vector<std::string> arguments) const { return tloupe(std::move(arguments), m_folder.path()); }

    TemporaryFolder m_folder;
    const std::vector<std::string> m_files{"plain.bt", "with space.bt", "back\\slash.bt", "new\nline.bt", "colon:x.bt"};
};

TEST_F(HashTest, ToolsForEachAlgorithmReadOurLines)
{
    const std::vector<std::pair<std::string, std::string>> tools{
        {"sha256", "sha256sum"}, {"sha1", "sha1sum"}, {"sha512", "sha512sum"}};
    for (const auto& [algorithm, tool] : tools) {
        std::vector<std::string> arguments{"hash", "--algorithm", algorithm};
        arguments.insert(arguments.end(), m_files.begin(), m_files.end());
        const Outcome ours = run(arguments);
        ASSERT_EQ(ours.status, 0);
        m_folder.write("sums", ours.out);
        const Outcome theirs = runProgram(tool, {"--check", "--strict", "sums"}, m_folder.path());
        EXPECT_EQ(theirs.status, 0) << theirs.out << theirs.error;

        arguments.erase(arguments.begin(), arguments.begin() + 3);
        EXPECT_EQ(ours.out, runProgram(tool, arguments, m_folder.path()).out);
    }
}

TEST_F(HashTest, CheckReadsTheirLines)
{
    m_folder.write("sums", runProgram("sha256sum", m_files, m_folder.path()).out);
    const Outcome outcome = run({"hash", "--check", "sums"});
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_EQ(outcome.out, "plain.bt: OK\nwith space.bt: OK\nback\\slash.bt: OK\nnew\\nline.bt: OK\ncolon:x.bt: OK\n");
    EXPECT_EQ(run({"hash", "--check", "sums", "-q"}).out, "");
}

TEST_F(HashTest, CheckReadsTheirTaggedLines)
{
    for (const char* const tool : {"sha1sum", "sha256sum", "sha512sum"}) {
        std::vector<std::string> arguments{"--tag"};
        arguments.insert(arguments.end(), m_files.begin(), m_files.end());
        m_folder.write("sums", runProgram(tool, arguments, m_folder.path()).out);
        const Outcome outcome = run({"hash", "--check", "sums"});
        EXPECT_EQ(outcome.status, 0) << tool << outcome.error;
        EXPECT_EQ(
            outcome.out, "plain.bt: OK\nwith space.bt: OK\nback\\slash.bt: OK\nnew\\nline.bt: OK\ncolon:x.bt: OK\n");
    }
    // The tag identifies the algorithm, which the digest's length does not.
    const std::string digest = run({"hash", "--algorithm", "sha3-256", "plain.bt"}).out.substr(0, 64);
    m_folder.write("sums", "SHA3-256 (plain.bt) = " + digest + "\n");
    EXPECT_EQ(run({"hash", "--check", "sums"}).out, "plain.bt: OK\n");
    m_folder.write("sums", "SHA256 (plain.bt) = " + digest + "\n");
    EXPECT_EQ(run({"hash", "--check", "sums"}).status, 1);
    m_folder.write("sums", "MD5 (plain.bt) = " + digest + "\n");
    EXPECT_EQ(run({"hash", "--check", "sums"}).status, 3);
}

TEST_F(HashTest, CheckReadsEachOfOurAlgorithms)
{
    for (const char* const algorithm : {"xxh3-64", "xxh3-128", "sha1", "sha256", "sha3-256", "sha512"}) {
        m_folder.write("sums", run({"hash", "--algorithm", algorithm, "plain.bt"}).out);
        const Outcome outcome = run({"hash", "--algorithm", algorithm, "--check", "sums"});
        EXPECT_EQ(outcome.status, 0) << algorithm << outcome.error;
        EXPECT_EQ(outcome.out, "plain.bt: OK\n");
    }
}

TEST_F(HashTest, CheckReadsTensorLinesOfAnyName)
{
    const Outcome lines = run({"hash", "--tensors", "--algorithm", "sha256", "colon:x.bt"});
    EXPECT_THAT(lines.out, HasSubstr("colon:x.bt:\\x1b[31mred\\x1b[0m\n"));
    m_folder.write("sums", lines.out);
    const Outcome outcome = run({"hash", "--check", "sums"});
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.error;
    EXPECT_EQ(
        std::count(outcome.out.begin(), outcome.out.end(), '\n'), std::count(lines.out.begin(), lines.out.end(), '\n'));
    EXPECT_EQ(outcome.out.find("FAILED"), std::string::npos);
    EXPECT_EQ(outcome.out.find('\x1b'), std::string::npos);
}

TEST_F(HashTest, CheckFindsWhatChangedAndWhatIsGone)
{
    m_folder.write("sums", run({"hash", "--algorithm", "sha256", "plain.bt", "with space.bt"}).out);
    m_folder.write("plain.bt", "something else");
    const Outcome changed = run({"hash", "--check", "sums"});
    EXPECT_EQ(changed.status, 1);
    EXPECT_EQ(changed.out, "plain.bt: FAILED\nwith space.bt: OK\n");
    const json document = run({"hash", "--json", "--check", "sums"}).json();
    EXPECT_EQ(document["checked"][0]["ok"], false);
    EXPECT_EQ(document["checked"][1]["ok"], true);

    std::filesystem::remove(m_folder.path() / "with space.bt");
    const Outcome gone = run({"hash", "--check", "sums"});
    EXPECT_EQ(gone.status, 3);
    EXPECT_THAT(gone.out, EndsWith("with space.bt: FAILED open or read\n"));
}

TEST_F(HashTest, AFileThatCannotBeReadDoesNotHideTheLinesAfterIt)
{
    const std::string lines = run({"hash", "--tensors", "plain.bt"}).out;
    const std::string broken = lines.substr(0, lines.find(' ')) + "  notes.txt:t\n";
    m_folder.write("notes.txt", "not a checkpoint");
    m_folder.write("sums", lines + broken + lines);
    const std::string out = run({"hash", "--check", "sums"}).out;
    EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 1 + 2 * std::count(lines.begin(), lines.end(), '\n'));
    EXPECT_EQ(out.find("FAILED"), out.find("FAILED open or read"));
    EXPECT_EQ(out.find("FAILED"), out.rfind("FAILED"));
}

TEST_F(HashTest, Md5IsNotTakenForSomethingElse)
{
    const std::string plain = runProgram("md5sum", {"plain.bt"}, m_folder.path()).out;
    const std::string tagged = runProgram("md5sum", {"--tag", "plain.bt"}, m_folder.path()).out;
    const std::string ours = run({"hash", "plain.bt"}).out;
    m_folder.write("MD5SUMS", plain);
    m_folder.write("sums", tagged);
    for (const char* const list : {"MD5SUMS", "sums"}) {
        const Outcome outcome = run({"hash", "--check", list});
        EXPECT_EQ(outcome.status, 3);
        EXPECT_EQ(outcome.out, "") << "it is not said to be broken";
        EXPECT_THAT(outcome.error, HasSubstr("MD5, which is not supported"));
    }
    m_folder.write("sums", tagged + ours);
    const Outcome mixed = run({"hash", "--check", "sums"});
    EXPECT_EQ(mixed.status, 0) << "as with other lines that cannot be read";
    EXPECT_EQ(mixed.out, "plain.bt: OK\n");
    EXPECT_THAT(mixed.error, HasSubstr("1 line is of MD5, which is not supported\n"));
    // Nothing identifies the algorithm.
    m_folder.write("sums", plain);
    const Outcome unknown = run({"hash", "--check", "sums"});
    EXPECT_EQ(unknown.status, 1);
    EXPECT_THAT(unknown.error, HasSubstr("read as xxh3-128; MD5 is not supported\n"));
    // --algorithm takes precedence over the name of the list.
    m_folder.write("not-md5", ours);
    EXPECT_EQ(run({"hash", "--algorithm", "xxh3-128", "--check", "not-md5"}).status, 0);
}

TEST_F(HashTest, UnreadTensorsAreReported)
{
    const std::map<std::string, std::string> damaged{{"git-lfs-pointer", "this is a Git LFS pointer to 12.1 KiB"},
        {"html-error-page", "this is a web page"}, {"json-bad-escape", "the header is not valid JSON"}};
    for (const auto& [name, why] : damaged) {
        const std::string file = dataPath("malformed/" + name + ".safetensors");
        const Outcome text = run({"hash", "--tensors", file});
        EXPECT_EQ(text.status, 3) << name;
        EXPECT_EQ(text.out, "");
        EXPECT_THAT(text.error, HasSubstr(name + ".safetensors: " + why));
        const Outcome document = run({"hash", "--tensors", "--json", file});
        EXPECT_EQ(document.status, 3) << name;
        EXPECT_THAT(document.json()["error"]["message"].get<std::string>(), HasSubstr(why));
        EXPECT_EQ(run({"hash", file}).status, 0) << "the digest of the file as it is";
    }
}

TEST_F(HashTest, TheDigestOfAPointerIsSaidToBeOne)
{
    const std::string file = dataPath("malformed/git-lfs-pointer.safetensors");
    const Outcome outcome = run({"hash", "--algorithm", "sha256", file});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, HasSubstr("c280f525f32d33ec92c6a6efcf50f98220515e21c8882742b42b6384ce338b7d"));
    EXPECT_THAT(outcome.error, HasSubstr(file + ": this is a Git LFS pointer to 12.1 KiB"));
    EXPECT_EQ(run({"hash", dataPath("malformed/html-error-page.safetensors")}).error, "");
}

TEST_F(HashTest, CheckNeedsLinesToCheck)
{
    m_folder.write("sums", "not a digest line\n");
    const Outcome outcome = run({"hash", "--check", "sums"});
    EXPECT_EQ(outcome.status, 3);
    EXPECT_THAT(outcome.error, HasSubstr("expected"));
    EXPECT_EQ(run({"hash", "--check", "no-such-file"}).status, 3);
    EXPECT_EQ(run({"hash", "--check", "."}).status, 3);
}

TEST(Hash, DefaultIsXxh3AndFilesNeedNoFormat)
{
    const TemporaryFolder folder;
    folder.write("notes.txt", "");
    // The XXH3-128 of no bytes, as published with the algorithm.
    EXPECT_EQ(tloupe({"hash", "notes.txt"}, folder.path()).out, "99aa06d3014798d86001c324468d497f  notes.txt\n");
    EXPECT_EQ(
        tloupe({"hash", "--algorithm", "xxh3-64", "notes.txt"}, folder.path()).out, "2d06800538d394c2  notes.txt\n");
}

} // namespace

} // namespace loupe::test
