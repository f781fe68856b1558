#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace loupe::test {

/// A file descriptor that is closed.
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

/// All that comes until the other side ends.
std::string readAll(const TestDescriptor& descriptor);

/// A script of tests/support/servers while it runs. Such a script prints one line of JSON when its server listens, and
/// ends when its standard input does.
class ServerProcess {
public:
    /// Throws where the script cannot be started or says nothing. A script that says that its server is not installed
    /// has an empty line: see isInstalled().
    ServerProcess(std::string_view script, const std::vector<std::string>& options);
    ~ServerProcess();
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    /// False where the server is missing on this machine: `if (!server.isInstalled()) GTEST_SKIP();`. The script has
    /// said on standard error what to install.
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
