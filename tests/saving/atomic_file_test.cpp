#include "saving/writing/atomic_file.h"

#include "formats/opening/model_folder.h"
#include "saving/writing/last_close.h"
#include "saving/writing/new_folder.h"
#include "saving/writing/unfinished_files.h"
#include "support/file_content.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace loupe::test {

namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

Result<> writeWhole(AtomicFile& file, std::string_view text)
{
    if (auto written = file.write(0, std::as_bytes(std::span(text))); !written)
        return written;
    return file.sync();
}

/// Writes `text` as `path`.
Result<> replace(const fs::path& path, std::string_view text, Existing existing = Existing::Replace)
{
    auto file = AtomicFile::create(path, text.size(), existing);
    if (!file)
        return fail(std::move(file.error()));
    if (auto written = writeWhole(**file, text); !written)
        return written;
    return (*file)->commit();
}

class AtomicFileTest : public testing::Test {
protected:
    TemporaryFolder m_folder;
    fs::path m_path = m_folder.path() / "model.bt";
};

TEST_F(AtomicFileTest, ItsFolderIsCreatedAndStaysOnlyWithAFileInIt)
{
    const fs::path folder = m_folder.path() / "new";
    {
        auto file = AtomicFile::create(folder / "a.bt", 3, Existing::Refuse);
        ASSERT_TRUE(file.has_value());
        EXPECT_TRUE(fs::is_directory(folder));
    }
    EXPECT_FALSE(fs::exists(folder));
    EXPECT_TRUE(replace(folder / "a.bt", "new").has_value());
    EXPECT_EQ(readFile(folder / "a.bt"), "new");
    EXPECT_FALSE(AtomicFile::create(m_folder.path() / "more/levels/a.bt", 3, Existing::Refuse).has_value());
    EXPECT_FALSE(fs::exists(m_folder.path() / "more"));
}

TEST_F(AtomicFileTest, TheTargetIsOldUntilItIsNew)
{
    m_folder.write("model.bt", "old");
    auto file = AtomicFile::create(m_path, 3, Existing::Replace);
    ASSERT_TRUE(file.has_value());
    ASSERT_TRUE(writeWhole(**file, "new").has_value());
    EXPECT_EQ(readFile(m_path), "old");
    ASSERT_TRUE((*file)->commit().has_value());
    EXPECT_EQ(readFile(m_path), "new");
    file->reset();
    EXPECT_EQ(readFile(m_path), "new");
    EXPECT_THAT(m_folder.names(), ElementsAre("model.bt"));
}

/// The value of the extended attribute; empty if there is none.
std::string attribute(const fs::path& path, const char* name)
{
    std::string value(1000, '\0');
    const ssize_t size = getxattr(path.c_str(), name, value.data(), value.size());
    return value.substr(0, size < 0 ? 0 : static_cast<std::size_t>(size));
}

bool setAttribute(const fs::path& path, const char* name, const std::string& value)
{
    return setxattr(path.c_str(), name, value.data(), value.size(), 0) == 0;
}

/// An access control list in the stored form of acl(5): version 2, then tag, permissions and ID of each entry.
std::string accessList(std::uint32_t someone)
{
    struct Entry {
        std::uint16_t tag;
        std::uint16_t permissions;
        std::uint32_t number;
    };
    constexpr std::uint32_t nobody = UINT32_MAX;
    const std::uint32_t version = 2;
    std::string bytes(reinterpret_cast<const char*>(&version), sizeof(version));
    for (const Entry entry : {Entry{0x01, 6, nobody}, Entry{0x02, 4, someone}, Entry{0x04, 4, nobody},
             Entry{0x10, 4, nobody}, Entry{0x20, 0, nobody}})
        bytes.append(reinterpret_cast<const char*>(&entry), sizeof(entry));
    return bytes;
}

TEST_F(AtomicFileTest, AttributesAreKept)
{
    m_folder.write("model.bt", "old");
    if (!setAttribute(m_path, "user.origin", "hub"))
        GTEST_SKIP() << "this file system has none";
    ASSERT_TRUE(setAttribute(m_path, "user.empty", ""));
    ASSERT_TRUE(replace(m_path, "new").has_value());
    EXPECT_EQ(readFile(m_path), "new");
    EXPECT_EQ(attribute(m_path, "user.origin"), "hub");
    EXPECT_EQ(getxattr(m_path.c_str(), "user.empty", nullptr, 0), 0);
}

