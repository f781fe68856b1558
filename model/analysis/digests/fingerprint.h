#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace loupe {

/// A 128-bit XXH3 hash that identifies bytes.
struct Fingerprint {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    friend bool operator<(const Fingerprint& a, const Fingerprint& b)
    {
        return a.high != b.high ? a.high < b.high : a.low < b.low;
    }
};

Fingerprint fingerprint(std::span<const std::byte> bytes);

/// 32 hexadecimal digits.
std::string hexText(const Fingerprint& digest);

} // namespace loupe
