#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <stop_token>

namespace loupe {

/// While it exists, this thread counts as waiting for bytes of a remote file, on behalf of the job that its StopScope
/// stops. This lets those who started the job show what delays it.
class RemoteWait {
public:
    RemoteWait();
    ~RemoteWait();
    RemoteWait(const RemoteWait&) = delete;
    RemoteWait& operator=(const RemoteWait&) = delete;

    /// True if a thread is waiting on behalf of the job that `stop` stops. Usable from any thread.
    static bool isOf(const std::stop_token& stop);

private:
    std::stop_token m_stop;
};

/// While it exists, it counts the bytes received from servers for one job, as they arrive. The job itself may notice
/// them much later, when a whole tensor has arrived.
class FetchCount {
public:
    using Bytes = std::shared_ptr<std::atomic<std::uint64_t>>;

    /// `stop` identifies the job. If a job has several counts, only the newest counts.
    explicit FetchCount(const std::stop_token& stop);
    ~FetchCount();
    FetchCount(const FetchCount&) = delete;
    FetchCount& operator=(const FetchCount&) = delete;

    std::uint64_t bytes() const { return m_bytes->load(std::memory_order_relaxed); }

    /// The counter for bytes that are fetched for the job of this thread's StopScope; null if there is none.
    static Bytes ofThread();

private:
    const Bytes m_bytes = std::make_shared<std::atomic<std::uint64_t>>(0);
};

} // namespace loupe
