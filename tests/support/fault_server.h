#pragma once

#include "support/server_process.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace loupe::test {

/// Runs tests/support/servers/fault_server.py, a web server on loopback that fails as requested by the path. Its first
/// lines explain how.
class FaultServer {
public:
    /// Starts the script with these options, such as {"--root", folder}. Throws on failure.
    explicit FaultServer(const std::vector<std::string>& options = {});
    /// The server listens on two ports, which a client takes for two hosts.
    std::uint16_t mainPort() const { return m_main; }
    std::uint16_t otherPort() const { return m_other; }

    /// "http://127.0.0.1:PORT/path": `path` begins with a slash.
    std::string url(std::string_view path) const;
    std::string otherUrl(std::string_view path) const;

    /// The requests and traffic since the start or reset(); see the script.
    nlohmann::json stats() const { return control("stats"); }
    nlohmann::json log() const { return control("log"); }
    void reset() const { control("reset"); }
    /// Requests /control/`what` and returns the answer.
    nlohmann::json control(std::string_view what) const;

    /// The byte at `offset` of a sparse file, or of the values of a model.
    static std::uint8_t patternByte(std::uint64_t offset);

private:
    ServerProcess m_process;
    std::uint16_t m_main = 0;
    std::uint16_t m_other = 0;
};

} // namespace loupe::test
