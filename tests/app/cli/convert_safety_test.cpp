// Tests what a failed save leaves behind: after SIGKILL at random moments, Ctrl+C, a full disk, a read-only folder, or
// a file size limit.

#include "analysis/digests/digest.h"
#include "app/cli/child.h"
#include "app/cli/process.h"
#include "app/cli/sparse_file.h"
#include "formats/opening/open_checkpoint.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <map>
#include <random>
#include <thread>
#include <unistd.h>

namespace loupe::test {

namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::Eq;
using testing::HasSubstr;

/// The digest of each tensor; empty if the checkpoint is incomplete.
std::map<std::string, std::string> digests(const fs::path& path)
{
    const auto checkpoint = openCheckpoint(path);
    if (!checkpoint || !(*checkpoint)->findings.list().empty())
        return {};
    std::map<std::string, std::string> found;
    for (std::uint32_t i = 0; i < (*checkpoint)->tensors.size(); ++i) {
        const auto digest = digestTensor(**checkpoint, i, DigestAlgorithm::Xxh3_64);
        if (!digest)
            return {};
        found[std::string((*checkpoint)->tensors[i].name)] = *digest;
    }
    return found;
}

class SafetyTest : public testing::Test {
protected:
    static constexpr std::size_t tensorBytes = std::size_t{4} << 20;

    /// Writes six tensors of 4 MiB that start with `mark`.
    fs::path writeModel(const std::string& name, char mark) const
    {
        std::string header = "{";
        for (std::size_t i = 0; i < 6; ++i) {
            header += (i == 0 ? "" : ",") + std::string(R"("t)") + std::to_string(i) + R"(":{"dtype":"U8","shape":[)"
                + std::to_string(tensorBytes) + R"(],"data_offsets":[)" + std::to_string(i * tensorBytes) + ','
                + std::to_string((i + 1) * tensorBytes) + "]}";
        }
        header += '}';
        const std::uint64_t length = header.size();
        return m_folder.write(
            name, std::string(reinterpret_cast<const char*>(&length), 8) + header + std::string(6 * tensorBytes, mark));
    }
    std::vector<std::string> unfinished() const { return unfinished(m_folder.path()); }
    static std::vector<std::string> unfinished(const fs::path& folder)
    {
        std::vector<std::string> found;
        std::error_code missing;
        for (const auto& entry : fs::directory_iterator(folder, missing)) {
            if (entry.path().filename().string().find("tloupe-") != std::string::npos)
                found.push_back(entry.path().filename());
        }
        return found;
    }

    /// Saves A and B in turn over `target`, and kills each save after a random time. `path` is the file to open
    /// afterward.
    void killManyTimes(const std::string& target, const fs::path& path, const std::vector<std::string>& options)
    {
        const std::map<std::string, std::string> contents[] = {
            digests(writeModel("a.safetensors", 'a')), digests(writeModel("b.safetensors", 'b'))};
        const auto save = [&](std::size_t which) {
            std::vector<std::string> arguments{
                "convert", which == 0 ? "a.safetensors" : "b.safetensors", target, "--force"};
            arguments.insert(arguments.end(), options.begin(), options.end());
            return arguments;
        };
        const auto begin = std::chrono::steady_clock::now();
        ASSERT_EQ(Child(m_folder.path(), save(0)).wait(), 0);
        const auto whole =
            std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin);
        ASSERT_EQ(digests(path), contents[0]);
        std::mt19937_64 random(4);
        std::size_t killed = 0;
        const std::size_t rounds = killRounds(60);
        for (std::size_t i = 0; i < rounds; ++i) {
            Child child(m_folder.path(), save((i + 1) % 2));
            killed +=
                child.killAfter(std::chrono::microseconds(random() % static_cast<std::uint64_t>(whole.count() + 1)));
            const auto found = digests(path);
            ASSERT_TRUE(found == contents[0] || found == contents[1]) << "after " << i << " rounds";
        }
        std::printf("%s: %zu of %zu runs killed\n", target.c_str(), killed, rounds);
        std::fflush(stdout); // otherwise the next child would print it, too
        EXPECT_GT(killed, rounds / 6) << "it was not killed where it should have been";
        ASSERT_EQ(Child(m_folder.path(), save(1)).wait(), 0);
        EXPECT_EQ(digests(path), contents[1]);
        EXPECT_THAT(unfinished(), testing::IsEmpty());
    }

