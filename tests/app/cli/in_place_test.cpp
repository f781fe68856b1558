// Tests edits of a header in place by the program: its messages, and the resulting files if it is killed, has no space,
// is not allowed to write, or runs more than once.

#include "app/cli/child.h"
#include "app/cli/process.h"
#include "support/file_content.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <sys/stat.h>

namespace loupe::test {

namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using Clock = std::chrono::steady_clock;

/// A model that consists mostly of its header.
class InPlaceTest : public testing::Test {
protected:
    static constexpr std::size_t tensors = 4000;

    void SetUp() override
    {
        m_old = modelOf('a');
        m_new = modelOf('b');
        m_path = m_folder.write("model.safetensors", m_old);
    }
    static std::string modelOf(char mark)
    {
        std::string header = "{";
        for (std::size_t i = 0; i < tensors; ++i) {
            std::string number = std::to_string(i);
            number.insert(0, 4 - number.size(), '0');
            header += (i == 0 ? "\"" : ",\"") + std::string(150, mark) + number + R"(":{"dtype":"U8","shape":[1],)"
                + R"("data_offsets":[)" + std::to_string(i) + ',' + std::to_string(i + 1) + "]}";
        }
        header += '}';
        header.resize((header.size() + 7) / 8 * 8, ' ');
        const std::uint64_t length = header.size();
        return std::string(reinterpret_cast<const char*>(&length), 8) + header + std::string(tensors, 'x');
    }
    static std::vector<std::string> edit(char from, char to)
    {
        return {"convert", "model.safetensors", "model.safetensors", "--force", "--rename",
            std::string("^") + from + "+=" + std::string(150, to)};
    }
    bool hasJournal() const
    {
        struct stat status { };
        return lstat(m_journal.c_str(), &status) == 0;
    }
    std::vector<std::string> names() const
    {
        std::vector<std::string> list;
        for (const auto& entry : fs::directory_iterator(m_folder.path()))
            list.push_back(entry.path().filename());
        return list;
    }

