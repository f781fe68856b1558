#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <stop_token>

namespace loupe {

/// While it lives, this thread waits for bytes of another machine. It does so for the work that its StopScope stops, so
/// that whoever has started the work can say what keeps it.
class RemoteWait {
public:
    RemoteWait();
    ~RemoteWait();
    RemoteWait(const RemoteWait&) = delete;
    RemoteWait& operator=(const RemoteWait&) = delete;

    /// Whether a thread waits so for the work that `stop` stops. Usable from any thread.
    static bool isOf(const std::stop_token& stop);

private:
    std::stop_token m_stop;
};

/// While it lives, it counts the bytes that other machines send for one work, as they arrive. The work itself may
/// notice them much later, when all of a tensor is there.
class FetchCount {
public:
    using Bytes = std::shared_ptr<std::atomic<std::uint64_t>>;

    /// `stop` stops the work. Of several counts of one work, the newest counts.
    explicit FetchCount(const std::stop_token& stop);
    ~FetchCount();
    FetchCount(const FetchCount&) = delete;
    FetchCount& operator=(const FetchCount&) = delete;

    std::uint64_t bytes() const { return m_bytes->load(std::memory_order_relaxed); }

    /// Where to add what is fetched for the work of this thread's StopScope; null if nobody counts.
    static Bytes ofThread();

private:
    const Bytes m_bytes = std::make_shared<std::atomic<std::uint64_t>>(0);
};

} // namespace loupe
