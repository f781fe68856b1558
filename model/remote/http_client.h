#pragma once

#include "remote/http_transport.h"

#include <map>
#include <mutex>
#include <random>
#include <set>

namespace loupe::remote {

/// How often and after what time something is tried again.
struct RetryPolicy {
    int tries = 6; ///< of one request, unless some of it arrived
    int triesInVain = 2; ///< the same of a server that is silent, or that never was reached
    int silences = 3; ///< of one request, also where some of it arrived each time
    int failuresInARow = 24; ///< of one host, of all requests: then it is given up. Those within `firstWait` are one
    std::chrono::milliseconds firstWait{500}; ///< doubled each time, with jitter
    std::chrono::milliseconds longestWait{30'000};
    std::chrono::milliseconds longestAskedFor{60'000}; ///< waits that servers ask for
    std::chrono::milliseconds longestUsual{310'000}; ///< the same of those with long ones: a window of five minutes
};

/// A transport, and what is known of its servers.
class HttpClient {
public:
    explicit HttpClient(const RetryPolicy& policy = {}, const HttpTransport::Settings& settings = {})
        : m_policy(policy)
        , m_transport(settings)
    {
    }

    HttpTransport& transport() { return m_transport; }
    const HttpTransport& transport() const { return m_transport; }
    const RetryPolicy& policy() const { return m_policy; }

    /// A server, named by originOf(), has answered, whatever it said.
    void onAnswer(const std::string& origin);
    void noteSuccess(const std::string& host);
    /// False where the host has failed too often.
    bool noteFailure(const std::string& host);
    /// How often a request to a server is tried that ended so.
    int triesOf(const std::string& origin, ExchangeEnd::Server server);
    /// How long to wait before the try after `failures` failed ones.
    std::chrono::milliseconds waitAfter(int failures);

private:
    const RetryPolicy m_policy;
    std::mutex m_mutex;
    struct Failures {
        int inARow = 0;
        std::chrono::steady_clock::time_point last; ///< of those that counted
    };
    std::map<std::string, Failures> m_failures; ///< by host
    std::set<std::string> m_answering; ///< servers that have answered, by originOf()
    std::minstd_rand m_random{std::random_device()()};
    HttpTransport m_transport; ///< last: its thread uses the others
};

} // namespace loupe::remote
