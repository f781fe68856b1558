#include "remote/network_files.h"
#include "remote/pinned_version.h"
#include "remote/segment.h"
#include "support/pattern_bytes.h"
#include "support/temporary_file.h"
#include "support/wait_until.h"

#include <cstdlib>
#include <filesystem>
#include <thread>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

using test::patternFrom;
using testing::HasSubstr;

std::byte pattern(std::uint64_t offset)
{
    return static_cast<std::byte>(test::FaultServer::patternByte(offset));
}

class NetworkFilesTest : public testing::Test {
protected:
    static void SetUpTestSuite()
    {
        for (const char* const name : {"http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY",
                 "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"})
            ::unsetenv(name);
        s_server = new test::FaultServer();
    }
    static void TearDownTestSuite()
    {
        delete s_server;
        s_server = nullptr;
    }
    void SetUp() override { s_server->reset(); }

    static const test::FaultServer& server() { return *s_server; }

    /// A policy with short waits, so that the tests are fast.
    static RetryPolicy policy()
    {
        return {.tries = 4,
            .failuresInARow = 24,
            .firstWait = std::chrono::milliseconds(1),
            .longestWait = std::chrono::milliseconds(4),
            .longestAskedFor = std::chrono::milliseconds(3000)};
    }

    static Result<> readSome(const Source& source)
    {
        for (const std::uint64_t offset :
            {std::uint64_t{0}, std::uint64_t{70'000}, source.size() / 2, source.size() - 5'000}) {
            std::vector<std::byte> bytes(5'000);
            if (auto read = source.read(offset, bytes); !read)
                return read;
            EXPECT_EQ(bytes, patternFrom(offset, bytes.size())) << offset;
        }
        return source.checkUnchanged();
    }

    static Result<> openAndRead(NetworkFiles& files, const std::string& url)
    {
        const auto source = files.open(url);
        return source ? readSome(**source) : fail(source.error());
    }

    NetworkFiles m_files{policy(), {.connectTimeout = std::chrono::seconds(5), .silence = std::chrono::seconds(1)}};

private:
    static inline test::FaultServer* s_server = nullptr;
};

constexpr const char* large = "/sparse/3000000/model.bin";

TEST_F(NetworkFilesTest, ReadsPartsOfAFile)
{
    const auto source = m_files.open(server().url(large));
    ASSERT_TRUE(source) << describe(source.error());
    EXPECT_EQ((*source)->size(), 3'000'000U);
    EXPECT_TRUE((*source)->isRemote());
    EXPECT_FALSE((*source)->mapped());
    EXPECT_TRUE(readSome(**source));
    std::vector<std::byte> all(3'000'000);
    ASSERT_TRUE((*source)->read(0, all));
    EXPECT_EQ(all, patternFrom(0, all.size()));
    std::byte past{};
    EXPECT_EQ((*source)->read(3'000'000, {&past, 1}).error().code, ErrorCode::PastTheEnd);
    // Each byte was transferred once.
    EXPECT_EQ(server().stats().at("bytes"), 3'000'000);
}

TEST_F(NetworkFilesTest, PagesOfRefusalsAreNotCountedAsRead)
{
    EXPECT_FALSE(m_files.open(server().url("/~page=404,1000/sparse/3000000/f")));
    EXPECT_EQ(m_files.traffic().requests, 1U);
    EXPECT_EQ(m_files.traffic().bytes, 0U);
    ASSERT_TRUE(m_files.open(server().url("/~redirect=other/sparse/100/f")));
    EXPECT_EQ(m_files.traffic().bytes, 100U);
}

TEST_F(NetworkFilesTest, AreOneFileWhileTheyAreOpen)
{
    const auto a = m_files.open(server().url(large));
    const auto again = m_files.open(server().url(large));
    const auto other = m_files.open(server().url("/sparse/3000000/other.bin"));
    ASSERT_TRUE(a && again && other);
    EXPECT_EQ((*a)->identity(), (*again)->identity());
    EXPECT_NE((*a)->identity(), (*other)->identity());
    EXPECT_EQ(server().stats().at("requests"), 2);
}

TEST_F(NetworkFilesTest, AreAskedForAgainWhereSomebodyWantsThat)
{
    const test::TemporaryFolder folder;
    folder.write("f", std::string(1'000, 'a'));
    const test::FaultServer own({"--root", folder.path().string()});
    const auto old = m_files.open(own.url("/f"));
    ASSERT_TRUE(old);
    m_files.askAgain();
    const auto same = m_files.open(own.url("/f"));
    ASSERT_TRUE(same);
    EXPECT_EQ(own.stats().at("requests"), 2);
    EXPECT_EQ((*same)->identity(), (*old)->identity()) << "what is known of its values stays known";
    folder.write("f", std::string(2'000, 'b'));
    ASSERT_EQ((*m_files.open(own.url("/f")))->size(), 1'000U) << "it is open";
    m_files.askAgain();
    const auto newer = m_files.open(own.url("/f"));
    ASSERT_TRUE(newer);
    EXPECT_EQ((*newer)->size(), 2'000U);
    EXPECT_NE((*newer)->identity().modified, (*old)->identity().modified);
    EXPECT_EQ((*newer)->identity().inode, (*old)->identity().inode);
}

TEST_F(NetworkFilesTest, ReadOnlyWhatIsExpected)
{
    const auto source = m_files.open(server().url(large));
    ASSERT_TRUE(source);
    const auto expected = (*source)->expect({{1'000'000, 1'500'000}, {2'000'000, 2'000'100}});
    std::vector<std::byte> bytes(1'000);
    for (std::uint64_t offset = 1'000'000; offset < 1'500'000; offset += bytes.size())
        ASSERT_TRUE((*source)->read(offset, bytes));
    ASSERT_TRUE((*source)->read(2'000'000, std::span(bytes).first(100)));
    EXPECT_EQ(server().stats().at("bytes"), 65'536 + 500'000 + 100);
}

TEST_F(NetworkFilesTest, ThatAreExpectedInManyPartsAreNotAskedForAllAtOnce)
{
    const auto source = m_files.open(server().url("/~delay=20/sparse/30000000/f"));
    ASSERT_TRUE(source);
    std::vector<ByteRange> ranges;
    for (std::uint64_t begin = 100'000; begin < 30'000'000; begin += 100'000)
        ranges.push_back({begin, begin + 1});
    const auto expected = (*source)->expect(ranges);
    std::byte byte{};
    ASSERT_TRUE((*source)->read(ranges.front().begin, {&byte, 1}));
    EXPECT_EQ(byte, pattern(ranges.front().begin));
    EXPECT_LE(m_files.traffic().requests, 40U);
    for (const ByteRange range : ranges) {
        ASSERT_TRUE((*source)->read(range.begin, {&byte, 1}));
        ASSERT_EQ(byte, pattern(range.begin));
    }
    EXPECT_EQ(server().stats().at("requests"), 1 + ranges.size()) << "each once";
}

TEST_F(NetworkFilesTest, AreReadByManyThreadsAtOnce)
{
    const auto source = m_files.open(server().url(large));
    ASSERT_TRUE(source);
    std::vector<std::thread> threads;
    std::atomic<int> right = 0;
    for (std::uint64_t i = 0; i < 8; ++i) {
        threads.emplace_back([&, i] {
            std::vector<std::byte> bytes(300'000);
            if ((*source)->read(i * 320'000, bytes) && bytes == patternFrom(i * 320'000, bytes.size()))
                ++right;
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(right, 8);
}

TEST_F(NetworkFilesTest, AreOpenedAtOnceWhereThatWasPrepared)
{
    std::vector<ComingFile> files;
    for (const char* const name :
        {"/~delay=100/sparse/200000/a", "/~delay=100/sparse/200000/b", "/~delay=100/sparse/200000/c"})
        files.push_back({server().url(name), 100'000});
    const auto prepared = m_files.prepare(files);
    for (const ComingFile& file : files) {
        const auto source = m_files.open(file.address);
        ASSERT_TRUE(source);
        std::vector<std::byte> bytes(100'000);
        ASSERT_TRUE((*source)->read(0, bytes));
        EXPECT_EQ(bytes, patternFrom(0, bytes.size()));
    }
    EXPECT_EQ(server().stats().at("requests"), 3);
    EXPECT_EQ(server().stats().at("bytes"), 300'000);
}

TEST_F(NetworkFilesTest, ThatAreEmptyAreEmpty)
{
    for (const char* const path : {"/empty", "/~416/empty", "/~416-bare/empty"}) {
        const auto source = m_files.open(server().url(path));
        ASSERT_TRUE(source) << describe(source.error());
        EXPECT_EQ((*source)->size(), 0U) << path;
    }
}

/// If a server refuses everything without stating a size of 0 bytes, the file may have any size.
TEST_F(NetworkFilesTest, ThatAreRefusedWholeWithoutTheirSizeAreNotTakenForEmpty)
{
    const auto source = m_files.open(server().url("/~416-bare=1/empty"));
    ASSERT_FALSE(source);
    EXPECT_THAT(
        describe(source.error()), HasSubstr("the server refuses to give the file, as a whole and in parts (416)"));
}

TEST_F(NetworkFilesTest, WhosePartsAreRefusedWithoutTheirSizeAreReadWhole)
{
    const auto source = m_files.open(server().url("/~416-bare/sparse/1000000/f"));
    ASSERT_TRUE(source) << describe(source.error());
    EXPECT_EQ((*source)->size(), 1'000'000U);
    EXPECT_TRUE(readSome(**source));
    EXPECT_EQ(server().stats().at("requests"), 2);
}

TEST_F(NetworkFilesTest, WithoutPartsAreReadWholeWhereTheyAreSmall)
{
    const auto source = m_files.open(server().url("/~ignore-range/sparse/1000000/f"));
    ASSERT_TRUE(source) << describe(source.error());
    EXPECT_TRUE(readSome(**source));
    EXPECT_EQ(server().stats().at("requests"), 1);
}

TEST_F(NetworkFilesTest, WithoutPartsStayReadableWhateverElseIsRead)
{
    NetworkFiles files(policy(), {}, environmentValue, {.segments = 1'000'000, .kept = 3'000'000});
    const auto whole = files.open(server().url("/~ignore-range/sparse/1000000/f"));
    const auto other = files.open(server().url(large));
    ASSERT_TRUE(whole && other);
    std::vector<std::byte> bytes(3'000'000);
    ASSERT_TRUE((*other)->read(0, bytes));
    const auto read = readSome(**whole);
    EXPECT_TRUE(read) << describe(read.error());
}

TEST_F(NetworkFilesTest, WithoutPartsAreNotPrepared)
{
    const auto url = [](const std::string& name) { return server().url("/~ignore-range/sparse/1000000/" + name); };
    ASSERT_TRUE(m_files.open(url("a")));
    const auto prepared = m_files.prepare({{url("b"), 100'000}, {url("c"), 100'000}});
    EXPECT_EQ(m_files.traffic().requests, 1U);
    ASSERT_TRUE(m_files.open(url("b")));
    EXPECT_EQ(server().stats().at("requests"), 2);
}

TEST_F(NetworkFilesTest, WithoutPartsAreRefusedWhereAllNeedTooMuch)
{
    NetworkFiles files(policy(), {}, environmentValue, {.segments = 1'000'000, .kept = 2'500'000});
    std::vector<std::shared_ptr<const Source>> open;
    for (const char* const name : {"a", "b"}) {
        const auto source = files.open(server().url(std::string("/~ignore-range/sparse/1000000/") + name));
        ASSERT_TRUE(source);
        open.push_back(*source);
    }
    const std::string third = server().url("/~ignore-range/sparse/1000000/c");
    const auto refused = files.open(third);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::OutOfMemory);
    EXPECT_THAT(refused.error().message, HasSubstr("does not give parts of files"));
    open.pop_back();
    EXPECT_TRUE(files.open(third)) << "there is room again";
}

TEST_F(NetworkFilesTest, WithoutPartsAreNotReadWhereTheyAreLarge)
{
    const auto source = m_files.open(server().url("/~ignore-range/sparse/3000000000/f"));
    ASSERT_FALSE(source);
    EXPECT_EQ(source.error().code, ErrorCode::Unsupported);
    EXPECT_THAT(source.error().message, HasSubstr("does not give parts of files"));
    EXPECT_LT(m_files.traffic().bytes, std::uint64_t{1} << 20);
}

TEST_F(NetworkFilesTest, NamesHaveNoSecrets)
{
    std::string url = server().url("/~status=403/sparse/1000/f.bin?token=hunter2");
    url.insert(url.find("//") + 2, "user:hunter2@");
    const std::string name = m_files.publicName(url);
    EXPECT_THAT(name, testing::Not(HasSubstr("hunter2")));
    const auto source = m_files.open(name);
    ASSERT_FALSE(source);
    EXPECT_THAT(describe(source.error()), testing::Not(HasSubstr("hunter2")));
    EXPECT_THAT(server().log().at(0).at("target"), HasSubstr("?token=hunter2"));
}

TEST_F(NetworkFilesTest, NamesOfAddressesWithBlanksHaveNoSecrets)
{
    std::string url = server().url("/sparse/100000/my file.bin?token=hunter2 x");
    url.insert(url.find("//") + 2, "user:hunter2@");
    const std::string name = m_files.publicName(url);
    EXPECT_EQ(name, server().url("/sparse/100000/my%20file.bin"));
    const auto source = m_files.open(name);
    ASSERT_TRUE(source) << describe(source.error());
    EXPECT_THAT((*source)->path().string(), testing::Not(HasSubstr("hunter2")));
    EXPECT_EQ(server().log().at(0).at("target"), "/sparse/100000/my%20file.bin?token=hunter2%20x");
    EXPECT_EQ(server().log().at(0).at("headers").at("authorization"), "Basic dXNlcjpodW50ZXIy");
}

TEST_F(NetworkFilesTest, NamesOfWhatIsNoAddressHaveNoSecrets)
{
    for (const auto& [url, message] : {std::pair("https://alice:hunter2@host:99999/f", "port"),
             std::pair("HTTPS://alice:hunter2@host:99999/f", "port"),
             std::pair("https://host/f?token=hunter2#part", "fragment"),
             std::pair("s3://id:hunter2@bucket/k", "no user"),
             std::pair("sftp://alice:hunter2@host/f", "there is no host named \"host\"")}) {
        EXPECT_TRUE(isAddress(url));
        const std::string name = m_files.publicName(url);
        EXPECT_THAT(name, testing::Not(HasSubstr("hunter2")));
        const auto source = m_files.open(name);
        ASSERT_FALSE(source);
        EXPECT_THAT(describe(source.error()), testing::Not(HasSubstr("hunter2")));
        EXPECT_THAT(source.error().message, HasSubstr(message)) << "of the address as it was given";
    }
}

TEST_F(NetworkFilesTest, AddressesThatDifferInSecretsAloneAreDifferentFiles)
{
    const std::string a = m_files.publicName("https://host/get?file=a");
    const std::string b = m_files.publicName("https://host/get?file=b");
    EXPECT_NE(a, b);
    EXPECT_EQ(m_files.publicName("https://host/get?file=a"), a);
    EXPECT_EQ(m_files.publicName(b), b) << b;
}

TEST_F(NetworkFilesTest, FilesBesideOneOfAUserAreAskedForAsThatUser)
{
    std::string url = server().url("/sparse/1000/a");
    url.insert(url.find("//") + 2, "user:hunter2@");
    m_files.publicName(url);
    const auto source = m_files.open(server().url("/sparse/1000/b"));
    ASSERT_TRUE(source);
    EXPECT_EQ(server().log().at(0).at("headers").at("authorization"), "Basic dXNlcjpodW50ZXIy");
    EXPECT_EQ((*source)->path(), server().url("/sparse/1000/b"));
    ASSERT_TRUE(m_files.open(server().otherUrl("/sparse/1000/b")));
    EXPECT_FALSE(server().log().at(1).at("headers").contains("authorization")) << "another server";
}

TEST_F(NetworkFilesTest, SecretsDoNotFollowARedirectToAnotherHost)
{
    std::string url = server().url("/~redirect=other/sparse/100000/f");
    url.insert(url.find("//") + 2, "user:hunter2@");
    const auto source = m_files.open(m_files.publicName(url));
    ASSERT_TRUE(source) << describe(source.error());
    const auto log = server().log();
    ASSERT_EQ(log.size(), 2U);
    EXPECT_TRUE(log[0].at("headers").contains("authorization"));
    EXPECT_FALSE(log[1].at("headers").contains("authorization"));
}

struct Fault {
    const char* path;
    ErrorCode code = ErrorCode::Io;
    const char* message = nullptr; ///< a part of the error message; null if the correct bytes must arrive
};

std::ostream& operator<<(std::ostream& out, const Fault& fault)
{
    return out << fault.path;
}

class NetworkFaultsTest : public NetworkFilesTest, public testing::WithParamInterface<Fault> { };

TEST_P(NetworkFaultsTest, GivesRightBytesOrAnError)
{
    const Fault fault = GetParam();
    const auto done = openAndRead(m_files, server().url(fault.path));
    if (!fault.message) {
        EXPECT_TRUE(done) << describe(done.error());
        return;
    }
    ASSERT_FALSE(done);
    EXPECT_EQ(errorCodeName(done.error().code), errorCodeName(fault.code)) << done.error().message;
    EXPECT_THAT(done.error().message, HasSubstr(fault.message));
    EXPECT_EQ(done.error().path, server().url(fault.path));
    EXPECT_LT(done.error().message.size(), 600U);
}

INSTANTIATE_TEST_SUITE_P(Answers, NetworkFaultsTest,
    testing::Values(Fault{"/sparse/3000000/f"}, Fault{"/~wrong-start/sparse/3000000/f", ErrorCode::Io, "another part"},
        Fault{"/~no-content-range/sparse/3000000/f", ErrorCode::Io, "Content-Range is missing"},
        Fault{"/~unknown-total/sparse/3000000/f", ErrorCode::Unsupported, "how large"},
        Fault{"/~multipart/sparse/3000000/f", ErrorCode::Io, "several parts"}, Fault{"/~chunked/sparse/3000000/f"},
        Fault{"/~gzip/sparse/3000000/f", ErrorCode::Unsupported, "gzip"},
        Fault{"/~extra=10/sparse/3000000/f", ErrorCode::Io, "more bytes than it said"},
        Fault{"/~content-range=bytes%200-65535%2F99999999999999999999/sparse/3000000/f", ErrorCode::Io, "another part"},
        Fault{"/~content-range=bytes%200-65535%2F18446744073709551615/sparse/3000000/f", ErrorCode::Io, "any file"},
        Fault{"/~total=9223372036854775808/sparse/3000000/f", ErrorCode::Io, "any file"},
        Fault{"/~total=9223372036854775807/sparse/3000000/f"},
        Fault{"/~content-range=bytes%200--1%2F5/sparse/3000000/f", ErrorCode::Io, "another part"},
        Fault{"/~content-range=bytes/sparse/3000000/f", ErrorCode::Io, "another part"},
        Fault{"/~headers=100/sparse/3000000/f"},
        Fault{"/~headers=30000/sparse/3000000/f", ErrorCode::Io, "KiB of headers"},
        Fault{"/~416/sparse/3000000/f", ErrorCode::Io, "refuses to give the first bytes"},
        Fault{
            "/~416-bare=1/sparse/3000000/f", ErrorCode::Io, "refuses to give the file, as a whole and in parts (416)"},
        Fault{"/~416-bare/sparse/70000000/f", ErrorCode::Unsupported, "does not give parts"},
        Fault{"/~length=9223372036854775808/~ignore-range/sparse/3000000/f", ErrorCode::Unsupported, "EiB"},
        Fault{"/~page=500,10000000/sparse/3000000/f", ErrorCode::Io, "answers 500"},
        Fault{"/~page=404,100/sparse/3000000/f", ErrorCode::NotFound, "there is no such file"},
        Fault{"/~status=403/sparse/3000000/f", ErrorCode::PermissionDenied, "access is refused"},
        Fault{"/~status=401/sparse/3000000/f", ErrorCode::PermissionDenied, "the address has no user and password"},
        Fault{"/~status=404/sparse/3000000/f/", ErrorCode::NotFound, "folders of web servers cannot be listed"}));

INSTANTIATE_TEST_SUITE_P(Cuts, NetworkFaultsTest,
    testing::Values(Fault{"/~cut=1000,1/sparse/3000000/f"}, Fault{"/~reset=1000,1/sparse/3000000/f"},
        Fault{"/~short=1000,1/sparse/3000000/f"}, Fault{"/~chunk-cut=1000,1/sparse/3000000/f"},
        Fault{"/~until-close=1000,1/sparse/3000000/f"}, Fault{"/~drop=2/sparse/3000000/f"},
        Fault{"/~cut=0/sparse/3000000/f", ErrorCode::Io, "lost"},
        Fault{"/~short=0/sparse/3000000/f", ErrorCode::Io, "4 tries"},
        Fault{"/~until-close=0/sparse/3000000/f", ErrorCode::Io, "4 tries"},
        Fault{"/~drop/sparse/3000000/f", ErrorCode::Io, "lost"},
        Fault{"/~silent=100/sparse/3000000/f", ErrorCode::Io, "too slowly"}));

INSTANTIATE_TEST_SUITE_P(Waits, NetworkFaultsTest,
    testing::Values(Fault{"/~status=503,3/sparse/3000000/f"},
        Fault{"/~status=503/sparse/3000000/f", ErrorCode::Io, "4 tries"}, Fault{"/~status=429,1,1/sparse/3000000/f"},
        Fault{"/~status=429,1,date:1/sparse/3000000/f"}, Fault{"/~status=429,1,rate:1/sparse/3000000/f"},
        Fault{"/~status=429,1,86400/sparse/3000000/f", ErrorCode::Io, "asks to wait"}));

INSTANTIATE_TEST_SUITE_P(Changes, NetworkFaultsTest,
    testing::Values(Fault{"/~change=1/sparse/3000000/f", ErrorCode::Changed, "changed"},
        Fault{"/~change=2/sparse/3000000/f", ErrorCode::Changed, "changed"},
        Fault{"/~change-silently=1/sparse/3000000/f", ErrorCode::Changed, "(ETag \""},
        Fault{"/~grow=1/sparse/3000000/f", ErrorCode::Changed, "3,000,001 bytes"},
        Fault{"/~weak-etag/sparse/3000000/f"}, Fault{"/~no-etag/sparse/3000000/f"},
        Fault{"/~ignore-match/sparse/3000000/f"},
        Fault{"/~weak-etag/~change-silently=1/sparse/3000000/f", ErrorCode::Changed, "changed"}));

INSTANTIATE_TEST_SUITE_P(Redirects, NetworkFaultsTest,
    testing::Values(Fault{"/~redirect=other/sparse/3000000/f"}, Fault{"/~redirect=same/sparse/3000000/f"},
        Fault{"/~hops=10/sparse/3000000/f"}, Fault{"/~hops=11/sparse/3000000/f", ErrorCode::Io, "more than 10 times"},
        Fault{"/~loop/sparse/3000000/f", ErrorCode::Io, "more than 10 times"},
        Fault{"/~redirect-to=file:%2F%2F%2Fetc%2Fpasswd/sparse/3000000/f", ErrorCode::Io, "not http or https"},
        Fault{"/~sign=2/sparse/3000000/f"}, Fault{"/~sign=1/sparse/3000000/f"}));

TEST_F(NetworkFilesTest, ChangedFilesGiveNothingMore)
{
    const auto source = m_files.open(server().url("/~change-silently=2/sparse/3000000/f"));
    ASSERT_TRUE(source);
    std::vector<std::byte> bytes(1'000);
    EXPECT_TRUE((*source)->read(1'000'000, bytes));
    EXPECT_TRUE((*source)->checkUnchanged());
    EXPECT_FALSE((*source)->read(2'000'000, bytes));
    EXPECT_EQ((*source)->checkUnchanged().error().code, ErrorCode::Changed);
    EXPECT_EQ((*source)->read(0, bytes).error().code, ErrorCode::Changed) << "of a version that is gone";
    EXPECT_TRUE(m_files.open(server().url("/~change-silently=2/sparse/3000000/f"))) << "opens the new version";
}

TEST_F(NetworkFilesTest, SaysThatTheUserIsNotAccepted)
{
    std::string url = server().url("/~status=401/sparse/3000000/f");
    url.insert(url.find("//") + 2, "alice:hunter2@");
    const auto source = m_files.open(url);
    ASSERT_FALSE(source);
    EXPECT_THAT(describe(source.error()),
        testing::AllOf(
            HasSubstr("user and password of the address are not accepted"), testing::Not(HasSubstr("hunter2"))));
}

TEST_F(NetworkFilesTest, WhatIsBegunAheadHasABudget)
{
    const std::uint64_t each = std::uint64_t{60} << 20;
    std::vector<ComingFile> files;
    for (const char* const name : {"a", "b", "c"})
        files.push_back({.address = server().url("/~never/sparse/100000000/" + std::string(name)), .bytes = each});
    files.push_back({.address = server().url("/~never/sparse/100000000/small"), .bytes = std::uint64_t{2} << 20});
    NetworkFiles patient(policy(), {.connectTimeout = std::chrono::hours(1), .silence = std::chrono::hours(1)});
    const auto prepared = patient.prepare(files);
    const auto isAsked = [](const char* name) {
        const auto log = server().log();
        return std::ranges::any_of(
            log, [&](const auto& entry) { return entry.at("target").template get<std::string>().ends_with(name); });
    };
    EXPECT_TRUE(test::waitUntil([&] { return isAsked("/a") && isAsked("/b") && isAsked("/small"); }));
    std::vector<std::string> asked;
    for (const auto& entry : server().log())
        asked.push_back(entry.at("target").get<std::string>().substr(entry.at("target").get<std::string>().rfind('/')));
    EXPECT_THAT(asked, testing::UnorderedElementsAre("/a", "/b", "/small")) << "two of 60 MiB, and little more";
}

TEST_F(NetworkFilesTest, ServersThatAreNotThereGiveASentence)
{
    for (const auto& [url, message] : {std::pair("http://127.0.0.1:1/f", "cannot connect"),
             std::pair("http://no-such-host.invalid/f", "no host named"), std::pair("http://", "names no host")}) {
        const auto source = m_files.open(url);
        ASSERT_FALSE(source) << url;
        EXPECT_THAT(source.error().message, HasSubstr(message));
    }
}

TEST_F(NetworkFilesTest, ServersThatDoNotShakeHandsAreGivenUp)
{
    // This server accepts connections and sends nothing.
    const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    ASSERT_EQ(::bind(listener, reinterpret_cast<const sockaddr*>(&address), size), 0);
    ASSERT_EQ(::listen(listener, 8), 0);
    ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
    RetryPolicy once = policy();
    once.tries = 1;
    NetworkFiles files(once, {.connectTimeout = std::chrono::seconds(1), .silence = std::chrono::seconds(60)});
    const auto source = files.open("https://127.0.0.1:" + std::to_string(ntohs(address.sin_port)) + "/f");
    ::close(listener);
    ASSERT_FALSE(source);
    EXPECT_THAT(source.error().message, HasSubstr("does not answer"));
}

TEST_F(NetworkFilesTest, RequestsThatWaitForAConnectionAreNotGivenUp)
{
    RetryPolicy once = policy();
    once.tries = 1;
    NetworkFiles files(once, {.connectTimeout = std::chrono::seconds(1), .silence = std::chrono::seconds(60)});
    const auto source = files.open(server().url("/~rate=2000000/~until-close=50000000/sparse/50000000/f"));
    ASSERT_TRUE(source);
    const auto expected = (*source)->expect({{0, 50'000'000}});
    std::vector<std::byte> bytes(50'000'000);
    const auto read = (*source)->read(0, bytes);
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(bytes, patternFrom(0, bytes.size()));
}

TEST_F(NetworkFilesTest, ManyRequestsWithPassingFaultsGiveRightBytes)
{
    const auto source = m_files.open(server().url("/~shaky=20,7/sparse/20000000/f"));
    ASSERT_TRUE(source) << describe(source.error());
    std::vector<std::byte> bytes(100'000);
    for (std::uint64_t offset = 0; offset < 20'000'000; offset += bytes.size()) {
        const auto read = (*source)->read(offset, bytes);
        ASSERT_TRUE(read) << describe(read.error());
        ASSERT_EQ(bytes, patternFrom(offset, bytes.size())) << offset;
    }
}

TEST_F(NetworkFilesTest, ManyRequestsWithAnyFaultNeverGiveAWrongByte)
{
    std::size_t right = 0;
    for (int round = 0; round < 60; ++round) {
        const auto source = m_files.open(
            server().url("/~random=20," + std::to_string(round) + "/sparse/3000000/f" + std::to_string(round)));
        for (std::uint64_t offset = 0; source && offset < 3'000'000; offset += 300'000) {
            std::vector<std::byte> bytes(100'000);
            if (!(*source)->read(offset, bytes))
                continue;
            ASSERT_EQ(bytes, patternFrom(offset, bytes.size())) << round << " " << offset;
            ++right;
        }
    }
    EXPECT_GT(right, 0U);
}

TEST(SegmentTarget, ARefusalIsNoChangeWhereTheSizeIsTheSame)
{
    const auto refusedWith = [](const std::string& contentRange) {
        const auto memory = std::make_shared<SegmentMemory>();
        const auto segment = std::make_shared<Segment>(memory->pool());
        segment->range = {20, 30};
        const auto pinned = std::make_shared<PinnedVersion>(Version{.etag = "\"1\"", .modified = "", .size = 100}, "f");
        SegmentTarget target(segment, pinned, memory, std::nullopt);
        const auto begun =
            target.begin({.status = 416, .headers = {{"content-range", contentRange}}, .fromPublicServer = false});
        return begun ? Error() : begun.error();
    };
    EXPECT_EQ(refusedWith("bytes */100").code, ErrorCode::Io);
    EXPECT_THAT(refusedWith("bytes */100").message, HasSubstr("(416), although it says that it has 100 bytes"));
    EXPECT_EQ(refusedWith("bytes */99").code, ErrorCode::Changed);
    EXPECT_EQ(refusedWith("").code, ErrorCode::Changed);
}

} // namespace
} // namespace loupe::remote
