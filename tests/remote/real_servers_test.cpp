// Real servers from Debian packages, on loopback. Tests of servers that are not installed are skipped.

#include "remote/network_files.h"
#include "same_as_local.h"
#include "support/server_process.h"
#include "support/temporary_file.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <span>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

using test::ServerProcess;
using test::TemporaryFolder;
using testing::HasSubstr;

constexpr std::size_t fileSize = 3'000'000;

/// A server with one file, "f", and with the test's own certificate authority.
class RealServers : public testing::Test {
protected:
    void SetUp() override
    {
        for (const char* const name :
            {"http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"})
            ::unsetenv(name);
        std::filesystem::create_directory(m_folder.path() / "root");
        for (std::size_t i = 0; i < fileSize; ++i)
            m_content += static_cast<char>(i * 7 + i / 251);
        m_folder.write("root/f", m_content);
    }
    void TearDown() override { ::unsetenv("CURL_CA_BUNDLE"); }

    /// Returns false if it is not installed.
    bool start(const char* kind)
    {
        m_server = std::make_unique<ServerProcess>("real_server.py", std::vector<std::string>{kind, m_folder.path()});
        if (!m_server->isInstalled())
            return false;
        ::setenv("CURL_CA_BUNDLE", m_server->said().at("ca").get<std::string>().c_str(), 1);
        return true;
    }
    std::string url(const char* port, const char* path = "/f") const
    {
        return "https://localhost:" + std::to_string(m_server->said().at(port).get<int>()) + path;
    }
    void expectWhole(const std::string& address)
    {
        const auto source = m_files.open(address);
        ASSERT_TRUE(source) << describe(source.error());
        std::vector<std::byte> bytes((*source)->size());
        ASSERT_TRUE((*source)->read(0, bytes));
        EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), m_content);
    }
    std::string errorOf(const std::string& address)
    {
        const auto source = m_files.open(address);
        EXPECT_FALSE(source) << address;
        return source ? "" : source.error().message;
    }
    std::string logged() const
    {
        std::ifstream file(m_folder.path() / "log/nginx.acc");
        return {std::istreambuf_iterator<char>(file), {}};
    }

    TemporaryFolder m_folder;
    std::string m_content;
    std::unique_ptr<ServerProcess> m_server;
    NetworkFiles m_files{RetryPolicy{.tries = 2,
        .failuresInARow = 24,
        .firstWait = std::chrono::milliseconds(1),
        .longestWait = std::chrono::milliseconds(2),
        .longestAskedFor = std::chrono::milliseconds(1000)}};
};

TEST_F(RealServers, NginxOverHttp2AndTls)
{
    if (!start("nginx"))
        GTEST_SKIP() << "nginx is not installed";
    expectWhole(url("https"));
    EXPECT_THAT(logged(), HasSubstr("GET /f HTTP/2.0\" 206"));
    // A client that does not ask for compression gets none.
    expectWhole(url("https", "/gzip/f"));
    EXPECT_THAT(errorOf(url("https", "/redirect/f")), HasSubstr("from https to http"));
    EXPECT_THAT(errorOf(url("https", "/none")), HasSubstr("no such file"));
}

TEST_F(RealServers, EachFaultOfACertificateHasItsSentence)
{
    if (!start("nginx"))
        GTEST_SKIP() << "nginx is not installed";
    EXPECT_THAT(errorOf(url("unknown")), HasSubstr("unknown authority"));
    EXPECT_THAT(errorOf(url("wrong_name")), HasSubstr("for another host"));
    EXPECT_THAT(errorOf(url("expired")), HasSubstr("has expired"));
    EXPECT_EQ(logged(), "") << "nothing was asked";
}

TEST_F(RealServers, S3TrustsTheAuthoritiesOfItsSettings)
{
    std::filesystem::create_directory(m_folder.path() / "root/bucket");
    m_folder.write("root/bucket/k", "content");
    if (!start("nginx"))
        GTEST_SKIP() << "nginx is not installed";
    ::unsetenv("CURL_CA_BUNDLE");
    std::map<std::string, std::string> variables{{"HOME", m_folder.path()}, {"AWS_ENDPOINT_URL", url("https", "")}};
    const auto environment = [&](const char* name) { return variables[name]; };
    NetworkFiles without({}, {}, environment);
    EXPECT_FALSE(without.open("s3://bucket/k"));
    variables["AWS_CA_BUNDLE"] = m_server->said().at("ca");
    NetworkFiles with({}, {}, environment);
    const auto source = with.open("s3://bucket/k");
    ASSERT_TRUE(source) << describe(source.error());
    EXPECT_EQ((*source)->size(), 7U);
}

