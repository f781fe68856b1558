#pragma once

#include "analysis/kernels/sixteen_bit_counts.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loupe {

/// Counts each 16-bit pattern at the top of numbers of `Width` bytes.
template <std::size_t Width>
class TopCounts {
public:
    /// The maximum memory of one worker's counts.
    static constexpr std::size_t memory = patternCount * (sizeof(std::uint32_t) + sizeof(std::uint64_t));

    void add(const std::byte* numbers, std::size_t count)
    {
        constexpr std::uint64_t most = UINT32_MAX;
        if (m_recent.empty())
            m_recent.resize(patternCount);
        if (m_recentCount + count > most)
            flush();
        countTopPatterns<Width>(numbers, count, m_recent.data());
        m_recentCount += count;
    }

    void merge(TopCounts& other)
    {
        flush();
        other.flush();
        if (m_all.empty())
            m_all.swap(other.m_all);
        for (std::size_t i = 0; i < other.m_all.size(); ++i)
            m_all[i] += other.m_all[i];
    }

    /// Counts by pattern; empty if nothing was added.
    const std::vector<std::uint64_t>& counts()
    {
        flush();
        return m_all;
    }

private:
    /// Adds the small counters, which are fast, to those that do not overflow.
    void flush()
    {
        if (m_recentCount == 0)
            return;
        m_all.resize(patternCount);
        for (std::size_t i = 0; i < patternCount; ++i)
            m_all[i] += m_recent[i];
        m_recent.assign(patternCount, 0);
        m_recentCount = 0;
    }

    std::vector<std::uint32_t> m_recent;
    std::vector<std::uint64_t> m_all;
    std::uint64_t m_recentCount = 0;
};

} // namespace loupe
