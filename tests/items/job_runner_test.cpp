#include "items/jobs/job_runner.h"

#include "await.h"
#include "core/remote/remote_files.h"
#include "core/remote/remote_wait.h"

#include <QCoreApplication>
#include <QThread>
#include <latch>
#include <optional>
#include <stdexcept>
#include <utility>

#include <gtest/gtest.h>

namespace loupe {
namespace {

using test::Signal;

/// Waits for all jobs, then handles the events that their threads posted.
void drain()
{
    jobPool().waitForDone();
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

TEST(JobRunner, RunsElsewhereAndDeliversHere)
{
    JobRunner runner;
    Signal ended(&runner, &JobRunner::runningChanged);
    QThread* ranOn = nullptr;
    QThread* deliveredOn = nullptr;
    runner.start([](const Work&) { return QThread::currentThread(); },
        [&](QThread* thread) {
            ranOn = thread;
            deliveredOn = QThread::currentThread();
        });
    EXPECT_TRUE(runner.isRunning());
    EXPECT_TRUE(ended.await()); // began
    EXPECT_TRUE(ended.await());
    EXPECT_FALSE(runner.isRunning());
    EXPECT_NE(ranOn, QThread::currentThread());
    EXPECT_EQ(deliveredOn, QThread::currentThread());
}

TEST(JobRunner, CarriesValuesThatCannotBeCopied)
{
    JobRunner runner;
    int value = 0;
    QEventLoop loop;
    runner.start([](const Work&) { return std::make_unique<int>(7); },
        [&](std::unique_ptr<int> result) {
            value = *result;
            loop.quit();
        });
    loop.exec();
    EXPECT_EQ(value, 7);
}

/// A network whose only server never answers.
class SilentNetwork : public RemoteFiles {
public:
    SilentNetwork() { setRemoteFiles(this); }
    ~SilentNetwork() override { setRemoteFiles(m_before); }
    SilentNetwork(const SilentNetwork&) = delete;
    SilentNetwork& operator=(const SilentNetwork&) = delete;

    Result<std::shared_ptr<const Source>> open(const std::string&) override { return fail(ErrorCode::Io, "none"); }
    std::string publicName(const std::string& address) override { return address; }
    bool isFolder(const std::string&) override { return false; }
    Result<FolderContent> list(const std::string&) override { return FolderContent(); }
    std::optional<FolderContent> listCopies(const std::string&) override { return std::nullopt; }
    std::shared_ptr<void> prepare(const std::vector<ComingFile>&) override { return nullptr; }
    std::string statedDigest(const std::string&) override { return {}; }
    RemoteTraffic traffic() const override { return {}; }
    std::string silentHost() const override { return "example.org"; }
    void askAgain() override { }
    std::vector<KeptCopy> keptCopies() const override { return {}; }
    void setOffline() override { }

private:
    RemoteFiles* m_before = remoteFiles();
};

TEST(JobRunner, NamesTheSilentHostOnlyOfAJobThatWaitsForIt)
{
    const SilentNetwork network;
    for (const bool isRemote : {false, true}) {
        JobRunner runner;
        QString host = QStringLiteral("none yet");
        QObject::connect(&runner, &JobRunner::progressed, [&](const JobProgress& progress) {
            host = progress.silentHost;
            runner.askToStop();
        });
        QEventLoop loop;
        std::latch waits(1);
        runner.start(
            [isRemote, &waits](const Work& work) {
                const auto wait = isRemote ? std::make_unique<RemoteWait>() : nullptr;
                waits.count_down();
                while (!work.stopped())
                    QThread::yieldCurrentThread();
                return 0;
            },
            [&](int) { loop.quit(); });
        waits.wait();
        loop.exec();
        EXPECT_EQ(host, isRemote ? QStringLiteral("example.org") : QString());
    }
}

TEST(JobRunner, WhatHasArrivedForAJobIsDone)
{
    struct Case {
        quint64 done, fetched, expected;
    };
    for (const Case& one : {Case{0, 30, 30}, Case{40, 30, 40}, Case{0, 300, 100}, Case{0, 0, 0}}) {
        JobRunner runner;
        JobRunner other; // its bytes do not count toward the first job's
        std::optional<JobProgress> seen;
        QObject::connect(&runner, &JobRunner::progressed, [&](const JobProgress& progress) {
            seen = progress;
            runner.askToStop();
            other.askToStop();
        });
        const auto jobOf = [](std::latch& has, quint64 done, quint64 fetched) {
            return [&has, done, fetched](const Work& work) {
                work.expect(100);
                work.advance(done);
                const FetchCount::Bytes count = FetchCount::ofThread();
                if (count)
                    count->fetch_add(fetched);
                has.count_down();
                while (!work.stopped())
                    QThread::yieldCurrentThread();
                return count != nullptr;
            };
        };
        std::latch haveBegun(2);
        QEventLoop loop;
        other.start(jobOf(haveBegun, 0, 77), [](bool) {});
        runner.start(jobOf(haveBegun, one.done, one.fetched), [&](bool isCounted) {
            EXPECT_TRUE(isCounted);
            loop.quit();
        });
        haveBegun.wait();
        loop.exec();
        ASSERT_TRUE(seen);
        EXPECT_EQ(seen->done, one.expected);
        EXPECT_EQ(seen->total, 100U);
        drain();
    }
    EXPECT_EQ(FetchCount::ofThread(), nullptr);
}

/// A job that ends only when it is stopped.
int runUntilStopped(const Work& work)
{
    std::latch stopped(1);
    const std::stop_callback callback(work.stop, [&] { stopped.count_down(); });
    stopped.wait();
    return 1;
}

TEST(JobRunner, NewerJobStopsTheOlderOneAndAloneDelivers)
{
    JobRunner runner;
    std::vector<int> delivered;
    QEventLoop loop;
    runner.start(runUntilStopped, [&](int value) { delivered.push_back(value); });
    runner.start([](const Work&) { return 2; },
        [&](int value) {
            delivered.push_back(value);
            loop.quit();
        });
    loop.exec();
    drain();
    EXPECT_EQ(delivered, std::vector{2});
}

TEST(JobRunner, StoppedJobDeliversNothing)
{
    JobRunner runner;
    bool delivered = false;
    runner.start(runUntilStopped, [&](int) { delivered = true; });
    runner.stop();
    EXPECT_FALSE(runner.isRunning());
    drain();
    EXPECT_FALSE(delivered);
}

TEST(JobRunner, DestructionStopsTheJobWhichKeepsWhatItOwns)
{
    bool delivered = false;
    const auto owned = std::make_shared<int>(3);
    {
        JobRunner runner;
        runner.start(
            [owned](const Work& work) { return runUntilStopped(work) + *owned; }, [&](int) { delivered = true; });
    }
    drain();
    EXPECT_FALSE(delivered);
    EXPECT_EQ(owned.use_count(), 1);
}

TEST(JobRunner, JobThatThrowsFailsOrDeliversNothing)
{
    JobRunner runner;
    Signal ended(&runner, &JobRunner::runningChanged);
    std::vector<ErrorCode> codes;
    const auto note = [&](const Result<int>& result) {
        ASSERT_FALSE(result);
        codes.push_back(result.error().code);
    };
    const auto await = [&] {
        EXPECT_TRUE(ended.await()); // began
        EXPECT_TRUE(ended.await());
    };
    runner.start([](const Work&) -> Result<int> { throw std::bad_alloc(); }, note);
    await();
    runner.start([](const Work&) -> Result<int> { throw std::runtime_error("odd"); }, note);
    await();
    EXPECT_EQ(codes, (std::vector{ErrorCode::OutOfMemory, ErrorCode::Unsupported}));
    bool delivered = false;
    runner.start([](const Work&) -> int { throw std::bad_alloc(); }, [&](int) { delivered = true; });
    await();
    drain();
    EXPECT_FALSE(delivered);
    EXPECT_FALSE(runner.isRunning());
}

TEST(JobRunner, JobStartedAsTheLastOneEndsDropsThatOnesValue)
{
    JobRunner runner;
    std::vector<int> delivered;
    QEventLoop loop;
    bool again = false;
    QObject::connect(&runner, &JobRunner::runningChanged, &loop, [&](bool running) {
        if (running || std::exchange(again, true))
            return;
        runner.start([](const Work&) { return 2; },
            [&](int value) {
                delivered.push_back(value);
                loop.quit();
            });
    });
    runner.start([](const Work&) { return 1; }, [&](int value) { delivered.push_back(value); });
    loop.exec();
    drain();
    EXPECT_EQ(delivered, std::vector{2});
}

TEST(JobRunner, ReportsProgressWhileTheJobRuns)
{
    JobRunner runner;
    std::optional<JobProgress> seen;
    QEventLoop loop;
    QObject::connect(&runner, &JobRunner::progressed, &loop, [&](const JobProgress& progress) {
        if (progress.done == 0)
            return; // the job's thread has not started yet
        seen = progress;
        loop.quit();
    });
    runner.start(
        [](const Work& work) {
            work.expect(100);
            work.advance(25);
            return runUntilStopped(work);
        },
        [](int) {});
    loop.exec();
    runner.stop();
    drain();
    ASSERT_TRUE(seen);
    EXPECT_EQ(seen->done, 25U);
    EXPECT_EQ(seen->total, 100U);
    EXPECT_GT(seen->elapsed, 0);
    EXPECT_GT(seen->perSecond, 0);
    ASSERT_TRUE(seen->secondsLeft);
    EXPECT_GT(*seen->secondsLeft, 0);
}

} // namespace
} // namespace loupe
