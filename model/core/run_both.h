#pragma once

#include <cstddef>
#include <future>
#include <system_error>

namespace loupe {

/// Whether runBoth() may start a thread at all; it may until setThreadLimit() forbids it.
void allowSecondThread(bool allow);

/// Where there are few things to go through, starting a thread costs more than it saves.
bool isWorthAThread(std::size_t items);

/// Runs `first` here and `second` on another thread, and waits for both; one after the other where no thread can be had
/// or the number of `items` is not worth one. The other thread has no StopScope: what can wait there needs its own.
/// Neither may touch what the other changes. What one of them throws is thrown here.
template <typename First, typename Second>
void runBoth(std::size_t items, First first, Second second)
{
    std::future<void> other;
    if (isWorthAThread(items)) {
        try {
            other = std::async(std::launch::async, second);
        } catch (const std::system_error&) {
            other = {}; // no thread to be had
        }
    }
    first();
    if (other.valid())
        other.get();
    else
        second();
}

} // namespace loupe
