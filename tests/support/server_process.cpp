#include "support/server_process.h"

#include "support/test_data.h"

#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loupe::test {

namespace {

constexpr int notInstalled = 77;

void makePipe(TestDescriptor& from, TestDescriptor& into)
{
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "pipe");
    from.reset(ends[0]);
    into.reset(ends[1]);
}

/// Reads up to `most` bytes. Returns none at the end.
std::string readSome(int descriptor, std::size_t most)
{
    std::string text(most, '\0');
    ssize_t count = 0;
    do
        count = read(descriptor, text.data(), text.size());
    while (count < 0 && errno == EINTR);
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return text;
}

/// Reads a line, and nothing after its end.
std::string readLine(int descriptor)
{
    std::string line;
    for (std::string piece = readSome(descriptor, 1); !piece.empty() && piece != "\n"; piece = readSome(descriptor, 1))
        line += piece;
    return line;
}

} // namespace

void TestDescriptor::reset(int number)
{
    if (m_number >= 0)
        close(m_number);
    m_number = number;
}

std::string readAll(const TestDescriptor& descriptor)
{
    std::string text;
    for (std::string piece = readSome(descriptor.number(), 65536); !piece.empty();
         piece = readSome(descriptor.number(), 65536))
        text += piece;
    return text;
}

ServerProcess::ServerProcess(std::string_view script, const std::vector<std::string>& options)
{
    TestDescriptor theirInput;
    TestDescriptor ourOutput;
    TestDescriptor theirOutput;
    makePipe(theirInput, m_input);
    makePipe(ourOutput, theirOutput);
    std::vector<std::string> words{
        "/usr/bin/python3", "-I", dataPath("../support/servers").string() + '/' + std::string(script)};
    words.insert(words.end(), options.begin(), options.end());
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, theirInput.number(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, theirOutput.number(), STDOUT_FILENO);
    const int error = posix_spawn(&m_process, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
        throw std::system_error(error, std::generic_category(), "python3 for a test server");
    theirOutput.reset();

    m_said = nlohmann::json::parse(readLine(ourOutput.number()), nullptr, false);
    if (m_said.is_object())
        return;
    m_said = nullptr;
    end();
    if (!WIFEXITED(m_status) || WEXITSTATUS(m_status) != notInstalled)
        throw std::runtime_error("the test server did not start: " + std::string(script));
}

ServerProcess::~ServerProcess()
{
    end();
}

void ServerProcess::end()
{
    m_input.reset();
    if (m_process > 0)
        waitpid(std::exchange(m_process, -1), &m_status, 0);
}

} // namespace loupe::test