TEST_F(AtomicFileTest, TheAccessControlListIsKept)
{
    constexpr const char* name = "system.posix_acl_access";
    const std::string list = accessList(12345);
    m_folder.write("model.bt", "old");
    if (!setAttribute(m_path, name, list))
        GTEST_SKIP() << "this file system has none";
    ASSERT_TRUE(replace(m_path, "new").has_value());
    EXPECT_EQ(attribute(m_path, name), list);
    // The folder's default for new files does not apply to a file that replaces another one.
    ASSERT_EQ(removexattr(m_path.c_str(), name), 0);
    ASSERT_TRUE(setAttribute(m_folder.path(), "system.posix_acl_default", accessList(54321)));
    ASSERT_TRUE(replace(m_path, "newer").has_value());
    EXPECT_EQ(attribute(m_path, name), "");
}

TEST_F(AtomicFileTest, WhatIsNotFinishedLeavesNothing)
{
    m_folder.write("model.bt", "old");
    {
        const auto file = AtomicFile::create(m_path, 1000, Existing::Replace);
        ASSERT_TRUE(file.has_value());
        EXPECT_EQ(m_folder.names().size(), 2U);
        EXPECT_EQ((*file)->temporary().parent_path(), m_folder.path());
    }
    EXPECT_THAT(m_folder.names(), ElementsAre("model.bt"));
    EXPECT_EQ(readFile(m_path), "old");
}

TEST_F(AtomicFileTest, AFileIsReplacedOnlyWhenAsked)
{
    m_folder.write("model.bt", "old");
    const auto refused = replace(m_path, "new", Existing::Refuse);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, ErrorCode::Exists);
    EXPECT_EQ(refused.error().path, m_path.string());
    EXPECT_EQ(readFile(m_path), "old");

    const fs::path other = m_folder.path() / "other.bt";
    auto file = AtomicFile::create(other, 3, Existing::Refuse);
    ASSERT_TRUE(file.has_value() && writeWhole(**file, "new").has_value());
    m_folder.write("other.bt", "somebody else's");
    EXPECT_EQ((*file)->commit().error().code, ErrorCode::Exists);
    file->reset();
    EXPECT_EQ(readFile(other), "somebody else's");
    EXPECT_THAT(m_folder.names(), ElementsAre("model.bt", "other.bt"));
}

TEST_F(AtomicFileTest, ModeAndOwnerAreKept)
{
    const auto statusOf = [](const fs::path& path) {
        struct stat status { };
        EXPECT_EQ(stat(path.c_str(), &status), 0);
        return status;
    };
    m_folder.write("model.bt", "old");
    ASSERT_EQ(chmod(m_path.c_str(), 0640), 0);
    const bool asRoot = geteuid() == 0;
    if (asRoot) {
        ASSERT_EQ(chown(m_path.c_str(), 1234, 2345), 0);
    }
    auto file = AtomicFile::create(m_path, 3, Existing::Replace);
    EXPECT_EQ(statusOf((*file)->temporary()).st_mode & 0777U, 0600U);
    ASSERT_TRUE(writeWhole(**file, "new").has_value() && (*file)->commit().has_value());
    EXPECT_EQ(statusOf(m_path).st_mode & 0777U, 0640U);
    if (asRoot) {
        EXPECT_EQ(statusOf(m_path).st_uid, 1234U);
        EXPECT_EQ(statusOf(m_path).st_gid, 2345U);
    }

    const mode_t mask = umask(027);
    const fs::path fresh = m_folder.path() / "fresh.bt";
    EXPECT_TRUE(replace(fresh, "new").has_value());
    umask(mask);
    EXPECT_EQ(statusOf(fresh).st_mode & 0777U, 0640U);
}