TEST_F(RealServers, LighttpdIgnoresIfMatchAndAChangeIsNoticed)
{
    if (!start("lighttpd"))
        GTEST_SKIP() << "lighttpd is not installed";
    expectWhole(url("https"));
    m_folder.write("root/g", m_content.substr(0, 1'000'000));
    const auto other = m_files.open(url("https", "/g"));
    ASSERT_TRUE(other);
    m_folder.write("root/g", m_content.substr(0, 999'999));
    std::vector<std::byte> bytes(1000);
    const auto read = (*other)->read(500'000, bytes);
    ASSERT_FALSE(read);
    EXPECT_EQ(errorCodeName(read.error().code), "changed") << read.error().message;
}

TEST_F(RealServers, AllFormatsAreTheSameAsOnThisMachine)
{
    test::copyFilesOfAllFormats(m_folder.path() / "root");
    for (const char* const kind : {"nginx", "lighttpd"}) {
        if (start(kind))
            test::expectSameAsLocal(m_files, url("https", "/"));
        else
            GTEST_SKIP() << kind << " is not installed";
    }
}

/// OpenStack Swift, started once for all of its tests since that takes some seconds.
class SwiftTest : public testing::Test {
protected:
    static constexpr const char* key = "odd keys/a+b=c*'(1),ü%20~/x.bin";

    static void SetUpTestSuite()
    {
        s_folder = std::make_unique<TemporaryFolder>();
        std::filesystem::create_directories((s_folder->path() / "root" / key).parent_path());
        s_folder->write(std::string("root/") + key, "content");
        test::copyFilesOfAllFormats(s_folder->path() / "root/formats");
        s_server =
            std::make_unique<ServerProcess>("real_server.py", std::vector<std::string>{"swift", s_folder->path()});
    }
    static void TearDownTestSuite()
    {
        s_server.reset();
        s_folder.reset();
    }
    void SetUp() override
    {
        if (!s_server->isInstalled())
            GTEST_SKIP() << "Swift is not installed";
        m_variables["HOME"] = s_folder->path() / "home";
        m_variables["AWS_ENDPOINT_URL"] = "http://127.0.0.1:" + std::to_string(s_server->said().at("http").get<int>());
        m_variables["AWS_ACCESS_KEY_ID"] = s_server->said().at("access_key");
        m_variables["AWS_SECRET_ACCESS_KEY"] = s_server->said().at("secret_key");
        m_variables["AWS_REGION"] = s_server->said().at("region");
    }
    NetworkFiles& files()
    {
        if (!m_files)
            m_files = std::make_unique<NetworkFiles>(
                RetryPolicy(), HttpTransport::Settings(), [this](const char* name) { return m_variables[name]; });
        return *m_files;
    }
    std::string errorOf(const std::string& address)
    {
        const auto source = files().open(address);
        EXPECT_FALSE(source) << address;
        return source ? "" : describe(source.error());
    }

    std::map<std::string, std::string> m_variables;
    std::unique_ptr<NetworkFiles> m_files;

private:
    inline static std::unique_ptr<TemporaryFolder> s_folder;
    inline static std::unique_ptr<ServerProcess> s_server;
};

TEST_F(SwiftTest, AcceptsOurSignatures)
{
    const std::string address = std::string("s3://loupe/") + key;
    m_variables["AWS_REGION"] = "eu-wrong-1"; // the answer states the correct one
    const auto source = files().open(address);
    ASSERT_TRUE(source) << describe(source.error());
    std::string content((*source)->size(), '\0');
    ASSERT_TRUE((*source)->read(0, std::as_writable_bytes(std::span(content))));
    EXPECT_EQ(content, "content");
    EXPECT_THAT(errorOf("s3://loupe/none"), HasSubstr("no such object"));
    const auto top = files().list("s3://loupe");
    ASSERT_TRUE(top) << describe(top.error());
    EXPECT_THAT(top->folders, testing::UnorderedElementsAre("formats", "odd keys"));
    const auto below = files().list("s3://loupe/odd keys/a+b=c*'(1),ü%20~/");
    ASSERT_TRUE(below) << describe(below.error());
    EXPECT_THAT(below->files, testing::ElementsAre("x.bin"));
}

TEST_F(SwiftTest, RefusesAnotherSecret)
{
    m_variables["AWS_SECRET_ACCESS_KEY"] = "wrong";
    EXPECT_THAT(errorOf(std::string("s3://loupe/") + key),
        testing::AllOf(HasSubstr("does not accept the credentials"), testing::Not(HasSubstr("wrong"))));
}

TEST_F(SwiftTest, AllFormatsAreTheSameAsOnThisMachine)
{
    test::expectSameAsLocal(files(), "s3://loupe/formats/");
}

} // namespace
} // namespace loupe::remote
