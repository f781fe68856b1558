#include "remote/http/http_client.h"

#include <algorithm>

namespace loupe::remote {

void HttpClient::onAnswer(const std::string& origin)
{
    const std::lock_guard lock(m_mutex);
    m_answering.insert(origin);
}

int HttpClient::triesOf(const std::string& origin, ExchangeEnd::Server server)
{
    using enum ExchangeEnd::Server;
    const std::lock_guard lock(m_mutex);
    const bool isInVain = server == Silent || (server == Unreached && !m_answering.contains(origin));
    return isInVain ? std::min(m_policy.tries, m_policy.triesInVain) : m_policy.tries;
}

void HttpClient::noteSuccess(const std::string& host)
{
    const std::lock_guard lock(m_mutex);
    m_failures.erase(host);
}

bool HttpClient::noteFailure(const std::string& host)
{
    const auto now = std::chrono::steady_clock::now();
    const std::lock_guard lock(m_mutex);
    Failures& failures = m_failures[host];
    // When the network goes down, all requests in progress fail at once.
    if (failures.inARow == 0 || now - failures.last >= m_policy.firstWait) {
        ++failures.inARow;
        failures.last = now;
    }
    return failures.inARow < m_policy.failuresInARow;
}

std::chrono::milliseconds HttpClient::waitAfter(int failures)
{
    const auto doubled = m_policy.firstWait * (std::int64_t{1} << std::clamp(failures - 1, 0, 20));
    const std::lock_guard lock(m_mutex);
    const double share = std::uniform_real_distribution(0.5, 1.5)(m_random);
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::min(doubled, m_policy.longestWait) * share);
}

} // namespace loupe::remote
