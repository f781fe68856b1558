#pragma once

#include "analysis/statistics/moments.h"
#include "analysis/statistics/summary.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// The summary of several tensors, as if their values were those of one: counts, extremes, mean and
/// deviation.
class SummarySum {
public:
    void add(const Summary& summary);
    Summary sum() const;
    /// Elements whose mean is known; nulls, NaN and infinities are none.
    std::uint64_t finite() const { return m_moments.count; }

private:
    void addCount(std::optional<std::uint64_t> Summary::*count, const Summary& summary);

    Summary m_sum;
    Moments m_moments;
};

} // namespace loupe
