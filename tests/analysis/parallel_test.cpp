#include "analysis/parallel/parallel.h"

#include "analysis/parallel/helper_threads.h"
#include "core/run_both.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <set>
#include <thread>

namespace loupe {
namespace {

class ParallelTest : public testing::TestWithParam<std::size_t> {
protected:
    void SetUp() override { setThreadLimit(GetParam()); }
    void TearDown() override { setThreadLimit(0); }
};

INSTANTIATE_TEST_SUITE_P(Threads, ParallelTest, testing::Values(1, 2, 5));

TEST_P(ParallelTest, LimitIsWhatWasSet)
{
    EXPECT_EQ(threadLimit(), GetParam());
    EXPECT_EQ(isWorthAThread(1'000'000), GetParam() > 1);
    setThreadLimit(0);
    EXPECT_GE(threadLimit(), 1u);
}

TEST_P(ParallelTest, RunsEachPieceOnce)
{
    std::vector<std::atomic<int>> runs(1000);
    ASSERT_TRUE(runPieces(runs.size(), {}, [&](std::uint64_t index, std::size_t worker) -> Result<> {
        EXPECT_LT(worker, GetParam());
        ++runs[index];
        return {};
    }));
    for (const auto& count : runs)
        EXPECT_EQ(count, 1);
}

TEST_P(ParallelTest, NoPiecesIsFine)
{
    EXPECT_TRUE(runPieces(0, {}, [](std::uint64_t, std::size_t) { return fail(ErrorCode::Io, "never"); }));
}

TEST_P(ParallelTest, AWorkerIsNeverInTwoPiecesAtOnceEvenWhereTheyNest)
{
    std::vector<std::atomic<int>> busy(GetParam());
    const auto piece = [&](std::uint64_t, std::size_t worker) -> Result<> {
        EXPECT_EQ(busy[worker]++, 0);
        std::atomic<int> inner = 0;
        auto done = runPieces(20, {}, [&](std::uint64_t, std::size_t) -> Result<> {
            ++inner;
            return {};
        });
        EXPECT_EQ(inner, 20);
        --busy[worker];
        return done;
    };
    EXPECT_TRUE(runPieces(200, {}, piece));
}

TEST_P(ParallelTest, WhatTakesLongKeepsNobodyWaiting)
{
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t begun = 0;
    bool released = false;
    const auto await = [&](const auto& condition) {
        constexpr std::chrono::seconds longWait{30}; // only ends a test that has failed
        std::unique_lock lock(mutex);
        return changed.wait_for(lock, longWait, condition);
    };
    bool wasReleased = false;
    std::jthread other([&] {
        const auto piece = [&](std::uint64_t, std::size_t) -> Result<> {
            {
                const std::scoped_lock lock(mutex);
                ++begun;
            }
            changed.notify_all();
            return await([&] { return released; }) ? Result<>() : fail(ErrorCode::Io, "kept waiting");
        };
        wasReleased = runPieces(GetParam(), {}, piece).has_value();
    });
    EXPECT_TRUE(await([&] { return begun == GetParam(); })) << "all threads are in pieces of the other";
    std::atomic<int> runs = 0;
    EXPECT_TRUE(runPieces(100, {}, [&](std::uint64_t, std::size_t) -> Result<> {
        ++runs;
        return {};
    }));
    EXPECT_EQ(runs, 100);
    {
        const std::scoped_lock lock(mutex);
        released = true;
    }
    changed.notify_all();
    other.join();
    EXPECT_TRUE(wasReleased);
}

TEST_P(ParallelTest, AFailureEndsTheRest)
{
    std::atomic<int> runs = 0;
    const auto done = runPieces(1'000'000, {}, [&](std::uint64_t, std::size_t) -> Result<> {
        ++runs;
        return fail(ErrorCode::Io, "broken");
    });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().message, "broken");
    EXPECT_LT(runs, 1'000'000);
}

TEST_P(ParallelTest, ExceptionsBecomeErrors)
{
    const auto done = runPieces(10, {}, [](std::uint64_t, std::size_t) -> Result<> { throw std::bad_alloc(); });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::OutOfMemory);
}

TEST_P(ParallelTest, AnyExceptionBecomesAnErrorAndTheNextCallRuns)
{
    for (int round = 0; round < 20; ++round) {
        EXPECT_FALSE(runPieces(10, {}, [](std::uint64_t, std::size_t) -> Result<> { throw 1; })); // NOLINT
        std::atomic<int> runs = 0;
        EXPECT_TRUE(runPieces(10, {}, [&](std::uint64_t, std::size_t) -> Result<> {
            ++runs;
            return {};
        }));
        EXPECT_EQ(runs, 10);
    }
}

TEST(HelperThreads, LeaveACallWhoseBodyThrows)
{
    setThreadLimit(4);
    EXPECT_THROW(HelperThreads::instance().run(3,
                     [](std::size_t worker, const HelperThreads::IsToLeave&) {
                         if (worker == 0)
                             throw 1; // NOLINT
                     }),
        int);
    std::atomic<int> runs = 0;
    HelperThreads::instance().run(3, [&](std::size_t, const HelperThreads::IsToLeave&) { ++runs; });
    EXPECT_GE(runs, 1);
    setThreadLimit(0);
}

