// Files on SSH servers, tested with OpenSSH's own server on loopback.

#include "core/stop_scope.h"
#include "formats/opening/open_checkpoint.h"
#include "remote/network_files.h"
#include "remote/sftp/sftp_listing.h"
#include "support/server_process.h"
#include "support/temporary_file.h"
#include "support/test_data.h"
#include "support/wait_until.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe::remote {
namespace {

namespace fs = std::filesystem;

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(SftpListing, ReadsLinesAsLsHasThem)
{
    const FolderContent content =
        readLongListing("drwxr-xr-x    2 root     root         4096 Nov 26 21:17 .\n"
                        "drwxr-xr-x    2 root     root         4096 Nov 26 21:17 ..\n"
                        "drwxr-xr-x    2 root     root         4096 Nov 26  2025 a folder\n"
                        "-rw-r--r--    1 1000     users   123456789 Jan  1  2024  two  blanks.bin\n"
                        "lrwxrwxrwx    1 root     root           76 Nov 26 21:17 link -> ../../blobs/x\n"
                        "-rw-r--r--    1 root     root            5 Nov 26 21:17 a -> b\n"
                        "not a line of a file\n"
                        "\n"
                        "-rw-r--r--    1 root     root            5 Nov 26 21:17 last");
    EXPECT_THAT(content.folders, ElementsAre("a folder"));
    EXPECT_THAT(content.files, ElementsAre(" two  blanks.bin", "link", "a -> b", "last"));
}

TEST(SftpNames, AreOfOneFormAndHideWhoAsks)
{
    NetworkFiles files({}, {}, [](const char*) { return std::string(); });
    EXPECT_EQ(files.publicName("user@host:/a b/m.bin"), "sftp://host/a%20b/m.bin");
    EXPECT_EQ(files.publicName("sftp://user:secret@host:2222/m.bin"), "sftp://host:2222/m.bin");
    for (const char* const local : {"model.bin", "/host:/model.bin", "./host:/model.bin", "C:/model.bin"})
        EXPECT_EQ(files.publicName(local), local);
    EXPECT_EQ(inFolder("sftp://host/a%20b", "50%.bin"), "sftp://host/a%20b/50%25.bin");
}

/// A server that this test can access with its own key.
class SftpTest : public testing::Test {
protected:
    static void SetUpTestSuite()
    {
        ::unsetenv("SSH_AUTH_SOCK");
        s_folder = new test::TemporaryFolder();
        fs::create_directories(s_folder->path() / "root");
        fs::copy(test::dataPath("safetensors-sharded"), s_folder->path() / "root/m");
        std::string content(3'000'000, '\0');
        for (std::size_t i = 0; i < content.size(); ++i)
            content[i] = static_cast<char>(i * 7 + i / 251);
        s_folder->write("root/f", content);
        s_folder->write("root/empty", "");
        s_server = new test::ServerProcess("real_server.py", {"sftp", s_folder->path()});
    }
    static void TearDownTestSuite()
    {
        delete s_server;
        delete s_folder;
    }
    void SetUp() override
    {
        if (!s_server->isInstalled())
            GTEST_SKIP() << "openssh-server is not installed";
        fs::create_directory(m_home.path() / ".ssh");
        give("known_hosts");
        give("id_ed25519");
        m_variables = {{"HOME", m_home.path()}, {"USER", s_server->said().at("user")}};
        setRemoteFiles(&m_files);
    }
    void TearDown() override { setRemoteFiles(nullptr); }

