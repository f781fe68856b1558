// Tests that verbs stop when requested. They run in the test's own process, so nothing else would end them: if a verb
// ignored the request, reading the terabyte would exceed the test's time limit.

#include "app/cli/sparse_file.h"
#include "app/cli/verbs.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <future>

namespace loupe::test {

namespace {

class StopTest : public testing::Test {
protected:
    /// Runs a verb that is asked to stop while it runs, or before it starts. Returns its status.
    template <typename Options>
    static ExitStatus stopped(const Options& options)
    {
        std::stop_source stop;
        const Session session(options.common, stop.get_token());
        auto status = std::async(std::launch::async, [&] { return run(options, session); });
        stop.request_stop();
        return status.get();
    }

    template <typename Options>
    static ExitStatus stoppedBefore(const Options& options)
    {
        std::stop_source stop;
        stop.request_stop();
        return run(options, Session(options.common, stop.get_token()));
    }

    TemporaryFolder m_folder;
    const std::string m_file = writeSparseFile(m_folder, std::uint64_t{1} << 40);
};

TEST_F(StopTest, Hash)
{
    HashOptions options;
    options.paths = {m_file};
    EXPECT_EQ(stopped(options), ExitStatus::Interrupted);
    EXPECT_EQ(stoppedBefore(options), ExitStatus::Interrupted);
    options.tensors = true;
    EXPECT_EQ(stopped(options), ExitStatus::Interrupted);
}

TEST_F(StopTest, HashCheck)
{
    HashOptions options;
    options.check = m_folder.write("sums", std::string(64, '0').append("  ").append(m_file).append("\n"));
    EXPECT_EQ(stopped(options), ExitStatus::Interrupted);
    EXPECT_EQ(stoppedBefore(options), ExitStatus::Interrupted);
}

TEST_F(StopTest, Stats)
{
    StatsOptions options;
    options.path = m_file;
    EXPECT_EQ(stopped(options), ExitStatus::Interrupted);
    options.common.filter = *Filter::parse("nan:>0");
    EXPECT_EQ(stopped(options), ExitStatus::Interrupted);
}

TEST_F(StopTest, Scan)
{
    ScanOptions options;
    options.path = m_file;
    EXPECT_EQ(stopped(options), ExitStatus::Interrupted);
    EXPECT_EQ(stoppedBefore(options), ExitStatus::Interrupted);
}

TEST_F(StopTest, Diff)
{
    DiffOptions options;
    options.a = options.b = m_file;
    EXPECT_EQ(stopped(options), ExitStatus::Interrupted);
    EXPECT_EQ(stoppedBefore(options), ExitStatus::Interrupted);
    const TemporaryFolder folder;
    options.b = writeSparseFile(folder, std::uint64_t{1} << 40);
    options.rules = {RenameRule::parse("t=u").value()};
    options.detectRenames = true;
    EXPECT_EQ(stopped(options), ExitStatus::Interrupted);
}

TEST_F(StopTest, NoDocumentLooksWhole)
{
    StatsOptions stats;
    ScanOptions scan;
    stats.path = scan.path = m_file;
    stats.common.json = scan.common.json = true;
    testing::internal::CaptureStdout();
    EXPECT_EQ(stopped(stats), ExitStatus::Interrupted);
    EXPECT_EQ(stopped(scan), ExitStatus::Interrupted);
    std::fflush(stdout);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

} // namespace

} // namespace loupe::test
