// Tests the progress bar, colors, and Ctrl+C on a pseudo-terminal.

#include "app/cli/process.h"
#include "app/cli/sparse_file.h"
#include "app/cli/waiting_line.h"
#include "support/fault_server.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loupe::test {

namespace {

using testing::HasSubstr;
using testing::Not;

/// A running tloupe whose standard output and error are a terminal.
class TerminalProcess {
public:
    explicit TerminalProcess(std::vector<std::string> arguments, const char* noColor = "")
    {
        std::string program = LOUPE_TLOUPE;
        std::vector<char*> pointers{program.data()};
        for (std::string& argument : arguments)
            pointers.push_back(argument.data());
        pointers.push_back(nullptr);
        m_child = forkpty(&m_terminal, nullptr, nullptr, nullptr);
        if (m_child == 0) {
            setenv("TERM", "xterm", 1);
            setenv("NO_COLOR", noColor, 1);
            execv(pointers.front(), pointers.data());
            _exit(127);
        }
    }
    ~TerminalProcess() { close(m_terminal); }

    /// Reads until `text` has appeared, or to the end.
    std::string readUntil(const std::string& text)
    {
        std::string seen;
        char c = 0;
        while (seen.find(text) == std::string::npos && read(m_terminal, &c, 1) == 1)
            seen += c;
        return seen;
    }
    std::string readToEnd()
    {
        std::string seen;
        char c = 0;
        while (read(m_terminal, &c, 1) == 1) // fails with EIO when the process has ended
            seen += c;
        return seen;
    }
    void pressControlC() const { EXPECT_EQ(write(m_terminal, "\x03", 1), 1); }
    int wait() const
    {
        int status = 0;
        waitpid(m_child, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }

private:
    int m_terminal = -1;
    pid_t m_child = -1;
};

TEST(Terminal, ControlCStopsWorkAndEndsWith130)
{
    const TemporaryFolder folder;
    const std::string file = writeSparseFile(folder, std::uint64_t{1} << 40);
    for (const char* const verb : {"hash", "stats"}) {
        TerminalProcess process({verb, file});
        EXPECT_THAT(process.readUntil(" %  "), HasSubstr("["));
        process.pressControlC();
        process.readToEnd();
        EXPECT_EQ(process.wait(), 130);
    }
}

TEST(Terminal, ChecksAndFiltersDrawABar)
{
    const TemporaryFolder folder;
    const std::string file = writeSparseFile(folder, std::uint64_t{1} << 40);
    const std::string sums = folder.write("sums", std::string(64, '0').append("  ").append(file).append("\n"));
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"hash", "--check", sums},
             {"stats", "--filter", "nan:>0", file}, {"diff", "--filter", "nan:>0", file, file}}) {
        TerminalProcess process(arguments);
        EXPECT_THAT(process.readUntil(" %  "), HasSubstr("["));
        process.pressControlC();
        process.readToEnd();
        EXPECT_EQ(process.wait(), 130);
    }
}

#ifdef LOUPE_HAS_REMOTE
TEST(Terminal, SaysForWhichServerItWaits)
{
    const FaultServer server;
    TerminalProcess process({"info", server.url("/~never/sparse/1000/f.safetensors")});
    EXPECT_THAT(process.readUntil("waiting for 127.0.0.1"), HasSubstr("waiting"));
    process.pressControlC();
    EXPECT_THAT(process.readToEnd(), testing::EndsWith("\r\x1b[K"));
    EXPECT_EQ(process.wait(), 130);
}

TEST(Terminal, TheBarMovesWhileBytesOfATensorArrive)
{
    // One tensor of 8 MiB. Two requests get 2,000,000 bytes each, then the server is gone.
    const FaultServer server;
    TerminalProcess process(
        {"scan", server.url("/~gone=3/~cut=2000000/model/1x1x4096/model-00001-of-00001.safetensors")});
    EXPECT_THAT(process.readUntil("] 47 %"), HasSubstr("] 47 %"));
    process.pressControlC();
    process.readToEnd();
    EXPECT_EQ(process.wait(), 130);
}
#endif

TEST(Terminal, TheWaitingLineLeavesTheAnswerAlone)
{
    std::fflush(stdout);
    int terminal = -1;
    const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
    if (child == 0) {
        std::atomic<int> asked = 0;
        // Waits until the drawing thread has completed a full cycle.
        const auto letItDraw = [&] {
            const int enough = asked + 2;
            for (int now = asked; now < enough; now = asked)
                asked.wait(now);
        };
        {
            const auto text = [&] {
                ++asked;
                asked.notify_all();
                return std::string("waiting");
            };
            const WaitingLine line(true, text, std::chrono::milliseconds(1));
            letItDraw();
            WaitingLine::write(stdout, "half");
            std::fflush(stdout);
            letItDraw();
            WaitingLine::write(stdout, " and half\n");
            std::fflush(stdout);
            letItDraw();
            letItDraw();
        }
        _exit(0);
    }
    std::string seen;
    char c = 0;
    while (read(terminal, &c, 1) == 1)
        seen += c;
    close(terminal);
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(seen, "waiting\r\x1b[Khalf and half\r\nwaiting\r\x1b[K");
}

TEST(Terminal, QuietDrawsNoBar)
{
    const TemporaryFolder folder;
    const std::string file = writeSparseFile(folder, std::uint64_t{512} << 20);
    TerminalProcess process({"hash", "--quiet", "--algorithm", "sha512", file});
    EXPECT_EQ(process.readToEnd(), "");
    EXPECT_EQ(process.wait(), 0);
}

TEST(Terminal, ColorsUnlessForbidden)
{
    const std::string file = dataPath("bintensors/names.bt");
    TerminalProcess colored({"validate", file});
    EXPECT_THAT(colored.readToEnd(), HasSubstr("\x1b[32mvalid\x1b[0m"));
    EXPECT_EQ(colored.wait(), 0);
    TerminalProcess plain({"validate", file}, "1");
    EXPECT_THAT(plain.readToEnd(), Not(HasSubstr("\x1b")));
    EXPECT_EQ(plain.wait(), 0);
    EXPECT_THAT(tloupe({"validate", file}).out, Not(HasSubstr("\x1b")));
}

TEST(Terminal, NamesCannotReachIt)
{
    const std::string file = dataPath("bintensors/names.bt");
    for (const auto& [verb, option] : {std::pair("info", "--depth=9"), std::pair("info", "--flat"),
             std::pair("stats", "--bins=2"), std::pair("hash", "--tensors"), std::pair("validate", "--threads=1")}) {
        TerminalProcess process({verb, option, file}, "1");
        const std::string seen = process.readToEnd();
        EXPECT_THAT(seen, Not(HasSubstr("\x1b"))) << verb;
        EXPECT_THAT(seen, Not(HasSubstr("\u202e"))) << verb;
        EXPECT_EQ(process.wait(), 0);
    }
}

} // namespace

} // namespace loupe::test
