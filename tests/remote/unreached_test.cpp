// Hosts that are not found or do not answer. Here look-ups of names that end in ".test" are ours: libcurl asks the same
// function as this program.

#include "remote/network_files.h"
#include "support/fault_server.h"
#include "support/wait_until.h"

#include <condition_variable>
#include <map>
#include <mutex>

#include <dlfcn.h>
#include <netdb.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

struct LookUps {
    std::mutex mutex;
    std::condition_variable ended;
    bool areEnded = false;
    std::map<std::string, int> counts;
};

LookUps& lookUps()
{
    static auto* const all = new LookUps; // look-ups may outlive all else
    return *all;
}

} // namespace

/// "none.test" is not there; a look-up of "slow.test" ends when the test does.
extern "C" int getaddrinfo(const char* node, const char* service, const addrinfo* hints, addrinfo** result)
{
    const std::string name = node ? node : "";
    if (name != "none.test" && name != "slow.test") {
        using LookUp = int (*)(const char*, const char*, const addrinfo*, addrinfo**);
        static const auto real = reinterpret_cast<LookUp>(dlsym(RTLD_NEXT, "getaddrinfo"));
        return real(node, service, hints, result);
    }
    LookUps& all = lookUps();
    std::unique_lock lock(all.mutex);
    ++all.counts[name];
    if (name == "slow.test")
        all.ended.wait(lock, [&] { return all.areEnded; });
    return EAI_NONAME;
}

namespace loupe::remote {
namespace {

using testing::HasSubstr;

class UnreachedTest : public testing::Test {
protected:
    UnreachedTest()
    {
        const std::lock_guard lock(lookUps().mutex);
        lookUps().areEnded = false;
        lookUps().counts.clear();
    }
    ~UnreachedTest() override
    {
        LookUps& all = lookUps();
        {
            const std::lock_guard lock(all.mutex);
            all.areEnded = true;
        }
        all.ended.notify_all();
    }
    static RetryPolicy patient()
    {
        return {.tries = 6,
            .triesInVain = 2,
            .failuresInARow = 24,
            .firstWait = std::chrono::milliseconds(1),
            .longestWait = std::chrono::milliseconds(2),
            .longestAskedFor = std::chrono::milliseconds(1)};
    }
    static int countOf(const std::string& name)
    {
        const std::lock_guard lock(lookUps().mutex);
        return lookUps().counts[name];
    }
    NetworkFiles m_files{patient(), {.connectTimeout = std::chrono::seconds(1), .silence = std::chrono::seconds(1)}};
};

TEST_F(UnreachedTest, AHostThatIsNotThereIsLookedUpTwice)
{
    const auto source = m_files.open("https://none.test/model.safetensors");
    ASSERT_FALSE(source);
    EXPECT_THAT(source.error().message, HasSubstr("no host named \"none.test\""));
    EXPECT_EQ(countOf("none.test"), 2);
    EXPECT_EQ(m_files.traffic().requests, 0U) << "nobody was asked";
}

TEST_F(UnreachedTest, AnSshServerThatIsNotThereIsToldAsOthers)
{
    const auto source = m_files.open("none.test:/model.safetensors");
    ASSERT_FALSE(source);
    EXPECT_THAT(source.error().message, HasSubstr("there is no host named \"none.test\", or no network"));
}

TEST_F(UnreachedTest, ALookUpHasADeadline)
{
    const auto source = m_files.open("https://slow.test/model.safetensors");
    ASSERT_FALSE(source);
    EXPECT_THAT(source.error().message, HasSubstr("look-up of \"slow.test\""));
}

TEST_F(UnreachedTest, AServerThatIsSilentIsAskedTwice)
{
    const test::FaultServer server;
    const auto source = m_files.open(server.url("/~never/sparse/100000/f"));
    ASSERT_FALSE(source);
    EXPECT_THAT(source.error().message, HasSubstr("does not answer"));
    EXPECT_EQ(server.stats().at("requests"), 2);
}

TEST_F(UnreachedTest, AServerWithoutTlsIsTriedOnce)
{
    const test::FaultServer server;
    const std::string address = "https" + server.url("/sparse/100000/f").substr(4);
    NetworkFiles files({.tries = 6, .firstWait = std::chrono::hours(1)}, {.connectTimeout = std::chrono::seconds(20)});
    const auto source = files.open(address); // a second try would be for after an hour
    ASSERT_FALSE(source);
    EXPECT_EQ(
        source.error().message, "\"127.0.0.1\" does not speak TLS, which https:// needs; is it an http:// address?");
    EXPECT_EQ(files.traffic().requests, 0U);
}

TEST_F(UnreachedTest, ThatAServerIsSilentIsKnownMeanwhile)
{
    const test::FaultServer server;
    NetworkFiles files(patient(),
        {.connectTimeout = std::chrono::hours(1),
            .silence = std::chrono::hours(1),
            .noticedSilence = std::chrono::milliseconds(1)});
    EXPECT_EQ(files.silentHost(), "");
    const auto prepared = files.prepare({{.address = server.url("/~never/sparse/100000/f")}});
    EXPECT_TRUE(test::waitUntil([&] { return files.silentHost() == "127.0.0.1"; }));
}

TEST_F(UnreachedTest, AShortSilenceIsNotNamed)
{
    const test::FaultServer server;
    NetworkFiles files(patient(),
        {.connectTimeout = std::chrono::hours(1),
            .silence = std::chrono::hours(1),
            .noticedSilence = std::chrono::hours(1)});
    const auto prepared = files.prepare({{.address = server.url("/~never/sparse/100000/f")}});
    EXPECT_TRUE(test::waitUntil([&] { return server.stats().at("requests") >= 1; }));
    EXPECT_EQ(files.silentHost(), "") << "the first request is no hour old";
}

} // namespace
} // namespace loupe::remote
