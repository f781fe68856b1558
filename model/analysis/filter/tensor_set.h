#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace loupe {

/// A subset of a checkpoint's tensors, one bit each.
class TensorSet {
public:
    TensorSet() = default;
    /// An empty set for tensors with indices below `size`.
    explicit TensorSet(std::uint32_t size)
        : m_words((std::size_t{size} + 63) / 64)
        , m_size(size)
    {
    }

    /// The number of tensors to choose from.
    std::uint32_t size() const { return m_size; }
    bool contains(std::uint32_t tensor) const { return (m_words[tensor / 64] >> (tensor % 64)) & 1; }
    void insert(std::uint32_t tensor) { m_words[tensor / 64] |= std::uint64_t{1} << (tensor % 64); }
    /// The first tensor of the set at or after `tensor`; size() if there is none.
    std::uint32_t next(std::uint32_t tensor) const
    {
        for (std::size_t i = tensor / 64; tensor < m_size && i < m_words.size(); ++i) {
            const std::uint64_t skipped = i == tensor / 64 ? (std::uint64_t{1} << (tensor % 64)) - 1 : 0;
            if (const std::uint64_t rest = m_words[i] & ~skipped; rest != 0)
                return static_cast<std::uint32_t>(i * 64) + static_cast<std::uint32_t>(std::countr_zero(rest));
        }
        return m_size;
    }
    /// The number of tensors in the set.
    std::uint32_t count() const
    {
        std::uint32_t total = 0;
        for (const std::uint64_t word : m_words)
            total += static_cast<std::uint32_t>(std::popcount(word));
        return total;
    }

    bool operator==(const TensorSet&) const = default;

private:
    std::vector<std::uint64_t> m_words;
    std::uint32_t m_size = 0;
};

} // namespace loupe
