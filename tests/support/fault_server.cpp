#include "support/fault_server.h"

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <arpa/inet.h>
#include <sys/socket.h>

namespace loupe::test {

FaultServer::FaultServer(const std::vector<std::string>& options)
    : m_process("fault_server.py", options)
    , m_main(m_process.said().at("main"))
    , m_other(m_process.said().at("other"))
{
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
    const TestDescriptor connection(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(m_other);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(connection.number(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0)
        throw std::system_error(errno, std::generic_category(), "the fault server cannot be reached");
    const std::string request = "GET /control/" + std::string(what) + " HTTP/1.1\r\n\r\n";
    if (send(connection.number(), request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size()))
        throw std::system_error(errno, std::generic_category(), "the fault server takes no request");
    shutdown(connection.number(), SHUT_WR);
    const std::string answer = readAll(connection);
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