TEST_F(AtomicFileTest, LinksAreFollowedAndStay)
{
    fs::create_directory(m_folder.path() / "store");
    m_folder.write("store/blob", "old");
    fs::create_symlink("store/blob", m_folder.path() / "second");
    fs::create_symlink("second", m_path);
    ASSERT_TRUE(replace(m_path, "new").has_value());
    EXPECT_TRUE(fs::is_symlink(m_path));
    EXPECT_EQ(readFile(m_folder.path() / "store/blob"), "new");
    EXPECT_THAT(m_folder.names(), ElementsAre("model.bt", "second", "store"));

    fs::create_symlink("store/not-yet", m_folder.path() / "dangling");
    ASSERT_TRUE(replace(m_folder.path() / "dangling", "new", Existing::Refuse).has_value());
    EXPECT_EQ(readFile(m_folder.path() / "store/not-yet"), "new");
    fs::create_symlink("loop", m_folder.path() / "loop");
    EXPECT_FALSE(replace(m_folder.path() / "loop", "new").has_value());
}

TEST_F(AtomicFileTest, OnlyFilesCanBeReplaced)
{
    EXPECT_EQ(replace(m_folder.path(), "new").error().code, ErrorCode::NotAFile);
    EXPECT_EQ(replace(m_folder.path() / "", "new").error().code, ErrorCode::NotAFile);
    EXPECT_EQ(replace("/dev/null", "new").error().code, ErrorCode::NotAFile);
    EXPECT_EQ(replace(m_folder.path() / "no-folder/model.bt", "new").error().code, ErrorCode::NotFound);
    EXPECT_EQ(replace(std::string(300, 'x'), "new").error().code, ErrorCode::InvalidArgument);
    // The longest possible name.
    EXPECT_TRUE(replace(m_folder.path() / std::string(255, 'x'), "new").has_value());
}

TEST_F(AtomicFileTest, LeftoversOfTheDeadGoWithTheNextFile)
{
    const fs::path left = unfinishedName(m_path);
    const fs::path others = unfinishedName(m_folder.path() / "other.bt");
    m_folder.write(left.filename().string(), "half");
    m_folder.write(others.filename().string(), "half");
    m_folder.write(".model.bt.tloupe-0123456789abcdeX.part", "no number");
    m_folder.write(".model.bt.tloupe-0123456789abcdef.part.bt", "another suffix");
    const auto alive = AtomicFile::create(m_path, 4, Existing::Replace);
    EXPECT_FALSE(fs::exists(left));
    EXPECT_TRUE(fs::exists(others));
    ASSERT_TRUE(replace(m_path, "new").has_value());
    EXPECT_TRUE(fs::exists((*alive)->temporary())) << "of a process that lives";
    EXPECT_EQ(m_folder.names().size(), 5U);
}

TEST_F(AtomicFileTest, LeftoversOfShardsGoButForThoseThatAnIndexNames)
{
    const fs::path shard = m_folder.path() / "model-00001-of-00002.bt";
    const fs::path left = unfinishedName(m_folder.path() / "model-00003-of-00007.bt");
    const fs::path passing = passingName(shard);
    const fs::path named = passingName(shard);
    const fs::path others = passingName(m_folder.path() / "other-00001-of-00002.bt");
    for (const fs::path& path : {shard, left, passing, named, others})
        m_folder.write(path.filename().string(), "x");
    m_folder.write("tloupe-0123-model-00001-of-00002.bt", "no such number");
    removeShardLeftovers(shard, {named.filename().string()});
    EXPECT_FALSE(fs::exists(left));
    EXPECT_FALSE(fs::exists(passing));
    for (const fs::path& path : {shard, named, others})
        EXPECT_TRUE(fs::exists(path)) << path;
    EXPECT_EQ(m_folder.names().size(), 4U);
}

TEST_F(AtomicFileTest, AnUnfinishedFileIsNobodysCheckpoint)
{
    const auto file = AtomicFile::create(m_path, 4, Existing::Replace);
    EXPECT_EQ(findModel(m_folder.path()).error().code, ErrorCode::NotFound);
}

TEST_F(AtomicFileTest, MoreThanTheDiskHasIsRefusedAtOnce)
{
    const auto file = AtomicFile::create(m_path, std::uint64_t{1} << 60, Existing::Replace);
    ASSERT_FALSE(file.has_value());
    EXPECT_THAT(file.error().message, HasSubstr("1,152,921,504,606,846,976 bytes"));
    EXPECT_EQ(file.error().code, ErrorCode::NoSpace);
    EXPECT_TRUE(m_folder.names().empty());
}

