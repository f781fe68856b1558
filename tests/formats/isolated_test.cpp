#include "formats/shared/isolated.h"
#include "formats/shared/isolated_exchange.h"

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <span>
#include <string>
#include <sys/prctl.h>
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
        here = 2; // the child's own copy
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

TEST(Isolated, WhatWaitsForNothingIsEnded)
{
    IsolatedLimits limits;
    limits.idleSeconds = 1;
    const Ran idle = run(
        [](const IsolatedSend& send) {
            send("before");
            for (;;)
                ::pause();
        },
        limits);
    ASSERT_TRUE(idle.outcome);
    EXPECT_EQ(idle.outcome->end, IsolatedEnd::OutOfTime);
    EXPECT_EQ(idle.received, "before");
    limits.wallSeconds = 1;
    const Ran lazy = run(
        [](const IsolatedSend& send) {
            for (;; ::poll(nullptr, 0, 1))
                send("on and on");
        },
        limits);
    ASSERT_TRUE(lazy.outcome);
    EXPECT_EQ(lazy.outcome->end, IsolatedEnd::OutOfTime);
}

TEST(Isolated, CodeThatHangsIsKilled)
{
    const Ran ran = run([](const IsolatedSend&) {
        constexpr int output = 3;
        ::close(output);
        for (;;)
            ::pause();
    });
    ASSERT_TRUE(ran.outcome);
    EXPECT_NE(ran.outcome->end, IsolatedEnd::Done);
}

/// A program may ignore SIGCHLD. The system then reaps its child processes and does not report how they ended.
TEST(Isolated, ACrashIsAnOutcomeWhereTheSystemReapsTheChild)
{
    const auto before = std::signal(SIGCHLD, SIG_IGN);
    const Ran crashed = run([](const IsolatedSend& send) {
        send("before");
        ::raise(SIGSEGV);
    });
    const Ran left = run([](const IsolatedSend&) { ::_exit(0); });
    const Ran done = run([](const IsolatedSend& send) { send("all"); });
    std::signal(SIGCHLD, before);
    ASSERT_TRUE(crashed.outcome && left.outcome && done.outcome);
    EXPECT_EQ(crashed.outcome->end, IsolatedEnd::Crashed);
    EXPECT_EQ(crashed.outcome->signal, 0);
    EXPECT_EQ(crashed.received, "before");
    EXPECT_EQ(left.outcome->end, IsolatedEnd::Crashed); // it exited before its code had finished
    EXPECT_EQ(done.outcome->end, IsolatedEnd::Done);
    EXPECT_EQ(done.received, "all");
}

TEST(Isolated, DumpsNoCoreAndEndsWithItsParent)
{
    const Ran ran = run([](const IsolatedSend& send) {
        int signal = 0;
        ::prctl(PR_GET_PDEATHSIG, &signal);
        send(std::to_string(::prctl(PR_GET_DUMPABLE)) + ' ' + std::to_string(signal));
    });
    EXPECT_EQ(ran.received, "0 " + std::to_string(SIGKILL));
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

TEST(Isolated, ReadsThroughThisProcess)
{
    constexpr std::size_t most = std::size_t{3} << 20; // in several pieces
    std::string content(most, '\0');
    for (std::size_t i = 0; i < most; ++i)
        content[i] = static_cast<char>(i * 7 + i / 251);
    const pid_t here = ::getpid();
    std::string received;
    const auto outcome = runIsolated(
        [](const IsolatedSend& send, const IsolatedRead& read) {
            std::string bytes(most, '\0');
            const auto whole = read(0, std::as_writable_bytes(std::span(bytes)));
            send(bytes);
            const auto past = read(most - 1, std::as_writable_bytes(std::span(bytes).first(2)));
            const auto again = read(most - 1, std::as_writable_bytes(std::span(bytes).first(1)));
            send(whole && !past && again ? "as expected" : "otherwise");
        },
        [&](std::string_view bytes) { received += bytes; },
        [&](std::uint64_t offset, std::span<std::byte> target) -> Result<> {
            EXPECT_EQ(::getpid(), here);
            if (offset + target.size() > content.size())
                return fail(ErrorCode::PastTheEnd, "reads past the end");
            std::memcpy(target.data(), content.data() + offset, target.size());
            return {};
        },
        {}, {});
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->end, IsolatedEnd::Done);
    EXPECT_EQ(received, content + "as expected");
}

TEST(Isolated, ReadErrorFailsTheRun)
{
    const auto outcome = runIsolated(
        [](const IsolatedSend&, const IsolatedRead& read) {
            std::byte byte{};
            static_cast<void>(read(0, {&byte, 1}));
        },
        [](std::string_view) {},
        [](std::uint64_t, std::span<std::byte>) -> Result<> { return fail(ErrorCode::Io, "the connection was lost"); },
        {}, {});
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().message, "the connection was lost");
}

