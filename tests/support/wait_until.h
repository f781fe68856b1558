#pragma once

#include <chrono>
#include <thread>

namespace loupe::test {

/// Waits until `condition()` is true. Returns false after a minute, so that a test fails instead of hanging.
template <typename Condition>
bool waitUntil(Condition condition)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::yield();
    }
    return true;
}

} // namespace loupe::test
