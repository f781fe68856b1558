#pragma once

#include "analysis/statistics/moments.h"
#include "analysis/statistics/summary.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// Combines the summaries of several tensors as if they were one: counts, extremes, mean and deviation.
class SummarySum {
public:
    void add(const Summary& summary);
    Summary sum() const;
    /// The number of elements in the mean; excludes nulls, NaN and infinities.
    std::uint64_t finite() const { return m_moments.count; }

private:
    void addCount(std::optional<std::uint64_t> Summary::*count, const Summary& summary);

    Summary m_sum;
    Moments m_moments;
};

} // namespace loupe
