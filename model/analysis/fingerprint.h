#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

namespace loupe {

/// 128 bits of XXH3 that tell bytes apart within one run of the program.
struct Fingerprint {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    auto operator<=>(const Fingerprint&) const = default;
};

Fingerprint fingerprint(std::span<const std::byte> bytes);

} // namespace loupe
