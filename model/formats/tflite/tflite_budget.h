#pragma once

#include <cstdint>

namespace loupe::tflite {

/// The number of bytes that may still be read. Tables of a FlatBuffer may share other tables, so a few bytes could
/// stand for any number of tensors. A regular model needs each of its bytes only a few times.
class TfliteBudget {
public:
    explicit TfliteBudget(std::uint64_t fileSize)
        : m_bytesLeft(std::uint64_t{64} * 1024 + 4 * fileSize)
    {
    }

    /// Takes this many bytes off the budget. If they are not left, returns false, now and from then on.
    bool pay(std::uint64_t bytes)
    {
        if (bytes > m_bytesLeft)
            m_isSpent = true;
        if (m_isSpent)
            return false;
        m_bytesLeft -= bytes;
        return true;
    }
    bool isSpent() const { return m_isSpent; }

private:
    std::uint64_t m_bytesLeft;
    bool m_isSpent = false;
};

/// The minimum size of a table, including the offset that leads to it, in bytes.
inline constexpr std::uint64_t leastTable = 12;

} // namespace loupe::tflite
