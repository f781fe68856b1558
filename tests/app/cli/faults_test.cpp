// The program's behavior when the system fails: each read or write call fails once, at each moment; the file is
// truncated, replaced or deleted meanwhile; descriptors, memory and disk space run out. The program never crashes,
// never leaves a partial file, and never reports a figure that is not from the file.

#include "app/cli/process.h"
#include "support/file_content.h"
#include "support/sanitized.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <optional>
#include <set>
#include <sys/stat.h>

namespace loupe::test {

namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using Arguments = std::vector<std::string>;

class FaultsTest : public testing::Test {
protected:
    void SetUp() override
    {
        fs::create_directory(m_folder.path() / "out");
        restore();
    }
    /// Writes a model of six tensors of 128 KiB each, and another one that differs in the last tensor.
    void restore() const
    {
        m_folder.write("model.safetensors", model('a'));
        m_folder.write("other.safetensors", model('b'));
    }
    static std::string model(char last)
    {
        constexpr std::size_t size = 128 << 10;
        std::string header = "{";
        for (std::size_t i = 0; i < 6; ++i) {
            header += (i == 0 ? R"("t)" : R"(,"t)") + std::to_string(i) + R"(":{"dtype":"U8","shape":[)"
                + std::to_string(size) + R"(],"data_offsets":[)" + std::to_string(i * size) + ','
                + std::to_string((i + 1) * size) + "]}";
        }
        header += '}';
        header.resize((header.size() + 7) / 8 * 8, ' ');
        const std::uint64_t length = header.size();
        return std::string(reinterpret_cast<const char*>(&length), 8) + header + std::string(5 * size, 'x')
            + std::string(size, last);
    }

    struct Fault {
        std::string call; ///< as in fault_library.cpp
        std::string what;
        bool unmapped = false;
        std::string target = {}; ///< the file to change, if not the file of the call
    };
    /// Runs tloupe with a fault before call number `n`, from 0, on files whose paths start with `file`. Empty if there
    /// are fewer calls.
    std::optional<Outcome> withFault(const Fault& fault, std::size_t n, const fs::path& file, Arguments arguments) const
    {
        const fs::path mark = m_folder.path() / "mark";
        fs::remove(mark);
        arguments.insert(arguments.begin(),
            {"LD_PRELOAD=" LOUPE_FAULT_LIBRARY,
                "LOUPE_FAULT=" + fault.call + ':' + fault.what + ':' + std::to_string(n),
                "LOUPE_FAULT_FILE=" + file.string(), "LOUPE_FAULT_MARK=" + mark.string(),
                fault.unmapped ? "LOUPE_FAULT_UNMAPPED=1" : "LOUPE_FAULT_MAPPED=1",
                fault.target.empty() ? "LOUPE_FAULT_SAME=1" : "LOUPE_FAULT_TARGET=" + fault.target, LOUPE_TLOUPE});
        Outcome outcome = runProgram("env", std::move(arguments), m_folder.path());
        return fs::exists(mark) ? std::optional(std::move(outcome)) : std::nullopt;
    }
    Outcome run(Arguments arguments) const { return tloupe(std::move(arguments), m_folder.path()); }
    /// Runs tloupe in a shell after `before`, for example to set limits.
    Outcome runAfter(const std::string& before, Arguments arguments) const
    {
        arguments.insert(arguments.begin(), {"-c", before + " && exec \"$0\" \"$@\"", LOUPE_TLOUPE});
        return runProgram("sh", std::move(arguments), m_folder.path());
    }

    static std::vector<Arguments> readers()
    {
        return {{"info", "--json", "model.safetensors"}, {"validate", "model.safetensors"},
            {"stats", "model.safetensors"}, {"scan", "model.safetensors"}, {"hash", "model.safetensors"},
            {"hash", "--tensors", "model.safetensors"}, {"diff", "model.safetensors", "other.safetensors"},
            {"diff", "other.safetensors", "model.safetensors"}};
    }
    /// Commands that write to out/ and overwrite existing files.
    static std::vector<Arguments> writers()
    {
        return {{"convert", "model.safetensors", "out/a.bt", "--force", "-q"},
            {"convert", "--salvage", "model.safetensors", "out/a.bt", "--force", "-q"},
            {"export", "model.safetensors", "-o", "out/a.npz", "--force", "-q"},
            {"export", "model.safetensors", "t1", "-o", "out/a.csv", "--force", "-q"},
            {"export", "model.safetensors", "-o", "out/", "--force", "-q"},
            {"diff", "model.safetensors", "other.safetensors", "--html", "out/a.html", "--force", "-q"},
            {"diff", "model.safetensors", "other.safetensors", "--export-difference", "out/a.bt", "--force", "-q"}};
    }
    static Arguments shardWriter()
    {
        return {"convert", "model.safetensors", "out/a.safetensors", "--max-shard-size", "300KB", "--force", "-q"};
    }
    /// The files in out/: name -> content.
    std::map<std::string, std::string> output() const
    {
        std::map<std::string, std::string> found;
        for (const auto& entry : fs::directory_iterator(m_folder.path() / "out"))
            found[entry.path().filename()] = readFile(entry.path());
        return found;
    }
    void clearOutput() const
    {
        fs::remove_all(m_folder.path() / "out");
        fs::create_directory(m_folder.path() / "out");
    }

    fs::path modelPath() const { return m_folder.path() / "model.safetensors"; }
    static std::string textOf(const Arguments& arguments) { return testing::PrintToString(arguments); }

    TemporaryFolder m_folder;
};

TEST_F(FaultsTest, AReadThatFailsIsAnErrorThatSaysWhich)
{
    if (isSanitized)
        GTEST_SKIP() << "the library cannot be preloaded";
    for (const Arguments& arguments : readers()) {
        std::size_t n = 0;
        while (const auto outcome = withFault({"pread", std::to_string(EIO), true}, n, modelPath(), arguments)) {
            ASSERT_EQ(outcome->status, 3) << textOf(arguments) << ", read " << n << '\n' << outcome->error;
            ASSERT_THAT(outcome->error, HasSubstr("model.safetensors: ")) << textOf(arguments);
            ASSERT_THAT(outcome->error, HasSubstr(std::strerror(EIO))) << textOf(arguments);
            ++n;
        }
        EXPECT_GT(n, 0U) << textOf(arguments) << " reads";
    }
}

TEST_F(FaultsTest, AReadThatIsInterruptedOrGivesLessIsReadOn)
{
    if (isSanitized)
        GTEST_SKIP() << "the library cannot be preloaded";
    for (const Arguments& arguments : readers()) {
        const Outcome expected = run(arguments);
        for (const std::string& what : {std::to_string(EINTR), std::string("short")}) {
            std::size_t n = 0;
            while (const auto outcome = withFault({"pread", what, true}, n, modelPath(), arguments)) {
                ASSERT_EQ(outcome->status, expected.status) << textOf(arguments) << ", read " << n << outcome->error;
                ASSERT_EQ(outcome->out, expected.out) << textOf(arguments) << ", read " << n;
                ++n;
            }
            EXPECT_GT(n, 0U) << textOf(arguments);
        }
    }
}

TEST_F(FaultsTest, AWriteThatFailsLeavesTheOldFilesOrTheNewOnes)
{
    if (isSanitized)
        GTEST_SKIP() << "the library cannot be preloaded";
    const std::vector<Fault> faults{{"pwrite", std::to_string(ENOSPC)}, {"pwrite", std::to_string(EIO)},
        {"fsync", std::to_string(EIO)}, {"rename", std::to_string(EIO)}, {"fallocate", std::to_string(ENOSPC)},
        {"open", std::to_string(EMFILE)}, {"open", std::to_string(EACCES)}};
    std::map<std::string, std::size_t> met; // for all writers; a fault that never happens would test nothing
    for (const Arguments& arguments : writers()) {
        clearOutput();
        const int done = run(arguments).status;
        ASSERT_THAT(done, AnyOf(0, 1)) << textOf(arguments);
        const auto whole = output();
        std::size_t failed = 0;
        for (const Fault& fault : faults) {
            for (std::size_t n = 0;; ++n) {
                clearOutput();
                for (const auto& [name, content] : whole)
                    m_folder.write("out/" + name, "old");
                const auto old = output();
                const auto outcome = withFault(fault, n, m_folder.path() / "out", arguments);
                if (!outcome)
                    break;
                ++met[fault.call + ' ' + fault.what];
                const std::string where =
                    textOf(arguments) + ", " + fault.call + ' ' + std::to_string(n) + '\n' + outcome->error;
                ASSERT_THAT(outcome->status, AnyOf(done, 3)) << where;
                failed += outcome->status == 3;
                const auto found = output();
                for (const auto& [name, content] : found) {
                    ASSERT_THAT(name, testing::Not(HasSubstr("tloupe-"))) << where;
                    const auto expected = whole.find(name);
                    ASSERT_TRUE(expected != whole.end()) << where << name;
                    ASSERT_TRUE(content == "old" || content == expected->second) << where << name;
                    ASSERT_TRUE(content != "old" || outcome->status == 3) << where << name;
                }
                ASSERT_EQ(found.size(), whole.size()) << where;
                ASSERT_TRUE(outcome->status != 3 || outcome->error.find("out") != std::string::npos) << where;
            }
        }
        EXPECT_GT(failed, 0U) << textOf(arguments);
    }
    EXPECT_EQ(met.size(), faults.size()) << testing::PrintToString(met);
}

/// The index is either the old one, or lists complete shards.
TEST_F(FaultsTest, AWriteOfShardsThatFailsLeavesAModelThatIsWhole)
{
    if (isSanitized)
        GTEST_SKIP() << "the library cannot be preloaded";
    const Arguments digests{"hash", "--tensors", "--json", "out/a.safetensors.index.json"};
    const auto listed = [&] {
        std::map<std::string, std::string> found;
        const auto document = run(digests).json();
        for (const auto& file : document["files"]) {
            for (const auto& tensor : file["tensors"])
                found[tensor["name"]] = tensor["digest"];
        }
        return found;
    };
    restore();
    ASSERT_EQ(run({"convert", "other.safetensors", "out/a.safetensors", "--max-shard-size", "300KB"}).status, 0);
    const auto oldModel = listed();
    const auto old = output();
    ASSERT_EQ(run(shardWriter()).status, 0);
    const auto newModel = listed();
    ASSERT_EQ(newModel.size(), 6U);
    ASSERT_NE(oldModel, newModel);
    std::size_t failed = 0;
    std::set<std::string> met;
    for (const Fault& fault : std::vector<Fault>{{"pwrite", std::to_string(ENOSPC)}, {"fsync", std::to_string(EIO)},
             {"rename", std::to_string(EIO)}, {"fallocate", std::to_string(ENOSPC)}, {"open", std::to_string(EMFILE)},
             {"link", std::to_string(EPERM)}}) {
        for (std::size_t n = 0;; ++n) {
            clearOutput();
            for (const auto& [name, content] : old)
                m_folder.write("out/" + name, content);
            const auto outcome = withFault(fault, n, m_folder.path() / "out", shardWriter());
            if (!outcome)
                break;
            met.insert(fault.call);
            const std::string where = fault.call + ' ' + std::to_string(n) + '\n' + outcome->error;
            ASSERT_THAT(outcome->status, AnyOf(0, 3)) << where;
            failed += outcome->status == 3;
            ASSERT_EQ(run({"validate", "-q", "out/a.safetensors.index.json"}).status, 0) << where;
            const auto found = listed();
            ASSERT_TRUE(found == newModel || (found == oldModel && outcome->status == 3)) << where;
            // If the old model is kept, nothing of the new one is.
            ASSERT_TRUE(found == newModel || output() == old) << where;
        }
    }
    EXPECT_GT(failed, 20U);
    EXPECT_EQ(met.size(), 6U) << testing::PrintToString(met);
}

TEST_F(FaultsTest, AHeaderThatCannotBeRewrittenIsTheOldOneOrTheNew)
{
    if (isSanitized)
        GTEST_SKIP() << "the library cannot be preloaded";
    const Arguments arguments{
        "convert", "model.safetensors", "model.safetensors", "--rename", "t1=u1", "--force", "-q"};
    const std::string old = readFile(modelPath());
    ASSERT_EQ(run(arguments).status, 0);
    const std::string renamed = readFile(modelPath());
    ASSERT_NE(old, renamed);
    // If the header cannot be rewritten in place, the whole file is rewritten.
    restore();
    Arguments anewArguments = arguments;
    anewArguments.emplace_back("--no-in-place");
    ASSERT_EQ(run(anewArguments).status, 0);
    const std::string anew = readFile(modelPath());
    for (const Fault& fault : std::vector<Fault>{{"pwrite", std::to_string(EIO)}, {"pwrite", "short"},
             {"fsync", std::to_string(EIO)}, {"rename", std::to_string(EIO)}, {"open", std::to_string(EMFILE)}}) {
        for (std::size_t n = 0;; ++n) {
            restore();
            const auto outcome = withFault(fault, n, m_folder.path(), arguments);
            if (!outcome)
                break;
            const std::string where = fault.call + ' ' + std::to_string(n) + '\n' + outcome->error;
            ASSERT_THAT(outcome->status, AnyOf(0, 3)) << where;
            // Opening the file finishes an interrupted edit.
            ASSERT_EQ(run({"info", "-q", "model.safetensors"}).status, 0) << where;
            const std::string found = readFile(modelPath());
            ASSERT_TRUE(found == renamed || found == anew || (found == old && outcome->status != 0)) << where;
        }
    }
}

/// Another process changes the file whenever it is opened, mapped or read.
TEST_F(FaultsTest, AFileThatChangesMeanwhileGivesAnErrorOrItsOwnFigures)
{
    if (isSanitized)
        GTEST_SKIP() << "the library cannot be preloaded";
    for (const Arguments& arguments : readers()) {
        restore();
        const Outcome expected = run(arguments);
        for (const std::string change : {"truncate", "grow", "replace", "delete", "rewrite"}) {
            for (const Fault& fault :
                {Fault{"mmap", change}, Fault{"pread", change, true}, Fault{"open", change, true}}) {
                std::size_t refused = 0;
                for (std::size_t n = 0;; n += 1 + n / 4) {
                    restore();
                    const auto outcome = withFault(fault, n, modelPath(), arguments);
                    if (!outcome)
                        break;
                    const std::string where =
                        textOf(arguments) + ", " + change + " before " + fault.call + ' ' + std::to_string(n);
                    refused += outcome->status == 3;
                    if (outcome->status == 3) {
                        ASSERT_THAT(outcome->error, HasSubstr("model.safetensors: ")) << where;
                    } else if (fault.call != "open" || n > 0) { // before it is opened, it is just another complete file
                        ASSERT_EQ(outcome->out, expected.out) << where << outcome->error;
                    }
                    ASSERT_LT(outcome->status, 4) << where << outcome->error;
                }
                EXPECT_TRUE(refused > 0 || fault.call == "open")
                    << textOf(arguments) << ", " << change << " before " << fault.call;
            }
        }
    }
}

TEST_F(FaultsTest, AFileThatChangesWhileItIsConvertedIsNotConverted)
{
    if (isSanitized)
        GTEST_SKIP() << "the library cannot be preloaded";
    std::map<std::string, std::size_t> noticed;
    for (const Arguments& arguments : writers()) {
        restore();
        clearOutput();
        ASSERT_THAT(run(arguments).status, AnyOf(0, 1));
        const auto whole = output();
        for (const std::string change : {"truncate", "replace", "delete", "rewrite"}) {
            for (std::size_t n = 0;; n += 1 + n / 4) {
                restore();
                clearOutput();
                const Fault fault{"pwrite", change, false, modelPath()};
                const auto outcome = withFault(fault, n, m_folder.path() / "out", arguments);
                if (!outcome)
                    break;
                const std::string where = textOf(arguments) + ", " + change + " before write " + std::to_string(n);
                ASSERT_LT(outcome->status, 4) << where << outcome->error;
                noticed[change] += outcome->status == 3;
                for (const auto& [name, content] : output()) {
                    ASSERT_THAT(name, testing::Not(HasSubstr("tloupe-"))) << where;
                    ASSERT_TRUE(content == whole.at(name)) << where << ": " << name;
                }
            }
        }
    }
    for (const std::string change : {"truncate", "replace", "delete", "rewrite"})
        EXPECT_GT(noticed[change], 0U) << change;
}

TEST_F(FaultsTest, OutOfDescriptorsIsAnError)
{
    if (isSanitized)
        GTEST_SKIP() << "the sanitizer needs some of its own";
    std::size_t refused = 0;
    for (const std::vector<Arguments>& verbs : {readers(), writers()}) {
        for (const Arguments& arguments : verbs) {
            const int expected = run(arguments).status;
            for (int most = 4; most <= 12; ++most) {
                const Outcome outcome = runAfter("ulimit -n " + std::to_string(most), arguments);
                const std::string where = textOf(arguments) + " with " + std::to_string(most) + '\n' + outcome.error;
                // The dynamic loader itself needs a descriptor.
                if (outcome.status == 127 && outcome.error.find("shared librar") != std::string::npos)
                    continue;
                ASSERT_THAT(outcome.status, AnyOf(expected, 3)) << where;
                refused += outcome.status == 3;
                ASSERT_TRUE(outcome.status != 3 || outcome.error.starts_with("tloupe: ")) << where;
            }
            const Outcome enough = runAfter("ulimit -n 64", arguments);
            EXPECT_EQ(enough.status, expected) << textOf(arguments) << enough.error;
        }
    }
    EXPECT_GT(refused, 0U);
}

TEST_F(FaultsTest, OutOfMemoryIsAnError)
{
    if (isSanitized)
        GTEST_SKIP() << "sanitizers take terabytes of addresses";
    const auto limitedTo = [](int megabytes) { return "ulimit -v " + std::to_string(megabytes * 1024); };
    // With less, the program ends before main(): the loader, or the initialization of a library, finds no memory.
    int fewest = 16;
    const auto isEndedByItself = [](int status) { return status == 0 || status == 3; };
    while (fewest < 4096 && !isEndedByItself(runAfter(limitedTo(fewest), {"--version"}).status))
        ++fewest;
    for (const std::vector<Arguments>& verbs : {readers(), writers()}) {
        for (const Arguments& arguments : verbs) {
            const int expected = run(arguments).status;
            bool done = false;
            for (int megabytes = fewest; megabytes <= 4096 && !done; megabytes += 1 + megabytes / 32) {
                clearOutput();
                const Outcome outcome = runAfter(limitedTo(megabytes), arguments);
                const std::string where =
                    textOf(arguments) + " with " + std::to_string(megabytes) + " MB\n" + outcome.error;
                done = outcome.status == expected;
                if (done)
                    continue;
                ASSERT_EQ(outcome.status, 3) << where;
                ASSERT_THAT(outcome.error, HasSubstr("tloupe: ")) << where;
                for (const auto& [name, content] : output())
                    ASSERT_THAT(name, testing::Not(HasSubstr("tloupe-"))) << where;
            }
            EXPECT_TRUE(done) << textOf(arguments) << " never has enough";
        }
    }
}

TEST_F(FaultsTest, ALimitOfFileSizesIsAnErrorOfEveryWriter)
{
    for (const Arguments& arguments : writers()) {
        clearOutput();
        const Outcome outcome = runAfter("ulimit -f 1", arguments);
        EXPECT_EQ(outcome.status, 3) << textOf(arguments) << outcome.error;
        EXPECT_THAT(outcome.error, HasSubstr("File too large")) << textOf(arguments);
        EXPECT_THAT(output(), IsEmpty()) << textOf(arguments);
    }
}

TEST_F(FaultsTest, AnAnswerThatCannotBeWrittenIsAnErrorOfEveryVerb)
{
    std::vector<Arguments> verbs = readers();
    verbs.push_back({"convert", "model.safetensors", "out/a.bt", "--json"});
    verbs.push_back({"export", "model.safetensors", "-o", "out/a.npz", "--json"});
    verbs.push_back({"formats"});
    verbs.push_back({"--help"});
    verbs.push_back({"--version"});
    for (const Arguments& arguments : verbs) {
        Arguments full{"-c", "exec \"$0\" \"$@\" > /dev/full", LOUPE_TLOUPE};
        full.insert(full.end(), arguments.begin(), arguments.end());
        const Outcome outcome = runProgram("sh", full, m_folder.path());
        EXPECT_EQ(outcome.status, 3) << textOf(arguments);
        EXPECT_THAT(outcome.error, HasSubstr("standard output: ")) << textOf(arguments);
    }
}

TEST_F(FaultsTest, WithoutHomeOrAnyOtherVariableAllIsAsUsual)
{
    for (const std::vector<Arguments>& verbs : {readers(), writers()}) {
        for (const Arguments& arguments : verbs) {
            const Outcome expected = run(arguments);
            Arguments bare{"-i", LOUPE_TLOUPE};
            bare.insert(bare.end(), arguments.begin(), arguments.end());
            const Outcome outcome = runProgram("env", bare, m_folder.path());
            EXPECT_EQ(outcome.status, expected.status) << textOf(arguments) << outcome.error;
            EXPECT_EQ(outcome.out, expected.out) << textOf(arguments);
        }
    }
}

/// Times are only compared for equality, never ordered or subtracted.
TEST_F(FaultsTest, FilesOfAnyTimeAreFiles)
{
    const Outcome expected = run({"stats", "model.safetensors"});
    for (const std::int64_t seconds : {std::int64_t{0}, std::int64_t{-2'000'000'000}, std::int64_t{4'102'444'800}}) {
        const struct timespec times[2] = {{seconds, 0}, {seconds, 0}};
        ASSERT_EQ(utimensat(AT_FDCWD, modelPath().c_str(), times, 0), 0);
        const Outcome outcome = run({"stats", "model.safetensors"});
        EXPECT_EQ(outcome.status, 0) << outcome.error;
        EXPECT_EQ(outcome.out, expected.out) << seconds;
        EXPECT_EQ(run({"convert", "model.safetensors", "out/a.bt", "--force"}).status, 0) << seconds;
    }
}

} // namespace

} // namespace loupe::test
