#pragma once

#include "analysis/statistics/health.h"
#include "core/checkpoint.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace loupe {

/// What a scan may find noteworthy about a tensor, the worst first: the order in which the tree sorts. healthRules()
/// says what each means.
enum class HealthRemark : std::uint8_t {
    Unread,
    NaN,
    Infinite,
    Quantization, ///< scales or codes of a quantized weight
    Outliers,
    AllZero,
    Constant,
    Subnormal,
    Duplicate, ///< not a warning
};
inline constexpr std::size_t healthRemarkCount = 9;
inline constexpr std::size_t healthWarningCount = healthRemarkCount - 1; ///< those before Duplicate

/// From this share of its elements on, the subnormal ones of a tensor are noteworthy. Of dtypes with at most 8 bits
/// they never are: there they are a good part of the few values that there are.
inline constexpr double noteworthySubnormalShare = 0.1;

/// What the scan found about one tensor, or added up about many.
struct HealthSums {
    std::uint32_t tensors = 0; ///< looked at
    std::array<std::uint32_t, healthRemarkCount> remarks = {}; ///< how many tensors each applies to
    std::uint64_t nan = 0; ///< elements
    std::uint64_t infinite = 0; ///< elements
    std::uint32_t unknown = 0; ///< tensors whose values cannot be read, though their bytes can
    double sigmas = 0; ///< Health::sigmas, the greatest; 0 if none is known
    double least = std::numeric_limits<double>::infinity(); ///< value, with `greatest`; above it where none is known
    double greatest = -std::numeric_limits<double>::infinity();
    std::uint32_t odd = 0; ///< tensors with a warning about something other than NaN and infinities, such as outliers
    std::uint32_t warned = 0; ///< tensors with any warning that could be read: those that the filter warning:yes keeps

    std::uint32_t count(HealthRemark remark) const { return remarks[static_cast<std::size_t>(remark)]; }
    void add(const HealthSums& other);
    /// Among warnings.
    std::optional<HealthRemark> worst() const;
    /// Higher where there is worse, or more of it; without warnings, where an element is farther from the others. 0
    /// where nothing was looked at.
    std::uint64_t rank() const;

    bool operator==(const HealthSums&) const = default;
};

/// What applies to one tensor.
HealthSums healthOf(const Tensor& tensor, const Result<Health>& health);
/// Stands for the findings about a quantized weight where those are no longer kept.
Finding findingsNotKept(const Checkpoint& checkpoint, std::uint32_t tensor);

} // namespace loupe
