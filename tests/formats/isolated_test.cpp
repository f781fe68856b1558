#include "formats/isolated.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace loupe::test {

namespace {

struct Ran {
    Result<IsolatedOutcome> outcome;
    std::string received;
};

Ran run(const std::function<void(const IsolatedSend&)>& code, const IsolatedLimits& limits = {}, const Work& work = {})
{
    Ran ran;
    ran.outcome = runIsolated(
        code, [&](std::string_view bytes) { ran.received += bytes; }, limits, work);
    return ran;
}

} // namespace

TEST(Isolated, HandsOverWhatIsSent)
{
    const std::string large(std::size_t{3} << 20, 'x');
    int here = 1;
    const Ran ran = run([&](const IsolatedSend& send) {
        here = 2; // of the copy's own
        send("begin");
        send(large);
    });
    ASSERT_TRUE(ran.outcome);
    EXPECT_EQ(ran.outcome->end, IsolatedEnd::Done);
    EXPECT_EQ(ran.received, "begin" + large);
    EXPECT_EQ(here, 1);
}

TEST(Isolated, ACrashIsAnOutcome)
{
    const Ran ran = run([](const IsolatedSend& send) {
        send("before");
        ::raise(SIGSEGV);
        send("after");
    });
    ASSERT_TRUE(ran.outcome);
    EXPECT_EQ(ran.outcome->end, IsolatedEnd::Crashed);
    EXPECT_EQ(ran.outcome->signal, SIGSEGV);
    EXPECT_EQ(ran.received, "before");
    EXPECT_EQ(run([](const IsolatedSend&) { std::abort(); }).outcome->end, IsolatedEnd::Crashed);
}

TEST(Isolated, WhatComesToNoEndIsEnded)
{
    IsolatedLimits limits;
    limits.seconds = 1;
    volatile bool on = true;
    const Ran ran = run(
        [&](const IsolatedSend&) {
            while (on) { }
        },
        limits);
    ASSERT_TRUE(ran.outcome);
    EXPECT_EQ(ran.outcome->end, IsolatedEnd::OutOfTime);
}

TEST(Isolated, MemoryIsBounded)
{
    IsolatedLimits limits;
    limits.memory = std::uint64_t{64} << 20;
    const Ran ran = run(
        [](const IsolatedSend& send) {
            std::vector<char> much(std::size_t{1} << 30, 'x');
            send({much.data(), 1});
        },
        limits);
    ASSERT_TRUE(ran.outcome);
    EXPECT_NE(ran.outcome->end, IsolatedEnd::Done);
    EXPECT_EQ(ran.received, "");
}

TEST(Isolated, OutputIsBounded)
{
    IsolatedLimits limits;
    limits.output = 1000;
    const Ran ran = run(
        [](const IsolatedSend& send) {
            for (;;)
                send("more and more");
        },
        limits);
    ASSERT_TRUE(ran.outcome);
    EXPECT_EQ(ran.outcome->end, IsolatedEnd::TooMuchOutput);
    EXPECT_LE(ran.received.size(), 1000U);
}

TEST(Isolated, NoFileCanBeOpened)
{
    const Ran ran = run([](const IsolatedSend& send) { send(::open("/dev/null", O_RDONLY) < 0 ? "no" : "yes"); });
    EXPECT_EQ(ran.received, "no");
}

TEST(Isolated, StopEndsIt)
{
    std::stop_source stop;
    const auto outcome = runIsolated(
        [](const IsolatedSend& send) {
            send("running");
            for (;;)
                ::pause();
        },
        [&](std::string_view) { stop.request_stop(); }, {}, {.stop = stop.get_token(), .progress = nullptr});
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, ErrorCode::Stopped);
}

} // namespace loupe::test
