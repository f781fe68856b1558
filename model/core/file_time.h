#pragma once

#include <ctime>

#include <cstdint>
#include <limits>

namespace loupe {

/// A file's time in nanoseconds since 1970, clamped to the range of 64 bits.
constexpr std::int64_t nanosecondsOf(const timespec& time)
{
    constexpr std::int64_t perSecond = 1'000'000'000;
    std::int64_t nanoseconds = 0;
    if (__builtin_mul_overflow(std::int64_t{time.tv_sec}, perSecond, &nanoseconds)
        || __builtin_add_overflow(nanoseconds, std::int64_t{time.tv_nsec}, &nanoseconds))
        return time.tv_sec < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
    return nanoseconds;
}

} // namespace loupe
