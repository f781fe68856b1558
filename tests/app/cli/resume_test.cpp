// `convert --resume` continues a conversion that was killed, interrupted or ran out of space.

#include "analysis/digests/digest.h"
#include "app/cli/process.h"
#include "app/cli/sparse_file.h"
#include "support/file_content.h"
#include "support/sanitized.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <csignal>

namespace loupe::test {

namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::UnorderedElementsAre;

class ResumeOption : public testing::Test {
protected:
    void SetUp() override
    {
        if (isSanitized)
            GTEST_SKIP() << "the library cannot be preloaded";
        m_source = writeSparseFile(m_folder, std::uint64_t{96} << 20);
        fs::create_directory(out());
    }
    /// Runs `tloupe convert` from the source to out/model.bt.
    Outcome convert(std::vector<std::string> options) const
    {
        options.insert(options.begin(), {"convert", m_source, "out/model.bt"});
        return tloupe(std::move(options), m_folder.path());
    }
    /// As above; `what` happens before the write after 85 MiB.
    Outcome convertUntil(const std::string& what) const
    {
        return runProgram("env",
            {"LD_PRELOAD=" LOUPE_FAULT_LIBRARY, "LOUPE_FAULT=pwrite:" + what + ":340",
                "LOUPE_FAULT_FILE=" + (out() / ".model").string(),
                "LOUPE_FAULT_MARK=" + (m_folder.path() / "mark").string(), LOUPE_TLOUPE, "convert", m_source,
                "out/model.bt"},
            m_folder.path());
    }
    static std::string digest(const fs::path& path)
    {
        return digestFile(*Source::open(path).value(), DigestAlgorithm::Sha256).value();
    }
    std::vector<std::string> outNames() const
    {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(out()))
            names.push_back(entry.path().filename());
        return names;
    }
    fs::path out() const { return m_folder.path() / "out"; }

    TemporaryFolder m_folder;
    std::string m_source;
};

TEST_F(ResumeOption, GoesOnAfterWhateverEndedIt)
{
    ASSERT_EQ(tloupe({"convert", m_source, "whole.bt", "-q"}, m_folder.path()).status, 0);
    const std::string wanted = digest(m_folder.path() / "whole.bt");
    const std::pair<std::string, int> ends[] = {
        {"kill", 128 + SIGKILL}, {"interrupt", 128 + SIGINT}, {std::to_string(ENOSPC), 3}};
    for (const auto& [what, status] : ends) {
        const Outcome ended = convertUntil(what);
        EXPECT_EQ(ended.status, status) << what << ended.error;
        if (what != "kill") {
            EXPECT_THAT(ended.error, HasSubstr("are written and kept: the same command continues with --resume"))
                << what;
        }
        EXPECT_EQ(outNames().size(), 2U) << what;
        const Outcome resumed = convert({"--resume"});
        EXPECT_EQ(resumed.status, 0) << resumed.error;
        EXPECT_THAT(resumed.error, HasSubstr("continuing with ")) << what;
        EXPECT_THAT(outNames(), ElementsAre("model.bt"));
        EXPECT_EQ(digest(out() / "model.bt"), wanted) << what;
        fs::remove(out() / "model.bt");
    }
}

/// At that moment the shard has been renamed, but not the index.
TEST_F(ResumeOption, GoesOnBetweenTheRenamesOfShards)
{
    const std::vector<std::string> command{"convert", m_source, "out/model.safetensors.index.json"};
    std::vector<std::string> killed{"LD_PRELOAD=" LOUPE_FAULT_LIBRARY, "LOUPE_FAULT=rename:kill:1",
        "LOUPE_FAULT_TARGET=" + m_source, "LOUPE_FAULT_FILE=" + (out() / "model").string(),
        "LOUPE_FAULT_MARK=" + (m_folder.path() / "mark").string(), LOUPE_TLOUPE};
    killed.insert(killed.end(), command.begin(), command.end());
    ASSERT_EQ(runProgram("env", killed, m_folder.path()).status, 128 + SIGKILL);
    const std::string shard = "model-00001-of-00001.safetensors";
    ASSERT_THAT(outNames(), Contains(shard));
    std::vector<std::string> resume = command;
    resume.emplace_back("--resume");
    const Outcome resumed = tloupe(resume, m_folder.path());
    EXPECT_EQ(resumed.status, 0) << resumed.error;
    EXPECT_THAT(outNames(), UnorderedElementsAre(shard, "model.safetensors.index.json"));
    const Outcome again = tloupe(resume, m_folder.path());
    EXPECT_EQ(again.status, 0);
    EXPECT_THAT(again.error, HasSubstr("model.safetensors.index.json is complete already"));
    std::string bytes = readFile(out() / shard);
    bytes.back() ^= 1;
    m_folder.write("out/" + shard, bytes);
    const Outcome other = tloupe(resume, m_folder.path());
    EXPECT_EQ(other.status, 3);
    EXPECT_THAT(other.error, HasSubstr(shard + ": the file exists; use --force to overwrite"));
}

TEST_F(ResumeOption, RefusesWhatIsNotTheSame)
{
    ASSERT_EQ(convertUntil("kill").status, 128 + SIGKILL);
    const Outcome options = convert({"--resume", "--set-metadata", "a=b"});
    EXPECT_EQ(options.status, 3);
    EXPECT_THAT(options.error, HasSubstr(R"(the options are "--set-metadata=a=b", expected none; without --resume)"));
    fs::last_write_time(m_source, fs::last_write_time(m_source) + std::chrono::seconds(1));
    const Outcome changed = convert({"--resume"});
    EXPECT_EQ(changed.status, 3);
    EXPECT_THAT(changed.error, HasSubstr(" was modified at 20"));
    EXPECT_THAT(changed.error, HasSubstr("Z: it is not the same as before"));
    EXPECT_THAT(changed.error, HasSubstr("; without --resume the conversion starts over"));
    EXPECT_EQ(outNames().size(), 2U);
    const Outcome anew = convert({});
    EXPECT_EQ(anew.status, 0);
    EXPECT_THAT(anew.error, HasSubstr("starting over; "));
    EXPECT_THAT(outNames(), ElementsAre("model.bt"));
}

TEST_F(ResumeOption, StartsFromTheBeginningWhereThereIsNothing)
{
    const Outcome outcome = convert({"--resume"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.error, HasSubstr("nothing to resume: starting from the beginning"));
    EXPECT_THAT(outNames(), ElementsAre("model.bt"));
    EXPECT_EQ(convert({"--resume", "--dry-run"}).status, 2);
    EXPECT_THAT(convert({"--force"}).error, Not(HasSubstr("--resume")));
}

} // namespace

} // namespace loupe::test
