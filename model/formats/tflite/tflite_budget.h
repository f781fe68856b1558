#pragma once

#include <cstdint>

namespace loupe::tflite {

/// How much may still be read. Tables of a FlatBuffer may share others, so that a few bytes could stand for any number
/// of tensors. A model reads each of its bytes a few times at most.
class TfliteBudget {
public:
    explicit TfliteBudget(std::uint64_t fileSize)
        : m_bytesLeft(std::uint64_t{64} * 1024 + 4 * fileSize)
    {
    }

    /// False from then on where this many bytes are not left.
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

/// What a table, with the offset that leads to it, has at least.
inline constexpr std::uint64_t leastTable = 12;

} // namespace loupe::tflite