    /// Copies a file of the server to where ssh expects it.
    void give(const char* name) const { fs::copy_file(s_folder->path() / "run" / name, m_home.path() / ".ssh" / name); }
    static std::string url(const std::string& path)
    {
        return "sftp://127.0.0.1:" + std::to_string(s_server->said().at("port").get<int>()) + s_folder->path().string()
            + "/root/" + path;
    }
    static std::string contentOf(const char* name)
    {
        std::ifstream file(s_folder->path() / "root" / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    static std::string read(const Source& source, std::uint64_t offset, std::size_t size)
    {
        std::string bytes(size, '\0');
        const auto done = source.read(offset, std::as_writable_bytes(std::span(bytes)));
        EXPECT_TRUE(done) << describe(done.error());
        return bytes;
    }
    std::string errorOf(const std::string& address)
    {
        const auto source = m_files.open(address);
        EXPECT_FALSE(source) << address;
        return source ? "" : describe(source.error());
    }

    /// Sends a signal to all processes of the server that serve a connection.
    static void signalConnections(int signal)
    {
        std::vector<std::string> processes{std::to_string(s_server->said().at("process").get<int>())};
        for (std::size_t i = 0; i < processes.size(); ++i) {
            std::ifstream children("/proc/" + processes[i] + "/task/" + processes[i] + "/children");
            for (std::string child; children >> child;)
                processes.push_back(child);
        }
        EXPECT_GT(processes.size(), 1U) << "nobody is connected";
        for (std::size_t i = 1; i < processes.size(); ++i)
            ::kill(std::stoi(processes[i]), signal);
    }
    /// A sparse file of 200 MB with some text in it.
    static std::string largeFile(const char* name)
    {
        const fs::path path = s_folder->write(std::string("root/") + name, "begin");
        fs::resize_file(path, largeSize);
        std::fstream(path, std::ios::in | std::ios::out | std::ios::binary).seekp(largeSize - 3).write("end", 3);
        return url(name);
    }
    /// Reads a whole file on a thread that can be stopped, and calls `then()` once some bytes have arrived.
    template <typename Then>
    Result<std::vector<std::byte>> readWhile(const Source& source, Then then)
    {
        std::vector<std::byte> bytes(source.size());
        Result<> done;
        const std::uint64_t before = m_files.traffic().bytes;
        std::jthread reader([&](const std::stop_token& stop) {
            const StopScope scope(stop);
            done = source.read(0, bytes);
        });
        EXPECT_TRUE(test::waitUntil([&] { return m_files.traffic().bytes >= before + 1'000'000; }));
        then(reader);
        reader.join();
        return done ? Result<std::vector<std::byte>>(std::move(bytes)) : fail(std::move(done.error()));
    }

    static constexpr std::size_t largeSize = 200'000'000;
    static inline test::TemporaryFolder* s_folder = nullptr;
    static inline test::ServerProcess* s_server = nullptr;
    test::TemporaryFolder m_home;
    std::map<std::string, std::string> m_variables;
    NetworkFiles m_files{
        {}, {.noticedSilence = std::chrono::milliseconds(1)}, [this](const char* name) { return m_variables[name]; }};
};

TEST_F(SftpTest, ReadsAnyRange)
{
    const std::string content = contentOf("f");
    const auto source = m_files.open(url("f"));
    ASSERT_TRUE(source) << describe(source.error());
    ASSERT_EQ((*source)->size(), content.size());
    for (const auto& [offset, size] : std::vector<std::pair<std::size_t, std::size_t>>{
             {0, 10}, {65'530, 20}, {262'140, 10}, {1'000'000, 700'000}, {2'999'990, 10}, {0, 3'000'000}, {5, 0}})
        EXPECT_TRUE(read(**source, offset, size) == content.substr(offset, size)) << offset << " " << size;
    const auto empty = m_files.open(url("empty"));
    ASSERT_TRUE(empty) << describe(empty.error());
    EXPECT_EQ((*empty)->size(), 0U);
}

TEST_F(SftpTest, OpensModelsAsFoldersAndByTheirIndex)
{
    const auto local = openCheckpoint(test::dataPath("safetensors-sharded/model.safetensors.index.json"));
    for (const char* const path : {"m/model.safetensors.index.json", "m/", "m"}) {
        const auto checkpoint = openCheckpoint(url(path));
        ASSERT_TRUE(checkpoint) << describe(checkpoint.error());
        EXPECT_EQ((*checkpoint)->files.size(), 3U) << path;
        EXPECT_EQ((*checkpoint)->tensors.size(), (*local)->tensors.size()) << path;
    }
}

TEST_F(SftpTest, FollowsTheConfigurationOfSsh)
{
    fs::rename(m_home.path() / ".ssh/id_ed25519", m_home.path() / "my key");
    fs::create_directory(m_home.path() / ".ssh/more");
    m_home.write(".ssh/more/lab.conf",
        "Host box\n  HostName 127.0.0.1\n  Port " + std::to_string(s_server->said().at("port").get<int>()) + "\n  User "
            + s_server->said().at("user").get<std::string>() + "\n  IdentityFile \"~/my key\"\n");
    m_home.write(".ssh/config", "Include more/*.conf\nHost gate\n  ProxyJump other\n");
    m_variables["USER"] = "nobody-here";
    const std::string path = s_folder->path().string() + "/root/f";
    const auto source = m_files.open("sftp://box" + path);
    ASSERT_TRUE(source) << describe(source.error());
    EXPECT_TRUE(read(**source, 1'000'000, 700'000) == contentOf("f").substr(1'000'000, 700'000));
    EXPECT_THAT(errorOf("sftp://gate/f"), AllOf(HasSubstr(".ssh/config"), HasSubstr("ProxyJump"), HasSubstr("gate")));
}

TEST_F(SftpTest, UsesTheKeysAndKnownHostsThatTheConfigurationNames)
{
    struct Case {
        const char* config;
        std::string expected; ///< part of the error message; empty if the file opens
    };
    fs::copy_file(m_home.path() / ".ssh/known_hosts", m_home.path() / "known");
    m_home.write("empty", "");
    for (const Case& one : {Case{"IdentityFile ~/.ssh/id_ed25519\n", ""}, {"IdentitiesOnly yes\n", ""},
             {"IdentityFile none\n", "refused the login"}, {"IdentityFile ~/.ssh/absent\n", "refused the login"},
             {"UserKnownHostsFile ~/known\n", ""}, {"UserKnownHostsFile ~/absent ~/known\n", ""},
             {"UserKnownHostsFile ~/empty\n", "server's key is not in "},
             {"UserKnownHostsFile none\n", "server's key"}}) {
        m_home.write(".ssh/config", one.config);
        NetworkFiles files({}, {}, [this](const char* name) { return m_variables[name]; });
        const auto source = files.open(url("f"));
        EXPECT_EQ(source.has_value(), one.expected.empty()) << one.config;
        const std::string error = source ? "" : describe(source.error());
        EXPECT_THAT(error, HasSubstr(one.expected)) << one.config;
    }
}

TEST_F(SftpTest, CountsWhatIsFetchedForAWork)
{
    const std::stop_source work;
    const std::stop_token stop = work.get_token();
    const std::stop_source idle;
    const FetchCount count(stop);
    const FetchCount none(idle.get_token());
    const StopScope scope(stop);
    const auto source = m_files.open(url("f"));
    ASSERT_TRUE(source) << describe(source.error());
    const std::uint64_t before = count.bytes();
    EXPECT_TRUE(read(**source, 1'000'000, 700'000) == contentOf("f").substr(1'000'000, 700'000));
    EXPECT_GE(count.bytes() - before, 700'000U);
    EXPECT_EQ(none.bytes(), 0U);
}

TEST_F(SftpTest, FindsTheKeyOfAServerByItsAlias)
{
    // Like ssh, looks up an alias without the port.
    std::ifstream file(m_home.path() / ".ssh/known_hosts");
    std::string known{std::istreambuf_iterator<char>(file), {}};
    std::string aliased;
    std::istringstream lines(known);
    for (std::string line; std::getline(lines, line);)
        aliased += "lab-7" + line.substr(line.find(' ')) + '\n';
    m_home.write(".ssh/known_hosts", aliased);
    EXPECT_THAT(errorOf(url("f")), HasSubstr("server's key is not in"));
    m_home.write(".ssh/config", "HostKeyAlias lab-7\n");
    NetworkFiles files({}, {}, [this](const char* name) { return m_variables[name]; });
    const auto source = files.open(url("f"));
    ASSERT_TRUE(source) << describe(source.error());
    EXPECT_TRUE(read(**source, 1'000'000, 700'000) == contentOf("f").substr(1'000'000, 700'000));
    m_home.write(".ssh/config", "HostKeyAlias lab-8\n");
    NetworkFiles others({}, {}, [this](const char* name) { return m_variables[name]; });
    const auto other = others.open(url("f"));
    ASSERT_FALSE(other);
    EXPECT_THAT(describe(other.error()), HasSubstr("server's key is not in"));
}

TEST_F(SftpTest, ALongConfigurationIsAnError)
{
    m_home.write(".ssh/config", std::string((1U << 20) + 1, '#'));
    EXPECT_THAT(errorOf(url("f")), AllOf(HasSubstr(".ssh/config"), HasSubstr("longer than 1.0 MiB")));
}

TEST_F(SftpTest, AServerWhoseKeyIsNotKnownIsNotAsked)
{
    fs::remove(m_home.path() / ".ssh/known_hosts");
    EXPECT_THAT(errorOf(url("f")), AllOf(HasSubstr("server's key is not in"), HasSubstr("connect once with ssh")));
    NetworkFiles other({}, {}, [this](const char* name) { return m_variables[name]; });
    std::ofstream(m_home.path() / ".ssh/known_hosts")
        << "[127.0.0.1]:" << s_server->said().at("port").get<int>()
        << " ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE\n";
    const auto source = other.open(url("f"));
    ASSERT_FALSE(source);
    EXPECT_THAT(
        describe(source.error()), AllOf(HasSubstr("known_hosts"), HasSubstr("server's key differs from the one in")));
    EXPECT_EQ(other.traffic().bytes, 0U);
}

TEST_F(SftpTest, RefusalsAreExplained)
{
    EXPECT_THAT(errorOf(url("none")), HasSubstr("there is no such file"));
    fs::remove(m_home.path() / ".ssh/id_ed25519");
    NetworkFiles other({}, {}, [this](const char* name) { return m_variables[name]; });
    std::string address = url("f");
    address.insert(std::string("sftp://").size(), "somebody:secret@");
    const auto source = other.open(address);
    ASSERT_FALSE(source);
    EXPECT_THAT(describe(source.error()), AllOf(HasSubstr("refused the login as somebody@"), Not(HasSubstr("secret"))));
}

TEST_F(SftpTest, AChangeIsNoticed)
{
    s_folder->write("root/g", std::string(1'000'000, 'a'));
    const auto source = m_files.open(url("g"));
    ASSERT_TRUE(source) << describe(source.error());
    fs::last_write_time(s_folder->path() / "root/g", fs::file_time_type::clock::now() - std::chrono::hours(1));
    std::vector<std::byte> bytes(1000);
    const auto read = (*source)->read(500'000, bytes);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::Changed) << read.error().message;
    s_folder->write("root/h", std::string(1'000'000, 'a'));
    const auto cut = m_files.open(url("h"));
    ASSERT_TRUE(cut) << describe(cut.error());
    fs::resize_file(s_folder->path() / "root/h", 400'000);
    EXPECT_FALSE((*cut)->read(500'000, bytes));
}

/// A pipe without a writer. The server blocks when it opens it.
class Pipe {
public:
    explicit Pipe(fs::path path)
        : m_path(std::move(path))
    {
        EXPECT_EQ(::mkfifo(m_path.c_str(), 0600), 0);
    }
    /// Ends the server's wait.
    ~Pipe()
    {
        ::close(::open(m_path.c_str(), O_RDWR | O_NONBLOCK));
        fs::remove(m_path);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

private:
    const fs::path m_path;
};

TEST_F(SftpTest, StoppingEndsAReadingOfAServerThatDoesNotGoOn)
{
    s_folder->write("root/s", std::string(1'000'000, 'a'));
    const auto source = m_files.open(url("s"));
    ASSERT_TRUE(source) << describe(source.error());
    fs::remove(s_folder->path() / "root/s");
    const Pipe pipe(s_folder->path() / "root/s");
    const std::uint64_t before = m_files.traffic().requests;
    Result<> done;
    std::jthread reader([&](const std::stop_token& stop) {
        const StopScope scope(stop);
        std::vector<std::byte> bytes(1000);
        done = (*source)->read(500'000, bytes);
    });
    EXPECT_TRUE(test::waitUntil([&] { return m_files.traffic().requests != before; }));
    EXPECT_TRUE(test::waitUntil([&] { return m_files.silentHost() == "127.0.0.1"; }));
    reader.request_stop();
    reader.join();
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::Stopped) << describe(done.error());
    EXPECT_EQ(m_files.silentHost(), "") << "nobody waits";
    // The next transfer cannot use the abandoned connection.
    const auto other = m_files.open(url("f"));
    ASSERT_TRUE(other) << describe(other.error());
    EXPECT_TRUE(read(**other, 1'000, 10) == contentOf("f").substr(1'000, 10));
}

TEST_F(SftpTest, AStoppedOpeningIsNoAnswerForTheNextOne)
{
    {
        const Pipe pipe(s_folder->path() / "root/p");
        std::jthread reader([&](const std::stop_token& stop) {
            const StopScope scope(stop);
            EXPECT_FALSE(m_files.isFolder(url("p"))); // the first request of opening
        });
        EXPECT_TRUE(test::waitUntil([&] { return m_files.traffic().requests > 0; }));
        reader.request_stop();
    }
    s_folder->write("root/p", "now a file");
    const auto again = m_files.open(url("p"));
    ASSERT_TRUE(again) << describe(again.error());
    EXPECT_EQ((*again)->size(), 10U);
}

TEST_F(SftpTest, StoppingEndsAReadingInTheMiddle)
{
    const auto source = m_files.open(largeFile("large"));
    ASSERT_TRUE(source) << describe(source.error());
    const auto read = readWhile(**source, [](std::jthread& reader) {
        signalConnections(SIGSTOP);
        reader.request_stop();
    });
    signalConnections(SIGKILL);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::Stopped) << describe(read.error());
}

TEST_F(SftpTest, AReadingGoesOnAfterALostConnection)
{
    const auto source = m_files.open(largeFile("lost"));
    ASSERT_TRUE(source) << describe(source.error());
    const std::uint64_t before = m_files.traffic().requests;
    const auto read = readWhile(**source, [](std::jthread&) { signalConnections(SIGKILL); });
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_GT(m_files.traffic().requests, before + 1);
    const auto text = [&](std::size_t offset, std::size_t size) {
        return std::string(reinterpret_cast<const char*>(read->data()) + offset, size);
    };
    EXPECT_EQ(text(0, 5), "begin");
    EXPECT_EQ(text(largeSize - 3, 3), "end");
    EXPECT_EQ(std::ranges::count(*read, std::byte{0}), std::ptrdiff_t{largeSize} - 8);
}

TEST_F(SftpTest, ManyReadersShareFewConnections)
{
    const std::string content = contentOf("f");
    const auto source = m_files.open(url("f"));
    ASSERT_TRUE(source) << describe(source.error());
    std::vector<std::jthread> readers;
    for (std::size_t i = 0; i < 24; ++i) {
        readers.emplace_back([&, i] {
            const std::size_t offset = i * 100'000;
            EXPECT_TRUE(read(**source, offset, 300'000) == content.substr(offset, 300'000)) << i;
        });
    }
}

TEST_F(SftpTest, OfflineNothingIsAsked)
{
    m_files.setOffline();
    EXPECT_THAT(errorOf(url("f")), HasSubstr("--offline"));
    EXPECT_FALSE(m_files.list(url("m/")));
    EXPECT_EQ(m_files.traffic().requests, 0U);
}

} // namespace
} // namespace loupe::remote
