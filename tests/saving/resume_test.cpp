// Saves that are interrupted at any moment by SIGKILL, a failing source or a stop, and then resumed.

#include "analysis/digests/digest.h"
#include "analysis/parallel/parallel.h"
#include "formats/opening/registry.h"
#include "saving/resuming/resume_log.h"
#include "saving/writing/save.h"
#include "support/made_checkpoint.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

/// How many more calls that change names (rename, link, unlink) are allowed before the process kills itself; negative
/// for never.
int namesUntilKill = -1;
/// Tests that only kill processes need not wait for the disk.
bool isDiskWaitedFor = true;

void countName()
{
    if (namesUntilKill >= 0 && namesUntilKill-- == 0)
        ::raise(SIGKILL);
}

} // namespace

// These replace functions of the C library.

extern "C" int rename(const char* from, const char* to) noexcept
{
    countName();
    return static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0U));
}

extern "C" int renameat2(int fromFolder, const char* from, int toFolder, const char* to, unsigned flags) noexcept
{
    countName();
    return static_cast<int>(::syscall(SYS_renameat2, fromFolder, from, toFolder, to, flags));
}

extern "C" int link(const char* from, const char* to) noexcept
{
    countName();
    return static_cast<int>(::syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
}

extern "C" int unlink(const char* path) noexcept
{
    countName();
    return static_cast<int>(::syscall(SYS_unlinkat, AT_FDCWD, path, 0));
}

extern "C" int fsync(int file)
{
    return isDiskWaitedFor ? static_cast<int>(::syscall(SYS_fsync, file)) : 0;
}

extern "C" int fdatasync(int file)
{
    return isDiskWaitedFor ? static_cast<int>(::syscall(SYS_fdatasync, file)) : 0;
}

namespace loupe::test {

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;

/// Bytes that kill the process, fail or stop the save as soon as a certain byte is read.
class EndingBytes : public RemoteBytes {
public:
    enum class End : std::uint8_t { Never, Kill, Fail, Stop };
    struct Script {
        End end = End::Never;
        std::uint64_t offset = 0; ///< reading the byte at this offset triggers the end
        std::string version = "one";
        std::stop_source stop;
        std::atomic<std::uint64_t> bytesRead = 0;
    };

    EndingBytes(const std::string& content, Script& script)
        : m_content(content)
        , m_script(script)
    {
    }
    Result<> read(std::uint64_t offset, std::span<std::byte> target) override
    {
        if (m_script.end != End::Never && offset + target.size() > m_script.offset) {
            if (m_script.end == End::Kill)
                ::raise(SIGKILL);
            if (m_script.end == End::Fail)
                return fail(ErrorCode::Io, "the server is gone");
            m_script.stop.request_stop();
        }
        std::memcpy(target.data(), m_content.data() + offset, target.size());
        m_script.bytesRead += target.size();
        return {};
    }
    Result<std::span<const std::byte>> view(
        ByteRange range, Buffer& scratch, std::shared_ptr<const void>& /*keeper*/) override
    {
        if (auto room = scratch.resize(range.size()); !room)
            return fail(room.error());
        const auto bytes = scratch.bytes().first(range.size());
        return read(range.begin, bytes).map([&] { return std::span<const std::byte>(bytes); });
    }
    std::shared_ptr<void> expect(std::vector<ByteRange> /*ranges*/, const Reading& /*reading*/) override { return {}; }
    Result<> checkUnchanged() const override { return {}; }
    std::string version() const override { return m_script.version; }

private:
    const std::string& m_content;
    Script& m_script;
};

using End = EndingBytes::End;

class ResumeTest : public testing::Test {
protected:
    ResumeTest()
    {
        std::uint64_t state = 1;
        m_content.resize(24 * mebibyte + 4096);
        for (std::size_t i = 0; i < m_content.size(); i += 8) {
            state = state * 6364136223846793005U + 1442695040888963407U;
            std::memcpy(m_content.data() + i, &state, 8);
        }
        setThreadLimit(1); // runs finish in order, and a forked process needs no other thread
    }
    ~ResumeTest() override
    {
        setThreadLimit(0);
        isDiskWaitedFor = true;
    }

    /// A tensor of 12 MiB, which takes two runs, some small tensors, and another one of 12 MiB.
    Recipe recipe(const Format& format = safetensors)
    {
        MadeCheckpoint made;
        made.add("large", DType::I32, {12 * mebibyte / 4});
        for (int i = 0; i < 4; ++i)
            made.add("small." + std::to_string(i), DType::I32, {256});
        made.add("tail", DType::I32, {12 * mebibyte / 4});
        FileIdentity identity;
        identity.device = Source::remoteDevice;
        identity.size = m_content.size();
        made->files.front().source =
            Source::remote("https://server/model", identity, std::make_shared<EndingBytes>(m_content, m_script));
        made->files.front().path = "https://server/model";
        return copyOf(made.take(), format);
    }

    Result<SaveTarget> save(const Recipe& recipe, const fs::path& path, bool goesOn)
    {
        const auto plan = makePlan(recipe);
        if (!plan)
            return fail(plan.error());
        m_target = saveTarget(path, *plan, *recipe.format);
        SaveOptions options{.existing = m_existing, .verify = m_verify, .resumption = m_resumption};
        options.resumption->goesOn = goesOn;
        return loupe::save(recipe, *plan, m_target, options, {m_script.stop.get_token(), nullptr});
    }

    /// Runs a save in a child process and kills it when this byte of the source is read.
    void killAt(const Recipe& recipe, const fs::path& path, std::uint64_t offset, bool goesOn = false)
    {
        m_script.end = End::Kill;
        m_script.offset = offset;
        const pid_t child = fork();
        if (child == 0) {
            static_cast<void>(save(recipe, path, goesOn));
            _exit(0);
        }
        const auto plan = makePlan(recipe);
        m_target = saveTarget(path, plan.value(), *recipe.format);
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        m_script.end = End::Never;
        m_script.bytesRead = 0;
    }

    /// Kills a save before it changes names for the time of this number, counted from 0. Returns false if the save
    /// completes first.
    bool killAtName(const Recipe& recipe, const fs::path& path, int number, bool goesOn)
    {
        const pid_t child = fork();
        if (child == 0) {
            namesUntilKill = number;
            _exit(save(recipe, path, goesOn) ? 0 : 1);
        }
        int status = 0;
        EXPECT_EQ(waitpid(child, &status, 0), child);
        EXPECT_TRUE(WIFSIGNALED(status) ? WTERMSIG(status) == SIGKILL : WEXITSTATUS(status) == 0);
        return WIFSIGNALED(status);
    }

    /// The output of an uninterrupted save, as file name -> digest.
    std::map<std::string, std::string> expected(const Recipe& recipe)
    {
        const TemporaryFolder folder;
        EXPECT_TRUE(save(recipe, folder.path() / "model.out", false).has_value());
        m_script.bytesRead = 0;
        return contents(folder.path());
    }

    static std::map<std::string, std::string> contents(const fs::path& folder)
    {
        std::map<std::string, std::string> found;
        for (const auto& entry : fs::directory_iterator(folder))
            found[entry.path().filename()] =
                digestFile(*Source::open(entry.path()).value(), DigestAlgorithm::Sha256).value();
        return found;
    }

    /// The unfinished file that was left behind.
    fs::path unfinished() const
    {
        for (const std::string& name : m_folder.names()) {
            if (name.ends_with(".part"))
                return m_folder.path() / name;
        }
        return {};
    }

    fs::path out() const { return m_folder.path() / "model.out"; }
    fs::path log() const { return m_folder.path() / ".model.out.tloupe-resume"; }

    std::string m_content;
    EndingBytes::Script m_script;
    Resumption m_resumption{.version = "1", .options = {"--dtype=bf16"}, .least = 0, .syncEvery = 8 * mebibyte};
    Existing m_existing = Existing::Refuse;
    bool m_verify = true;
    SaveTarget m_target;
    TemporaryFolder m_folder;
};

TEST_F(ResumeTest, AKilledSaveGoesOnToTheSameBytes)
{
    m_verify = false; // so that only bytes that are not yet written are read
    for (const Format* const format : {&safetensors, &bintensors}) {
        const Recipe whole = recipe(*format);
        const auto wanted = expected(whole);
        // The runs: 8 MiB, 4 MiB, the small tensors, 8 MiB, 4 MiB.
        const std::pair<std::uint64_t, std::uint64_t> kept[] = {{0, 0}, {9 * mebibyte, 8 * mebibyte},
            {12 * mebibyte + 2000, 12 * mebibyte}, {20 * mebibyte, 12 * mebibyte + 4096},
            {24 * mebibyte + 4095, 20 * mebibyte + 4096}};
        for (const auto& [offset, bytes] : kept) {
            killAt(whole, out(), offset);
            EXPECT_EQ(keptBytes(m_target).value_or(0), bytes) << offset;
            const auto saved = save(whole, out(), true);
            ASSERT_TRUE(saved.has_value()) << describe(saved.error());
            EXPECT_EQ(m_script.bytesRead, m_content.size() - bytes) << offset;
            EXPECT_EQ(contents(m_folder.path()), wanted) << format->id << ", killed at " << offset;
            fs::remove(out());
        }
    }
}

TEST_F(ResumeTest, ItGoesOnMoreThanOnce)
{
    const Recipe whole = recipe();
    const auto wanted = expected(whole);
    killAt(whole, out(), 9 * mebibyte);
    killAt(whole, out(), 15 * mebibyte, true);
    killAt(whole, out(), 22 * mebibyte, true);
    EXPECT_EQ(keptBytes(m_target), 20 * mebibyte + 4096);
    ASSERT_TRUE(save(whole, out(), true).has_value());
    EXPECT_EQ(contents(m_folder.path()), wanted);
}

TEST_F(ResumeTest, ShardsGoOn)
{
    for (const std::uint64_t offset : {9 * mebibyte, 23 * mebibyte}) {
        Recipe shards = recipe();
        shards.shardSize = 13 * mebibyte;
        const auto wanted = expected(shards);
        ASSERT_EQ(wanted.size(), 3U);
        killAt(shards, out(), offset);
        ASSERT_TRUE(save(shards, out(), true).has_value());
        EXPECT_EQ(contents(m_folder.path()), wanted) << offset;
        for (const auto& [name, content] : wanted)
            fs::remove(m_folder.path() / name);
    }
}

/// Three tensors of 12 KiB, in three shards or one.
Recipe smallRecipe(const std::string& content, EndingBytes::Script& script, bool isSharded)
{
    MadeCheckpoint made;
    for (const char* const name : {"a", "b", "c"})
        made.add(name, DType::I32, {3 * 1024});
    FileIdentity identity;
    identity.device = Source::remoteDevice;
    identity.size = content.size();
    made->files.front().source =
        Source::remote("https://server/model", identity, std::make_shared<EndingBytes>(content, script));
    made->files.front().path = "https://server/model";
    Recipe recipe = copyOf(made.take(), safetensors);
    recipe.shardSize = isSharded ? 13 * 1024 : 0;
    return recipe;
}

TEST_F(ResumeTest, ASaveThatIsKilledBetweenItsRenamesGoesOn)
{
    isDiskWaitedFor = false;
    m_content.resize(36 * 1024); // forking a small process is faster
    m_content.shrink_to_fit();
    struct Way {
        bool isSharded;
        bool replaces; ///< replaces shards of the same names, or the file
        int leastNames; ///< the least number of calls that change names
    };
    for (const Way& way : {Way{false, false, 2}, Way{true, false, 5}, Way{false, true, 2}, Way{true, true, 15}}) {
        const Recipe small = smallRecipe(m_content, m_script, way.isSharded);
        m_existing = Existing::Refuse;
        const auto wanted = expected(small);
        const std::string other(36 * 1024, 'x');
        const auto old = [&](const fs::path& folder) {
            m_existing = Existing::Refuse;
            static_cast<void>(save(smallRecipe(other, m_script, way.isSharded), folder / "model.out", false));
            m_existing = Existing::Replace;
        };
        for (const bool twice : {false, true}) {
            int stop = 0;
            for (bool isKilled = true; isKilled; ++stop) {
                SCOPED_TRACE(testing::Message() << "sharded " << way.isSharded << ", replaces " << way.replaces
                                                << ", twice " << twice << ", before name " << stop);
                if (way.replaces)
                    old(m_folder.path());
                isKilled = killAtName(small, out(), stop, false);
                const bool isLeft = isKilled && (!twice || killAtName(small, out(), 1, true));
                if (isKilled && way.replaces) {
                    const auto there = openCheckpoint(way.isSharded ? *m_target.index : out());
                    ASSERT_TRUE(there.has_value());
                    EXPECT_FALSE((*there)->findings.hasErrors()) << "whole at any moment";
                }
                const auto saved = save(small, out(), true);
                if (isLeft || way.replaces)
                    ASSERT_TRUE(saved.has_value()) << describe(saved.error());
                else
                    EXPECT_EQ(saved.error().code, ErrorCode::Exists) << "nothing is left that would be gone on with";
                ASSERT_EQ(contents(m_folder.path()), wanted);
                for (const auto& [name, content] : wanted)
                    fs::remove(m_folder.path() / name);
            }
            EXPECT_GT(stop, way.leastNames);
        }
    }
}

TEST_F(ResumeTest, ALogThatStayedDoesNotTakeFilesThatWereChangedSince)
{
    isDiskWaitedFor = false;
    const Recipe small = smallRecipe(m_content, m_script, true);
    ASSERT_TRUE(save(small, out(), false).has_value());
    const auto last = [&] {
        const fs::path index = *m_target.index;
        int stop = 0;
        do { // until both the index and the log exist
            for (const std::string& name : m_folder.names())
                fs::remove(m_folder.path() / name);
            EXPECT_TRUE(killAtName(small, out(), stop++, false));
        } while (!fs::exists(index) || !fs::exists(resumeLogPath(m_target)));
    };
    const auto change = [](const fs::path& path, std::streamoff offset) {
        std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
        const int byte = file.seekg(offset).get();
        file.seekp(offset).put(static_cast<char>(byte ^ 1));
    };
    const std::pair<fs::path, std::streamoff> changes[] = {
        {m_target.files[1], 20}, {m_target.files[1], 5000}, {*m_target.index, 30}};
    for (const auto& [path, offset] : changes) {
        last();
        change(path, offset);
        auto before = contents(m_folder.path());
        before.erase(resumeLogPath(m_target).filename());
        const auto saved = save(small, out(), true);
        ASSERT_FALSE(saved.has_value());
        EXPECT_EQ(saved.error().code, ErrorCode::Exists);
        EXPECT_EQ(contents(m_folder.path()), before) << path;
    }
}

TEST_F(ResumeTest, AFailureAndAStopKeepWhatIsWritten)
{
    const Recipe whole = recipe();
    const auto wanted = expected(whole);
    for (const End end : {End::Fail, End::Stop}) {
        m_script.end = end;
        m_script.offset = 13 * mebibyte;
        const auto ended = save(whole, out(), false);
        EXPECT_EQ(ended.error().code, end == End::Fail ? ErrorCode::Io : ErrorCode::Stopped);
        EXPECT_EQ(keptBytes(m_target), 12 * mebibyte + 4096);
        m_script.end = End::Never;
        m_script.stop = {};
        ASSERT_TRUE(save(whole, out(), true).has_value());
        EXPECT_EQ(contents(m_folder.path()), wanted);
        fs::remove(out());
    }
}

TEST_F(ResumeTest, LittleOrNothingAskedForLeavesNothing)
{
    const Recipe whole = recipe();
    m_script.end = End::Fail;
    m_script.offset = 13 * mebibyte;
    m_resumption.least = 64 * mebibyte;
    EXPECT_FALSE(save(whole, out(), false).has_value());
    EXPECT_THAT(m_folder.names(), IsEmpty());
    const auto plan = makePlan(whole).value();
    EXPECT_FALSE(loupe::save(whole, plan, saveTarget(out(), plan, safetensors), {}).has_value());
    EXPECT_THAT(m_folder.names(), IsEmpty());
}

TEST_F(ResumeTest, WhatIsLeftGoesWithTheNextSaveThatStartsAnew)
{
    const Recipe whole = recipe();
    const auto wanted = expected(whole);
    killAt(whole, out(), 13 * mebibyte);
    EXPECT_EQ(m_folder.names().size(), 2U);
    ASSERT_TRUE(save(whole, out(), false).has_value());
    EXPECT_EQ(contents(m_folder.path()), wanted);
}

TEST_F(ResumeTest, AnotherSaveIsRefused)
{
    const Recipe whole = recipe();
    killAt(whole, out(), 13 * mebibyte);
    const auto refuses = [&](const Recipe& recipe, const std::string& why) {
        const auto saved = save(recipe, out(), true);
        ASSERT_FALSE(saved.has_value());
        EXPECT_EQ(saved.error().code, ErrorCode::InvalidArgument);
        EXPECT_THAT(saved.error().message, HasSubstr(why));
        EXPECT_EQ(m_folder.names().size(), 2U) << "what is left stays";
    };
    const Resumption same = m_resumption;
    m_resumption.version = "2";
    refuses(whole, "the version of tloupe is 2, expected 1");
    m_resumption = same;
    m_resumption.options = {"--dtype=f16"};
    refuses(whole, R"(the options are "--dtype=f16", expected "--dtype=bf16")");
    m_resumption = same;
    m_script.version = "two";
    refuses(whole, R"(the version of "https://server/model" is "two", expected "one")");
    m_script.version = "one";
    Recipe other = recipe();
    std::swap(other.items[1].name, other.items[2].name);
    refuses(other, "the digest of what is to be written");
    other = recipe();
    other.items[0].dtype = DType::F32;
    refuses(other, "the digest of what is to be written");
    EXPECT_TRUE(save(whole, out(), true).has_value());
}

TEST_F(ResumeTest, DamageOfWhatWasSyncedIsRefusedAndOfTheRestRepaired)
{
    const Recipe whole = recipe();
    const auto wanted = expected(whole);
    const std::uint64_t start = makePlan(whole)->files.front().start.size();
    const auto damage = [&](const fs::path& path, std::uint64_t offset) {
        std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
        const int byte = file.seekg(static_cast<std::streamoff>(offset)).get();
        file.seekp(static_cast<std::streamoff>(offset)).put(static_cast<char>(byte ^ 1));
    };
    m_resumption.syncEvery = 8 * mebibyte; // syncs after the first run, but not after the second
    killAt(whole, out(), 13 * mebibyte);
    const fs::path left = unfinished();
    damage(left, start + 8 * mebibyte - 1);
    const auto refused = save(whole, out(), true);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, ErrorCode::Malformed);
    EXPECT_EQ(refused.error().path, left.string());
    EXPECT_THAT(refused.error().message, HasSubstr("are not what was written"));
    damage(left, start + 8 * mebibyte - 1); // undoes the damage
    damage(left, start + 8 * mebibyte);
    ASSERT_TRUE(save(whole, out(), true).has_value());
    EXPECT_EQ(contents(m_folder.path()), wanted);
    fs::remove(out());

    killAt(whole, out(), 13 * mebibyte);
    damage(log(), 60); // in the log's header
    EXPECT_EQ(save(whole, out(), true).error().code, ErrorCode::Malformed);
    damage(log(), 60);
    fs::resize_file(log(), fs::file_size(log()) - 5); // cuts the last line
    ASSERT_TRUE(save(whole, out(), true).has_value());
    EXPECT_EQ(contents(m_folder.path()), wanted);
    fs::remove(out());

    killAt(whole, out(), 13 * mebibyte);
    fs::remove(unfinished());
    EXPECT_EQ(save(whole, out(), true).error().code, ErrorCode::NotFound);
}

TEST_F(ResumeTest, AnotherProcessThatWritesTheSameIsLeftAlone)
{
    const Recipe whole = recipe();
    killAt(whole, out(), 13 * mebibyte);
    Descriptor held;
    ASSERT_TRUE(openResumeLog(log(), held).has_value());
    const auto refused = save(whole, out(), true);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, ErrorCode::Exists);
    EXPECT_EQ(keptBytes(m_target), std::nullopt);
}

TEST_F(ResumeTest, LogsReadBackAsTheyWereWritten)
{
    ResumeHeader header{.version = "1",
        .options = {"--select=a\"b"},
        .inputs = {{.path = "in", .bytes = 5, .version = "6", .header = "78"}},
        .recipe = "9",
        .files = {{"0123456789abcdef", 7}}};
    const WrittenRun run{0, 3, 8, "0123456789abcdef0123456789abcdef"};
    const std::string text = resumeHeaderText(header) + writtenRunText(run) + syncedText(1);
    const auto log = parseResumeLog(text).value();
    EXPECT_EQ(otherSave(log.header, header), "");
    ASSERT_EQ(log.runs.size(), 1U);
    EXPECT_EQ(writtenRunText(log.runs.front()), writtenRunText(run));
    EXPECT_EQ(log.synced, 1U);
    EXPECT_EQ(log.validBytes, text.size());
    for (const char* const tail : {"run 0 1", "run 0 1 2 3\n", "synced 2\n", "synced x\n", "\n", "run 0 -1 2 3\n"})
        EXPECT_EQ(parseResumeLog(text + tail + syncedText(1)).value().validBytes, text.size()) << tail;
    const std::size_t headerSize = resumeHeaderText(header).size();
    for (std::size_t size = 0; size < headerSize; ++size)
        EXPECT_FALSE(parseResumeLog(text.substr(0, size)).has_value()) << size;
    for (std::size_t i = 0; i < headerSize; ++i) {
        std::string other = text;
        other[i] ^= 1;
        EXPECT_FALSE(parseResumeLog(other).has_value()) << i;
    }
}

} // namespace

} // namespace loupe::test
