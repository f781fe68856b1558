#pragma once

#include "support/server_process.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace loupe::test {

/// tests/support/servers/fault_server.py while it runs: a web server on loopback that goes wrong as a path tells it.
/// Its first lines say how.
class FaultServer {
public:
    /// Starts it, with the options of the script, such as {"--root", folder}. Throws where that fails.
    explicit FaultServer(const std::vector<std::string>& options = {});
    /// Two ports are two hosts to a client.
    std::uint16_t mainPort() const { return m_main; }
    std::uint16_t otherPort() const { return m_other; }

    /// "http://127.0.0.1:PORT/path": `path` begins with a slash.
    std::string url(std::string_view path) const;
    std::string otherUrl(std::string_view path) const;

    /// What was asked for and sent since the start or reset(); see the script. Not with TLS on the main port: these ask
    /// the other one.
    nlohmann::json stats() const { return control("stats"); }
    nlohmann::json log() const { return control("log"); }
    void reset() const { control("reset"); }
    /// Carries out /control/`what`.
    nlohmann::json control(std::string_view what) const;

    /// The byte at `offset` of a sparse file, or of the values of a model.
    static std::uint8_t patternByte(std::uint64_t offset);

private:
    ServerProcess m_process;
    std::uint16_t m_main = 0;
    std::uint16_t m_other = 0;
};

} // namespace loupe::test