/// While one call has all helper threads and does not end, another call still gets some of them.
TEST(HelperThreads, LeaveACallForOneThatHasFewer)
{
    constexpr std::size_t limit = 5;
    setThreadLimit(limit);
    std::mutex mutex;
    std::condition_variable changed;
    std::set<std::size_t> workers; // the workers of the first call
    std::size_t together = 0; // pieces of the second call that have begun
    const auto await = [&](std::unique_lock<std::mutex>& lock, const auto& condition) {
        constexpr std::chrono::seconds longWait{30}; // only ends a test that has failed
        return changed.wait_for(lock, longWait, condition);
    };
    std::vector<std::atomic<int>> busy(limit);
    std::atomic<bool> released = false;
    std::jthread first([&] {
        const auto piece = [&](std::uint64_t, std::size_t worker) -> Result<> {
            EXPECT_EQ(busy[worker]++, 0) << "a worker is in two pieces";
            {
                std::unique_lock lock(mutex);
                workers.insert(worker);
                changed.notify_all();
                await(lock, [&] { return workers.size() == limit; });
            }
            --busy[worker];
            return released ? fail(ErrorCode::Stopped, "stopped") : Result<>();
        };
        EXPECT_FALSE(runPieces(UINT64_MAX, {}, piece));
    });
    {
        std::unique_lock lock(mutex);
        EXPECT_TRUE(await(lock, [&] { return workers.size() == limit; })) << "the first call has all threads";
    }
    constexpr std::size_t share = 3; // this thread and half of the helpers
    EXPECT_TRUE(runPieces(share, {}, [&](std::uint64_t, std::size_t) -> Result<> {
        std::unique_lock lock(mutex);
        ++together;
        changed.notify_all();
        return await(lock, [&] { return together == share; }) ? Result<>() : fail(ErrorCode::Io, "kept waiting");
    }));
    released = true;
    first.join();
    setThreadLimit(0);
}

TEST_P(ParallelTest, StopsWhenAsked)
{
    std::stop_source stop;
    std::atomic<std::uint64_t> runs = 0;
    std::atomic<std::uint64_t> late = 0; // pieces that ran although stop had been asked for
    const auto done = runPieces(1'000'000, {.stop = stop.get_token()}, [&](std::uint64_t, std::size_t) -> Result<> {
        late += stop.stop_requested();
        if (++runs == 100)
            stop.request_stop();
        return {};
    });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::Stopped);
    EXPECT_GE(runs, 100u);
    EXPECT_LE(late, GetParam()); // each worker may have just begun a piece
}

TEST_P(ParallelTest, ReducesAllStates)
{
    struct Seen {
        std::set<std::uint64_t> indices;
        void merge(const Seen& other) { indices.insert(other.indices.begin(), other.indices.end()); }
    };
    const auto all = reducePieces(
        500, {}, [] { return Seen{}; },
        [](Seen& mine, std::uint64_t index) -> Result<> {
            mine.indices.insert(index);
            return {};
        });
    ASSERT_TRUE(all);
    EXPECT_EQ(all->indices.size(), 500u);
}

struct Made {
    int indices = 0;
    void merge(const Made& other) { indices += other.indices; }
};

TEST_P(ParallelTest, MakesNoStateThatNobodyNeeds)
{
    for (const std::uint64_t count : {1u, 2u, 100u}) {
        std::atomic<std::uint64_t> made = 0;
        const auto make = [&] {
            ++made;
            return Made{};
        };
        const auto all = reducePieces(count, {}, make, [](Made& mine, std::uint64_t) -> Result<> {
            ++mine.indices;
            return {};
        });
        ASSERT_TRUE(all);
        EXPECT_EQ(static_cast<std::uint64_t>(all->indices), count);
        EXPECT_LE(made, std::min<std::uint64_t>(count, GetParam()));
    }
}

TEST_P(ParallelTest, MakesNoMoreStatesThanAllowed)
{
    std::atomic<int> made = 0;
    const auto make = [&] {
        ++made;
        return Made{};
    };
    const auto body = [](Made& mine, std::uint64_t) -> Result<> {
        ++mine.indices;
        return {};
    };
    const auto all = reducePieces(1000, {}, make, body, 2);
    ASSERT_TRUE(all);
    EXPECT_EQ(all->indices, 1000);
    EXPECT_LE(made, 2);
}

TEST_P(ParallelTest, ReducesNothingToAFreshState)
{
    const auto none = reducePieces(
        0, {}, [] { return Made{7}; }, [](Made&, std::uint64_t) -> Result<> { return fail(ErrorCode::Io, "never"); });
    ASSERT_TRUE(none);
    EXPECT_EQ(none->indices, 7);
}

TEST_P(ParallelTest, AnExceptionWhileAStateIsMadeBecomesAnError)
{
    for (const std::uint64_t count : {0u, 1u, 100u}) {
        const auto done = reducePieces(
            count, {}, []() -> Made { throw std::bad_alloc(); }, [](Made&, std::uint64_t) -> Result<> { return {}; });
        ASSERT_FALSE(done) << count;
        EXPECT_EQ(done.error().code, ErrorCode::OutOfMemory);
    }
}

TEST_P(ParallelTest, AnExceptionFromABodyEndsTheRest)
{
    std::atomic<std::uint64_t> runs = 0;
    const auto done = reducePieces(
        1'000'000, {}, [] { return Made{}; },
        [&](Made&, std::uint64_t) -> Result<> {
            if (++runs == 100)
                throw std::bad_alloc();
            return {};
        });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::OutOfMemory);
    EXPECT_LT(runs, 1'000'000u);
}

} // namespace
} // namespace loupe
