#pragma once

#include <cstddef>
#include <future>
#include <system_error>

namespace loupe {

/// Sets whether runBoth() may start a thread. It may by default; setThreadLimit() can forbid it.
void allowSecondThread(bool allow);

/// True if there are enough items that starting a thread saves time.
bool isWorthAThread(std::size_t items);

/// Runs `first` on this thread and `second` on another, and waits for both. Runs them one after the other if there are
/// too few `items` or no thread can be started. The other thread has no StopScope, so `second` needs its own if it can
/// block. Neither may access what the other modifies. Rethrows their exceptions.
template <typename First, typename Second>
void runBoth(std::size_t items, First first, Second second)
{
    std::future<void> other;
    if (isWorthAThread(items)) {
        try {
            other = std::async(std::launch::async, second);
        } catch (const std::system_error&) {
            other = {}; // no thread is available
        }
    }
    first();
    if (other.valid())
        other.get();
    else
        second();
}

} // namespace loupe
