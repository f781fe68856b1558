#pragma once

#include "remote/http/http_transport.h"

#include <map>
#include <mutex>
#include <random>
#include <set>

namespace loupe::remote {

/// The number of tries for a request, and the delays between them.
struct RetryPolicy {
    int tries = 6; ///< per request, counting only tries after which nothing arrived
    int triesInVain = 2; ///< as `tries`, for a server that is silent or was never reached
    int silences = 3; ///< timeouts per request, even if some data arrived each time
    /// Consecutive failures per host over all requests before it is given up; failures within `firstWait` count as one.
    int failuresInARow = 24;
    std::chrono::milliseconds firstWait{500}; ///< doubled each time, with jitter
    std::chrono::milliseconds longestWait{30'000};
    std::chrono::milliseconds longestAskedFor{60'000}; ///< limit for waits that servers ask for
    /// As above, for servers known for long waits, such as a rate-limit window of five minutes.
    std::chrono::milliseconds longestUsual{310'000};
};

/// A transport with statistics about servers.
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

    /// Records that a server, as named by originOf(), has responded with anything.
    void onAnswer(const std::string& origin);
    void noteSuccess(const std::string& host);
    /// Records a failure. False if the host has failed too often.
    bool noteFailure(const std::string& host);
    /// The number of tries for a request to a server that ended this way.
    int triesOf(const std::string& origin, ExchangeEnd::Server server);
    /// The delay before the next try after `failures` failures.
    std::chrono::milliseconds waitAfter(int failures);

private:
    const RetryPolicy m_policy;
    std::mutex m_mutex;
    struct Failures {
        int inARow = 0;
        std::chrono::steady_clock::time_point last; ///< time of the last failure that was counted
    };
    std::map<std::string, Failures> m_failures; ///< by host
    std::set<std::string> m_answering; ///< servers that have responded, by originOf()
    std::minstd_rand m_random{std::random_device()()};
    HttpTransport m_transport; ///< last member, since its thread uses the others
};

} // namespace loupe::remote
