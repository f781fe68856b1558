#include "support/fault_server.h"

#include "support/test_data.h"

#include <array>
#include <stdexcept>
#include <system_error>

#include <arpa/inet.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loupe::test {

namespace {

std::system_error systemFault(const char* what)
{
    return {errno, std::generic_category(), what};
}

class Descriptor {
public:
    explicit Descriptor(int number)
        : m_number(number)
    {
    }
    ~Descriptor()
    {
        if (m_number >= 0)
            close(m_number);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const { return m_number; }
    int release() { return std::exchange(m_number, -1); }

private:
    int m_number;
};

/// Reads up to the end, or up to the first line's end.
std::string readText(int descriptor, bool oneLine)
{
    std::string text;
    std::array<char, 65536> buffer;
    while (!oneLine || text.find('\n') == text.npos) {
        const ssize_t count = read(descriptor, buffer.data(), oneLine ? 1 : buffer.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return text;
}

} // namespace

FaultServer::FaultServer(const std::vector<std::string>& options)
{
    const std::string script = dataPath("../support/servers/fault_server.py");
    std::array<int, 2> input{};
    std::array<int, 2> output{};
    if (pipe2(input.data(), O_CLOEXEC) != 0)
        throw systemFault("pipe");
    Descriptor inputEnd(input[0]);
    Descriptor ourInput(input[1]);
    if (pipe2(output.data(), O_CLOEXEC) != 0)
        throw systemFault("pipe");
    const Descriptor ourOutput(output[0]);
    Descriptor outputEnd(output[1]);

    std::vector<std::string> words{"/usr/bin/python3", "-IS", script};
    words.insert(words.end(), options.begin(), options.end());
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, inputEnd.number(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, outputEnd.number(), STDOUT_FILENO);
    const int error = posix_spawn(&m_process, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
        throw std::system_error(error, std::generic_category(), "python3 for the fault server");
    close(outputEnd.release());

    const auto ports = nlohmann::json::parse(readText(ourOutput.number(), true), nullptr, false);
    if (!ports.is_object()) {
        close(ourInput.release());
        waitpid(m_process, nullptr, 0);
        throw std::runtime_error("the fault server did not start");
    }
    m_main = ports.at("main");
    m_other = ports.at("other");
    m_input = ourInput.release();
}

FaultServer::~FaultServer()
{
    close(m_input);
    waitpid(m_process, nullptr, 0);
}

std::string FaultServer::url(std::string_view path) const
{
    return "http://127.0.0.1:" + std::to_string(m_main) + std::string(path);
}

std::string FaultServer::otherUrl(std::string_view path) const
{
    return "http://127.0.0.1:" + std::to_string(m_other) + std::string(path);
}

nlohmann::json FaultServer::control(std::string_view what) const
{
    const Descriptor connection(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(m_other);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(connection.number(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0)
        throw systemFault("the fault server cannot be reached");
    const std::string request = "GET /control/" + std::string(what) + " HTTP/1.1\r\n\r\n";
    if (send(connection.number(), request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size()))
        throw systemFault("the fault server takes no request");
    shutdown(connection.number(), SHUT_WR);
    const std::string answer = readText(connection.number(), false);
    const std::size_t body = answer.find("\r\n\r\n");
    if (body == answer.npos)
        throw std::runtime_error("the fault server gave no answer");
    return nlohmann::json::parse(answer.substr(body + 4));
}

std::uint8_t FaultServer::patternByte(std::uint64_t offset)
{
    const std::uint64_t k = offset % 65521;
    return static_cast<std::uint8_t>((k * k * 7 + k * 13) >> 3);
}

} // namespace loupe::test