    TemporaryFolder m_folder;
    fs::path m_path;
    fs::path m_journal = m_folder.path() / ".model.safetensors.tloupe-journal";
    std::string m_old;
    std::string m_new;
};

TEST_F(InPlaceTest, ItSaysSo)
{
    auto dry = edit('a', 'b');
    dry.emplace_back("--dry-run");
    const Outcome would = tloupe(dry, m_folder.path());
    EXPECT_THAT(would.out, HasSubstr("nothing was written: only the header would be, in place\n"));
    EXPECT_TRUE(readFile(m_path) == m_old);
    const Outcome done = tloupe(edit('a', 'b'), m_folder.path());
    EXPECT_EQ(done.status, 0);
    EXPECT_THAT(done.out, HasSubstr("header rewritten in place and verified\n"));
    EXPECT_TRUE(readFile(m_path) == m_new);
    auto json = edit('b', 'a');
    json.insert(json.end(), {"--json", "--no-verify"});
    const auto document = tloupe(json, m_folder.path()).json();
    EXPECT_EQ(document["in_place"], true);
    EXPECT_EQ(document["verified"], false);
    EXPECT_EQ(document["files"][0]["bytes"], m_old.size());
    EXPECT_TRUE(readFile(m_path) == m_old);
    auto whole = edit('a', 'b');
    whole.emplace_back("--no-in-place");
    EXPECT_THAT(tloupe(whole, m_folder.path()).out, HasSubstr("\nwritten and verified\n"));
    EXPECT_TRUE(readFile(m_path) == m_new);
    EXPECT_THAT(names(), ElementsAre("model.safetensors"));
}

TEST_F(InPlaceTest, KilledAtAnyMomentItIsOldOrNewWhenItIsOpened)
{
    // The total time, and how long before the end the journal appears.
    const auto begin = Clock::now();
    Child first(m_folder.path(), edit('a', 'b'));
    while (!hasJournal() && first.running()) { }
    const auto appeared = Clock::now();
    ASSERT_EQ(first.wait(), 0);
    const auto end = Clock::now();
    ASSERT_TRUE(readFile(m_path) == m_new);

    std::mt19937_64 random(4);
    const auto upTo = [&](Clock::duration longest) {
        return Clock::duration(static_cast<Clock::rep>(random() % static_cast<std::uint64_t>(longest.count() + 1)));
    };
    bool isNew = true;
    std::size_t killed = 0;
    std::size_t interrupted = 0;
    const std::size_t rounds = killRounds(60);
    for (std::size_t round = 0; round < rounds; ++round) {
        Child child(m_folder.path(), isNew ? edit('b', 'a') : edit('a', 'b'));
        if (round % 3 != 0) {
            while (!hasJournal() && child.running()) { }
        }
        const auto until = Clock::now() + upTo(round % 3 != 0 ? end - appeared : end - begin);
        while (child.running() && Clock::now() < until) { }
        child.send(SIGKILL);
        killed += child.wait() == 128 + SIGKILL;
        interrupted += hasJournal();
        const Outcome info = tloupe({"info", "--quiet", "model.safetensors"}, m_folder.path());
        ASSERT_EQ(info.status, 0) << info.error;
        ASSERT_FALSE(hasJournal());
        const std::string bytes = readFile(m_path);
        ASSERT_TRUE(bytes == m_old || bytes == m_new) << "after " << round << " rounds";
        isNew = bytes == m_new;
    }
    EXPECT_GT(killed, 0U) << "it was never killed";
    EXPECT_GT(interrupted, 0U) << "it was never killed while a journal was there";
    ASSERT_EQ(Child(m_folder.path(), isNew ? edit('b', 'a') : edit('a', 'b')).wait(), 0);
    EXPECT_TRUE(readFile(m_path) == (isNew ? m_old : m_new));
    EXPECT_THAT(names(), ElementsAre("model.safetensors"));
}

TEST_F(InPlaceTest, SeveralAtOnceLeaveOneOfTheResults)
{
    const std::size_t rounds = killRounds(30);
    for (std::size_t round = 0; round < rounds; ++round) {
        m_folder.write("model.safetensors", m_old);
        Child one(m_folder.path(), edit('a', 'b'));
        Child other(m_folder.path(), edit('a', 'c'));
        Child reader(m_folder.path(), {"info", "model.safetensors"});
        const bool oneDone = one.wait() == 0;
        const bool otherDone = other.wait() == 0;
        reader.wait();
        EXPECT_TRUE(oneDone || otherDone);
        const std::string bytes = readFile(m_path);
        ASSERT_TRUE((oneDone && bytes == m_new) || (otherDone && bytes == modelOf('c'))) << "in round " << round;
        ASSERT_THAT(names(), ElementsAre("model.safetensors"));
    }
}

TEST_F(InPlaceTest, AFullDiskIsAnErrorAndTheOldFileStays)
{
    fs::create_directory(m_folder.path() / "disk");
    const std::string rename = "'^a+=" + std::string(150, 'b') + "'";
    const auto outcome = withMount(m_folder.path(),
        "mount -t tmpfs -o size=1200k none disk || exit 77\n"
        "cp model.safetensors disk\n"
        "\"$0\" convert disk/model.safetensors disk/model.safetensors --force --rename "
            + rename + "; echo $?; cmp model.safetensors disk/model.safetensors && ls -A disk");
    if (!outcome || outcome->status == 77)
        GTEST_SKIP() << "a file system can only be mounted by root with the capability to";
    EXPECT_EQ(outcome->out, "3\nmodel.safetensors\n");
    EXPECT_THAT(outcome->error,
        testing::MatchesRegex(
            "tloupe: disk/model.safetensors: the header cannot be rewritten in place \\(needs [0-9,]+ "
            "bytes, free are [0-9,]+\\), and the whole file cannot be rewritten: needs [0-9,]+ bytes, "
            "free are [0-9,]+\n"));
    // If there is room for another file, but not for this header's journal, a new file is written.
    const auto whole = withMount(m_folder.path(),
        "mount -t tmpfs -o size=2m none disk || exit 77\n"
        "cp model.safetensors disk\n"
        "\"$0\" convert disk/model.safetensors disk/model.safetensors --force --rename "
            + rename + "; cmp model.safetensors disk/model.safetensors; ls -A disk");
    ASSERT_TRUE(whole.has_value());
    EXPECT_THAT(whole->out, HasSubstr("\nwritten and verified\n"));
    EXPECT_THAT(whole->out, testing::EndsWith("differ: byte 11, line 1\nmodel.safetensors\n"));
}

TEST_F(InPlaceTest, WhereNothingCanBeWrittenAnInterruptedEditIsAFinding)
{
    // The test interrupts the edit after the journal has appeared.
    std::string half = m_new.substr(0, m_new.size() / 2) + m_old.substr(m_old.size() / 2);
    std::string journal;
    while (journal.empty()) {
        m_folder.write("model.safetensors", m_old);
        Child child(m_folder.path(), edit('a', 'b'));
        while (!hasJournal() && child.running()) { }
        child.send(SIGSTOP);
        if (hasJournal())
            journal = readFile(m_journal);
        child.send(SIGKILL);
        child.wait();
        fs::remove(m_journal);
    }
    fs::create_directory(m_folder.path() / "disk");
    m_folder.write("disk/model.safetensors", half);
    m_folder.write("disk/.model.safetensors.tloupe-journal", journal);
    const auto outcome = withMount(m_folder.path(),
        "mount --bind disk disk && mount -o remount,ro,bind disk || exit 77\n"
        "\"$0\" info disk/model.safetensors --quiet; echo $?; \"$0\" validate disk/model.safetensors --json");
    if (!outcome || outcome->status == 77)
        GTEST_SKIP() << "a file system can only be mounted by root with the capability to";
    EXPECT_THAT(outcome->out, testing::StartsWith("1\n"));
    EXPECT_THAT(outcome->out, HasSubstr("\"edit-interrupted\""));
    EXPECT_THAT(outcome->out, HasSubstr("Read-only file system"));
    EXPECT_TRUE(readFile(m_folder.path() / "disk/model.safetensors") == half);

    // A digest of the whole file must be that of the new file.
    const Outcome digest = tloupe({"hash", "disk/model.safetensors"}, m_folder.path());
    EXPECT_THAT(digest.error, HasSubstr("an edit of its header was interrupted and has been finished now"));
    EXPECT_TRUE(readFile(m_folder.path() / "disk/model.safetensors") == m_new);
    m_folder.write("new", m_new);
    EXPECT_EQ(digest.out.substr(0, 32), tloupe({"hash", "new"}, m_folder.path()).out.substr(0, 32));
}

} // namespace

} // namespace loupe::test
