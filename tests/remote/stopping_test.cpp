// Jobs that are stopped while they wait for a server. The servers here never continue by themselves, so if a test ends,
// stopping worked.

#include "core/stop_scope.h"
#include "formats/opening/open_checkpoint.h"
#include "remote/network_files.h"
#include "support/pattern_bytes.h"

#include <thread>

#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

using test::patternFrom;

class StoppingTest : public testing::Test {
protected:
    ~StoppingTest() override { setRemoteFiles(nullptr); }

    /// Timeouts so long that only stopping ends a wait.
    static HttpTransport::Settings patient()
    {
        return {.connectTimeout = std::chrono::hours(1), .silence = std::chrono::hours(1)};
    }
    /// Runs `job()` on a thread, stops it as soon as this many requests were made, and returns its result.
    template <typename Job>
    auto stoppedAfter(std::uint64_t requests, Job job)
    {
        decltype(job()) value;
        std::jthread thread([&](const std::stop_token& stop) {
            const StopScope scope(stop);
            value = job();
        });
        while (m_files.traffic().requests < requests)
            std::this_thread::yield();
        thread.request_stop();
        thread.join();
        return value;
    }
    /// The connection that asks for the statistics counts as open, too.
    void waitUntilNothingIsUnderWay() const
    {
        while (m_server.stats().at("open") > 1)
            std::this_thread::yield();
    }
    /// An address for which the server sends the first 65,536 bytes of an answer, and then nothing more over this
    /// connection.
    std::string stalled() const { return m_server.url("/~silent=65536/sparse/30000000/f"); }

    test::FaultServer m_server;
    NetworkFiles m_files{{}, patient()};
};

TEST_F(StoppingTest, EndsTheOpeningOfAFile)
{
    const auto opened = stoppedAfter(1, [&] { return m_files.open(m_server.url("/~never/sparse/100000/f")); });
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::Stopped);
    waitUntilNothingIsUnderWay();
}

TEST_F(StoppingTest, EndsAReading)
{
    const auto source = m_files.open(stalled());
    ASSERT_TRUE(source);
    const auto read = stoppedAfter(2, [&]() -> Result<> {
        std::vector<std::byte> bytes(1'000'000);
        return (*source)->read(100'000, bytes);
    });
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::Stopped);
    waitUntilNothingIsUnderWay();
}

TEST_F(StoppingTest, EndsAllThatWasExpected)
{
    const auto source = m_files.open(stalled());
    ASSERT_TRUE(source);
    const auto read = stoppedAfter(4, [&]() -> Result<> {
        const auto expected = (*source)->expect({{100'000, 30'000'000}});
        Buffer scratch;
        return (*source)->visit({100'000, 200'000}, scratch, [](std::span<const std::byte>) {});
    });
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::Stopped);
    waitUntilNothingIsUnderWay();
}

TEST_F(StoppingTest, EndsTheOpeningOfAModel)
{
    setRemoteFiles(&m_files);
    const std::string index = m_server.url("/~silent=65536/model/20x4000x2/model.safetensors.index.json");
    const auto opened = stoppedAfter(2, [&] { return openCheckpoint(index, Work{StopScope::current()}); });
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::Stopped);
    waitUntilNothingIsUnderWay();
}

TEST_F(StoppingTest, DoesNotHurtOthersThatReadTheSameBytes)
{
    const auto source = m_files.open(m_server.url("/~rate=20000000/sparse/3000000/f"));
    ASSERT_TRUE(source);
    const auto readAll = [&]() -> Result<std::vector<std::byte>> {
        std::vector<std::byte> bytes((*source)->size());
        auto read = (*source)->read(0, bytes);
        return read ? Result<std::vector<std::byte>>(std::move(bytes)) : fail(std::move(read.error()));
    };
    Result<std::vector<std::byte>> other;
    std::thread patientOne([&] { other = readAll(); });
    const auto stopped = stoppedAfter(2, readAll);
    patientOne.join();
    ASSERT_TRUE(other) << describe(other.error());
    EXPECT_EQ(*other, patternFrom(0, other->size()));
    if (stopped) { // it may have finished before the stop
        EXPECT_EQ(*stopped, *other);
    } else {
        EXPECT_EQ(stopped.error().code, ErrorCode::Stopped);
    }
}

TEST_F(StoppingTest, LetsTheSameBytesBeReadLater)
{
    // Requests on the first connection after the first answer are never answered.
    const auto source = m_files.open(m_server.url("/~silent=65536,1/sparse/3000000/f"));
    ASSERT_TRUE(source);
    std::vector<std::byte> bytes(200'000);
    const auto read = [&]() -> Result<> { return (*source)->read(100'000, bytes); };
    EXPECT_FALSE(stoppedAfter(2, read));
    const auto again = read();
    ASSERT_TRUE(again) << describe(again.error());
    EXPECT_EQ(bytes, patternFrom(100'000, bytes.size()));
}

} // namespace
} // namespace loupe::remote