    TemporaryFolder m_folder;
};

TEST_F(SafetyTest, AKilledSaveLeavesTheOldFileOrTheNew)
{
    killManyTimes("model.bt", m_folder.path() / "model.bt", {});
}

TEST_F(SafetyTest, AKilledSaveOfShardsLeavesTheOldOnesOrTheNew)
{
    killManyTimes("model.safetensors", m_folder.path() / "model.safetensors.index.json",
        {"--max-shard-size", "9MB", "--no-verify"});
}

TEST_F(SafetyTest, ASignalEndsItWithoutATrace)
{
    m_folder.write("model.npy", "old"); // an export leaves nothing behind; a conversion would keep what it has written
    const fs::path source = writeSparseFile(m_folder, std::uint64_t{4} << 30);
    const struct {
        int signal;
        std::size_t times; ///< at the second one, the process ends at once
        std::string folder; ///< which the export creates
    } rows[]{{SIGINT, 1, ""}, {SIGTERM, 2, "created"}, {SIGHUP, 1, "created"}};
    for (const auto& row : rows) {
        SCOPED_TRACE(row.signal);
        const fs::path folder = m_folder.path() / row.folder;
        Child child(m_folder.path(), {"export", source, "-o", folder / "model.npy", "--force"});
        while (unfinished(folder).empty() && child.running())
            std::this_thread::yield();
        for (std::size_t i = 0; i < row.times; ++i)
            child.send(row.signal);
        EXPECT_EQ(child.wait(), 128 + row.signal);
        EXPECT_EQ(fs::file_size(m_folder.path() / "model.npy"), 3U);
        EXPECT_THAT(unfinished(), testing::IsEmpty());
        EXPECT_FALSE(fs::exists(m_folder.path() / "created"));
    }
}

TEST_F(SafetyTest, ALimitOnSizeIsAnError)
{
    writeModel("a.safetensors", 'a');
    m_folder.write("model.bt", "old");
    const Outcome outcome = runProgram("sh",
        {"-c", "ulimit -f 100; exec \"$0\" convert a.safetensors model.bt --force", LOUPE_TLOUPE}, m_folder.path());
    EXPECT_EQ(outcome.status, 3);
    EXPECT_THAT(outcome.error, testing::StartsWith("tloupe: model.bt: "));
    EXPECT_THAT(outcome.error, HasSubstr("File too large"));
    EXPECT_EQ(fs::file_size(m_folder.path() / "model.bt"), 3U);
    EXPECT_THAT(unfinished(), testing::IsEmpty());
}

TEST_F(SafetyTest, AFullDiskIsAnErrorAndTheOldFileStays)
{
    writeModel("a.safetensors", 'a');
    fs::create_directory(m_folder.path() / "disk");
    const auto outcome = withMount(m_folder.path(),
        "mount -t tmpfs -o size=8m none disk || exit 77\n"
        "echo old > disk/model.bt\n"
        "\"$0\" convert a.safetensors disk/model.bt --force --dry-run -q; echo $?\n"
        "\"$0\" convert a.safetensors disk/model.bt --force; echo $?\n"
        "\"$0\" convert a.safetensors disk/other.safetensors --max-shard-size 5MB; echo $?\n"
        "cat disk/model.bt; ls -A disk");
    if (!outcome || outcome->status == 77)
        GTEST_SKIP() << "a file system can only be mounted by root with the capability to";
    EXPECT_EQ(outcome->out, "3\n3\n3\nold\nmodel.bt\n");
    const std::string first = outcome->error.substr(0, outcome->error.find('\n') + 1);
    EXPECT_THAT(first, testing::StartsWith("tloupe: disk/model.bt: needs "));
    EXPECT_THAT(outcome->error, testing::StartsWith(first + first)) << "the dry run says the same";
}

TEST_F(SafetyTest, WhatAKilledSaveLeftDoesNotStandInTheWay)
{
    writeModel("a.safetensors", 'a');
    fs::create_directory(m_folder.path() / "disk");
    // A disk of 40 MiB, of which leftovers take 20 and the new file needs 24. The leftovers of another file are not
    // removed.
    const std::string left = "tloupe-0123456789abcdef";
    const auto outcome = withMount(m_folder.path(),
        "mount -t tmpfs -o size=40m none disk || exit 77\n"
        "leave() { rm -rf disk/* disk/.[!.]*; head -c 20971520 /dev/zero > \"disk/$1\"; }\n"
        "leave .model.bt."
            + left
            + ".part\n"
              "\"$0\" convert a.safetensors disk/model.bt --dry-run -q; echo $?\n"
              "ls -A disk | wc -l\n"
              "\"$0\" convert a.safetensors disk/model.bt -q; echo $?\n"
              "ls -A disk\n"
              "leave .other-00001-of-00009.safetensors."
            + left
            + ".part\n"
              "\"$0\" convert a.safetensors disk/other.safetensors --max-shard-size 9MB -q; echo $?\n"
              "ls -A disk\n"
              "leave .others.bt."
            + left
            + ".part\n"
              "\"$0\" convert a.safetensors disk/model.bt --dry-run -q; echo $?\n"
              "\"$0\" convert a.safetensors disk/model.bt -q; echo $?\n");
    if (!outcome || outcome->status == 77)
        GTEST_SKIP() << "a file system can only be mounted by root with the capability to";
    EXPECT_EQ(outcome->out,
        "0\n1\n0\nmodel.bt\n0\nother-00001-of-00003.safetensors\nother-00002-of-00003.safetensors\n"
        "other-00003-of-00003.safetensors\nother.safetensors.index.json\n3\n3\n");
}

TEST_F(SafetyTest, AFolderThatCannotBeWrittenToIsAnError)
{
    writeModel("a.safetensors", 'a');
    fs::create_directory(m_folder.path() / "disk");
    m_folder.write("disk/model.bt", "old");
    // Permissions do not stop root, but a read-only mount does.
    const auto outcome = withMount(m_folder.path(),
        "mount --bind disk disk && mount -o remount,ro,bind disk || exit 77\n"
        "\"$0\" convert a.safetensors disk/model.bt --force; echo $?; cat disk/model.bt; ls -A disk");
    if (outcome && outcome->status != 77) {
        EXPECT_EQ(outcome->out, "3\noldmodel.bt\n");
        EXPECT_EQ(outcome->error, "tloupe: disk/model.bt: cannot write into its folder: Read-only file system\n");
        return;
    }
    if (geteuid() == 0)
        GTEST_SKIP() << "root may write anywhere, and may not mount here";
    fs::permissions(m_folder.path() / "disk", fs::perms::owner_read | fs::perms::owner_exec);
    const Outcome refused = tloupe({"convert", "a.safetensors", "disk/model.bt", "--force"}, m_folder.path());
    fs::permissions(m_folder.path() / "disk", fs::perms::owner_all);
    EXPECT_EQ(refused.status, 3);
    EXPECT_EQ(refused.error, "tloupe: disk/model.bt: cannot write into its folder: Permission denied\n");
    EXPECT_EQ(fs::file_size(m_folder.path() / "disk/model.bt"), 3U);
}

} // namespace

} // namespace loupe::test