/// Runs `body` in a child process, which may change its limits and files, and returns its result.
template <typename Body>
bool inChild(Body&& body)
{
    const pid_t child = fork();
    if (child == 0)
        _exit(body() ? 0 : 1);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_F(AtomicFileTest, ALimitOnSizeIsAnErrorAndNotTheEnd)
{
    m_folder.write("model.bt", "old");
    EXPECT_TRUE(inChild([&] {
        const rlimit limit{4096, 4096};
        setrlimit(RLIMIT_FSIZE, &limit);
        const auto done = replace(m_path, std::string(5000, 'x'));
        return !done && done.error().code == ErrorCode::TooLarge && done.error().path == m_path.string();
    }));
    EXPECT_EQ(readFile(m_path), "old");
    EXPECT_THAT(m_folder.names(), ElementsAre("model.bt"));
}

TEST_F(AtomicFileTest, AllAreRemovedAtOnceAndNoneIsPutInPlace)
{
    m_folder.write("model.bt", "old");
    EXPECT_TRUE(inChild([&] {
        auto file = AtomicFile::create(m_path, 3, Existing::Replace);
        auto inFolder = AtomicFile::create(m_folder.path() / "created" / "model.bt", 3, Existing::Replace);
        const bool written = writeWhole(**file, "new").has_value() && writeWhole(**inFolder, "new").has_value();
        removeUnfinishedFiles();
        const bool isGone = !fs::exists(m_folder.path() / "created");
        return written && isGone && !(*file)->commit() && !(*inFolder)->commit()
            && !AtomicFile::create(m_folder.path() / "created" / "model.bt", 3, Existing::Replace);
    }));
    EXPECT_EQ(readFile(m_path), "old");
    EXPECT_THAT(m_folder.names(), ElementsAre("model.bt"));
}

TEST_F(AtomicFileTest, AFolderThatCannotBeCreatedIsNamed)
{
    const fs::path folder = m_folder.path() / std::string(300, 'x');
    for (const fs::path& file : {folder / "model.bt", folder / ""}) {
        const auto created = NewFolder::createFor(file);
        ASSERT_FALSE(created);
        EXPECT_EQ(created.error().path, folder);
        EXPECT_THAT(created.error().message, testing::StartsWith("cannot create the folder: "));
    }
}

/// The last process to close the file frees its disk space.
TEST_F(AtomicFileTest, ALargeFileThatIsGivenUpIsClosedLastByAnotherProcess)
{
    constexpr std::uint64_t large = std::uint64_t{64} << 20;
    EXPECT_TRUE(inChild([&] {
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        AtomicFile::create(m_path, 1000, Existing::Replace)->reset();
        const bool none = wait(nullptr) < 0;
        AtomicFile::create(m_path, large, Existing::Replace)->reset();
        const bool one = wait(nullptr) > 0; // the other process ends by itself
        const auto file = AtomicFile::create(m_path, large, Existing::Replace);
        removeUnfinishedFiles();
        return none && one && file && waitpid(-1, nullptr, WNOHANG) == 0; // the other process waits for ours to end
    }));
    EXPECT_THAT(m_folder.names(), ElementsAre());
}

TEST_F(AtomicFileTest, WhatKeepsItOpenKeepsNothingElseOpen)
{
    m_folder.write("model.bt", "x");
    const int kept = open(m_path.c_str(), O_RDWR | O_CLOEXEC);
    const int same = open(m_path.c_str(), O_RDWR | O_CLOEXEC);
    std::array<int, 2> pipe{};
    ASSERT_EQ(pipe2(pipe.data(), O_CLOEXEC), 0);
    ASSERT_EQ(flock(kept, LOCK_EX), 0);
    {
        const LastClose elsewhere(std::array{kept, -1});
        close(kept);
        EXPECT_NE(flock(same, LOCK_EX | LOCK_NB), 0) << "it is still open, with its lock";
        close(pipe[1]);
        char ignored = 0;
        EXPECT_EQ(read(pipe[0], &ignored, 1), 0) << "nobody else can write to the pipe";
    }
    EXPECT_EQ(flock(same, LOCK_EX), 0) << "waits until it is closed";
    close(same);
    close(pipe[0]);
}

} // namespace

} // namespace loupe::test
