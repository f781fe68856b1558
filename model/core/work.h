#pragma once

#include <atomic>
#include <cstdint>
#include <stop_token>

namespace loupe {

/// The progress of a job. Written by the job's threads and read by those that display it.
struct Progress {
    std::atomic<std::uint64_t> done = 0;
    std::atomic<std::uint64_t> total = 0; ///< 0 until it is known; bytes unless the job says otherwise
};

/// Passed to a long operation by its caller: lets the caller stop it and see its progress.
struct Work {
    std::stop_token stop;
    Progress* progress = nullptr;
    bool totalKnown = false; ///< the caller has already set the total, so expect() adds nothing

    bool stopped() const { return stop.stop_requested(); }
    void expect(std::uint64_t total) const
    {
        if (progress && !totalKnown)
            progress->total.fetch_add(total, std::memory_order_relaxed);
    }
    void advance(std::uint64_t amount) const
    {
        if (progress)
            progress->done.fetch_add(amount, std::memory_order_relaxed);
    }
};

} // namespace loupe
