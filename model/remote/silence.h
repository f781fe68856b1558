#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>

namespace loupe::remote {

/// Detects when the hosts we are waiting for have been silent for a while. Usable from any thread.
class Silence {
public:
    using Clock = std::chrono::steady_clock;

    /// Silences shorter than `noticed` are not reported.
    explicit Silence(std::chrono::milliseconds noticed)
        : m_noticed(noticed)
    {
    }

    /// While it exists, we are waiting for a host.
    class Waiting {
    public:
        Waiting(Silence& silence, std::string host)
            : m_silence(silence)
            , m_host(std::move(host))
        {
            m_silence.add(m_host, 1);
        }
        ~Waiting() { m_silence.add(m_host, -1); }
        Waiting(const Waiting&) = delete;
        Waiting& operator=(const Waiting&) = delete;

    private:
        Silence& m_silence;
        const std::string m_host;
    };

    /// Records that data has arrived from a host.
    void heard()
    {
        const std::lock_guard lock(m_mutex);
        m_since = Clock::now();
    }

    /// A host that we are waiting for, if all have been silent for long enough; otherwise empty.
    std::string host() const
    {
        const std::lock_guard lock(m_mutex);
        const bool isLong = !m_hosts.empty() && Clock::now() - m_since >= m_noticed;
        return isLong ? m_hosts.begin()->first : std::string();
    }

private:
    void add(const std::string& host, int more)
    {
        const std::lock_guard lock(m_mutex);
        if (m_hosts.empty())
            m_since = Clock::now();
        const auto entry = m_hosts.try_emplace(host, 0).first;
        entry->second += more;
        if (entry->second == 0)
            m_hosts.erase(entry);
    }

    const std::chrono::milliseconds m_noticed;
    mutable std::mutex m_mutex;
    std::map<std::string, int> m_hosts; ///< number of waiters by host
    Clock::time_point m_since;
};

} // namespace loupe::remote
