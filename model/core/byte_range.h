#pragma once

#include <algorithm>
#include <cstdint>

namespace loupe {

/// A half-open range of bytes, [begin, end). Invariant: begin <= end.
struct ByteRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;

    constexpr std::uint64_t size() const { return end - begin; }
    constexpr bool empty() const { return begin == end; }
    constexpr bool contains(std::uint64_t offset) const { return offset >= begin && offset < end; }
    constexpr bool contains(ByteRange other) const { return other.begin >= begin && other.end <= end; }
    constexpr bool operator==(const ByteRange&) const = default;
};

/// The bytes that both ranges share. If they share none, the result is empty and starts at the later begin.
constexpr ByteRange intersect(ByteRange a, ByteRange b)
{
    const std::uint64_t begin = std::max(a.begin, b.begin);
    return {begin, std::max(begin, std::min(a.end, b.end))};
}

} // namespace loupe
