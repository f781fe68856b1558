// Hosts that are not found or do not answer. This program replaces getaddrinfo(), which libcurl calls, and handles
// look-ups of names that end in ".test" itself.

#include "remote/network_files.h"
#include "support/fault_server.h"
#include "support/wait_until.h"

#include <array>
#include <condition_variable>
#include <iterator>
#include <map>
#include <mutex>
#include <string_view>
#include <thread>

#include <dlfcn.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

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
    static auto* const all = new LookUps; // never deleted, since look-ups may outlive everything else
    return *all;
}

} // namespace

/// "none.test" does not exist; a look-up of "slow.test" ends with the test.
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

TEST_F(UnreachedTest, UnknownSshHostIsNamed)
{
    const auto source = m_files.open("none.test:/model.safetensors");
    ASSERT_FALSE(source);
    EXPECT_THAT(source.error().message, HasSubstr("there is no host named \"none.test\", or no network"));
    EXPECT_EQ(m_files.traffic().requests, 0U) << "nobody was asked";
}

TEST_F(UnreachedTest, ALookUpHasADeadline)
{
    const auto source = m_files.open("https://slow.test/model.safetensors");
    ASSERT_FALSE(source);
    EXPECT_THAT(source.error().message, HasSubstr("DNS lookup of \"slow.test\" timed out"));
}

TEST_F(UnreachedTest, AServerThatIsSilentIsAskedTwice)
{
    const test::FaultServer server;
    const auto source = m_files.open(server.url("/~never/sparse/100000/f"));
    ASSERT_FALSE(source);
    EXPECT_THAT(source.error().message, HasSubstr("does not answer"));
    EXPECT_EQ(server.stats().at("requests"), 2);
}

TEST_F(UnreachedTest, ServerThatStopsAgainAndAgainIsGivenUp)
{
    const test::FaultServer server;
    RetryPolicy policy = patient();
    policy.silences = 2;
    NetworkFiles files(policy, {.connectTimeout = std::chrono::seconds(1), .silence = std::chrono::seconds(1)});
    const auto source = files.open(server.url("/~silent=200000/sparse/3000000/f"));
    ASSERT_TRUE(source) << describe(source.error());
    std::vector<std::byte> bytes(3'000'000);
    const auto read = (*source)->read(0, bytes);
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().message, HasSubstr("does not answer, or too slowly, after 2 tries"));
    EXPECT_GE(read.error().offset.value_or(0), 65'536U + 200'000U) << "some more arrived";
}

TEST_F(UnreachedTest, AServerWithoutTlsIsTriedOnce)
{
    const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    ASSERT_EQ(::bind(listener, reinterpret_cast<const sockaddr*>(&address), size), 0);
    ASSERT_EQ(::listen(listener, 8), 0);
    ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
    int connections = 0;
    std::thread server([&] {
        constexpr std::string_view answer = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
        for (int client = ::accept(listener, nullptr, nullptr); client >= 0;
             client = ::accept(listener, nullptr, nullptr)) {
            ++connections;
            std::array<char, 4096> hello{};
            EXPECT_GT(::recv(client, hello.data(), hello.size(), 0), 0);
            EXPECT_EQ(::send(client, answer.data(), answer.size(), MSG_NOSIGNAL), std::ssize(answer));
            ::close(client);
        }
    });
    const auto source = m_files.open("https://127.0.0.1:" + std::to_string(ntohs(address.sin_port)) + "/f");
    ::shutdown(listener, SHUT_RDWR);
    server.join();
    ::close(listener);
    ASSERT_FALSE(source);
    EXPECT_EQ(
        source.error().message, "\"127.0.0.1\" does not speak TLS, which https:// needs; is it an http:// address?");
    EXPECT_EQ(connections, 1);
}

TEST_F(UnreachedTest, SilentServerIsNamedMeanwhile)
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
