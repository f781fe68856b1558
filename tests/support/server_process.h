#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace loupe::test {

/// A file descriptor that is closed by the destructor.
class TestDescriptor {
public:
    explicit TestDescriptor(int number = -1)
        : m_number(number)
    {
    }
    ~TestDescriptor() { reset(); }
    TestDescriptor(const TestDescriptor&) = delete;
    TestDescriptor& operator=(const TestDescriptor&) = delete;

    int number() const { return m_number; }
    void reset(int number = -1);

private:
    int m_number;
};

/// Reads until the other side closes the connection.
std::string readAll(const TestDescriptor& descriptor);

/// Runs a script of tests/support/servers. The script prints one line of JSON when its server listens, and ends when
/// its standard input closes.
class ServerProcess {
public:
    /// Throws if the script cannot be started or prints nothing. A script whose server is not installed prints an empty
    /// line: see isInstalled().
    ServerProcess(std::string_view script, const std::vector<std::string>& options);
    ~ServerProcess();
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    /// Whether the server is installed.
    bool isInstalled() const { return !m_said.is_null(); }
    /// The line that the script printed.
    const nlohmann::json& said() const { return m_said; }

private:
    void end();

    int m_process = -1;
    int m_status = 0;
    TestDescriptor m_input; ///< the script ends when this closes
    nlohmann::json m_said;
};

} // namespace loupe::test