TEST(Isolated, AQuestionAgainstTheRulesEndsIt)
{
    int asked = 0;
    const auto outcome = runIsolated(
        [](const IsolatedSend&, const IsolatedRead&) {
            const std::array<std::uint64_t, 2> offsetAndSize{0, UINT64_MAX};
            const auto size = ::write(isolatedQuestions, offsetAndSize.data(), sizeof offsetAndSize);
            while (size > 0)
                ::pause();
        },
        [](std::string_view) {},
        [&](std::uint64_t, std::span<std::byte>) -> Result<> {
            ++asked;
            return {};
        },
        {}, {});
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->end, IsolatedEnd::BrokeRules);
    EXPECT_EQ(asked, 0);
}

TEST(Isolated, AProcessThatHoldsThePipeOpenIsNotWaitedFor)
{
    const auto outcome = runIsolated(
        [](const IsolatedSend&, const IsolatedRead&) {
            constexpr unsigned longEnough = 10; // seconds
            if (::fork() == 0) { // only the superuser may do this
                ::alarm(longEnough);
                ::pause();
            }
            const std::array<std::uint64_t, 2> offsetAndSize{0, UINT64_MAX};
            const auto size = ::write(isolatedQuestions, offsetAndSize.data(), sizeof offsetAndSize);
            while (size > 0)
                ::pause();
        },
        [](std::string_view) {}, [](std::uint64_t, std::span<std::byte>) -> Result<> { return {}; }, {}, {});
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->end, IsolatedEnd::BrokeRules);
}

TEST(Isolated, WhatItAsksForIsBounded)
{
    constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
    struct Case {
        const char* what;
        std::uint64_t size;
        std::uint64_t step;
        int mostQuestions;
    };
    for (const Case& each :
        {Case{"the same bytes for ever", mebibyte, 0, 64}, Case{"few bytes here and there", 1, mebibyte, 1024}}) {
        int asked = 0;
        std::string received;
        const auto outcome = runIsolated(
            [&](const IsolatedSend& send, const IsolatedRead& read) {
                send("before");
                std::vector<std::byte> bytes(each.size);
                for (std::uint64_t offset = 0;; offset += each.step)
                    static_cast<void>(read(offset, bytes));
            },
            [&](std::string_view bytes) { received += bytes; },
            [&](std::uint64_t, std::span<std::byte>) -> Result<> {
                ++asked;
                return {};
            },
            {.asked = 64 * mebibyte}, {});
        ASSERT_TRUE(outcome) << each.what;
        EXPECT_EQ(outcome->end, IsolatedEnd::TooMuchReading) << each.what;
        EXPECT_EQ(asked, each.mostQuestions) << each.what;
        EXPECT_EQ(received, "before") << each.what;
    }
}

TEST(Isolated, BytesThatLieTogetherAreAskedForOnce)
{
    constexpr std::uint64_t count = 5000;
    const auto outcome = runIsolated(
        [](const IsolatedSend&, const IsolatedRead& read) {
            std::byte byte{};
            for (std::uint64_t offset = 0; offset < count; ++offset)
                static_cast<void>(read(offset * 10, {&byte, 1}));
        },
        [](std::string_view) {}, [](std::uint64_t, std::span<std::byte>) -> Result<> { return {}; }, {}, {});
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->end, IsolatedEnd::Done);
    EXPECT_EQ(outcome->asked, (std::uint64_t{64} << 10) + count - 1) << "one piece of 64 KiB, then byte by byte";
}

TEST(Isolated, ReadingForItIsNoTimeOfIts)
{
    // Only the child's own time counts, not the time it waits for the answer.
    const auto begin = std::chrono::steady_clock::now();
    std::chrono::nanoseconds reading{};
    const auto outcome = runIsolated(
        [](const IsolatedSend&, const IsolatedRead& read) {
            std::byte byte{};
            static_cast<void>(read(0, {&byte, 1}));
        },
        [](std::string_view) {},
        [&](std::uint64_t, std::span<std::byte>) -> Result<> {
            const auto since = std::chrono::steady_clock::now();
            while (reading < std::chrono::milliseconds(20))
                reading = std::chrono::steady_clock::now() - since;
            return {};
        },
        {}, {});
    ASSERT_TRUE(outcome);
    EXPECT_LE(outcome->time, std::chrono::steady_clock::now() - begin - reading);
}

TEST(Isolated, AClosedSocketIsNotWaitedFor)
{
    std::string received;
    const auto outcome = runIsolated(
        [](const IsolatedSend& send, const IsolatedRead&) {
            ::close(4);
            send("all the rest");
        },
        [&](std::string_view bytes) { received += bytes; },
        [](std::uint64_t, std::span<std::byte>) -> Result<> { return {}; }, {}, {});
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->end, IsolatedEnd::Done);
    EXPECT_EQ(received, "all the rest");
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
