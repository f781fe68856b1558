#pragma once

#include "items/session/location.h"
#include "remote/network_files.h"
#include "support/fault_server.h"
#include "window_fixture.h"

#include <cstdlib>
#include <string>

namespace loupe::test {

/// A window, and a server whose files it opens by URL.
class RemoteWindowTest : public WindowTest {
protected:
    static void SetUpTestSuite()
    {
        for (const char* const name : {"http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY"})
            ::unsetenv(name);
        setRemoteFiles(&network());
        s_server = new FaultServer({"--root", dataPath("safetensors").string()});
    }
    static void TearDownTestSuite()
    {
        delete s_server;
        s_server = nullptr;
    }
    void SetUp() override { server().reset(); }

    static const FaultServer& server() { return *s_server; }
    static QString url(std::string_view path) { return withoutSecrets(toQString(server().url(path))); }
    static std::uint64_t bytesSent() { return server().stats().at("bytes"); }

    void openUrl(std::string_view path)
    {
        m_window.open(url(path));
        ASSERT_TRUE(await([&] { return document(m_window).state() != Document::State::Loading; }));
        ASSERT_TRUE(awaitIdle());
    }

private:
    /// Static, to outlive all jobs. Retries and waits are short.
    static remote::NetworkFiles& network()
    {
        static remote::NetworkFiles files({.tries = 2,
                                              .failuresInARow = 24,
                                              .firstWait = std::chrono::milliseconds(1),
                                              .longestWait = std::chrono::milliseconds(4),
                                              .longestAskedFor = std::chrono::milliseconds(1000)},
            {.connectTimeout = std::chrono::seconds(5), .silence = std::chrono::seconds(1)});
        return files;
    }

    static inline FaultServer* s_server = nullptr;
};

} // namespace loupe::test
