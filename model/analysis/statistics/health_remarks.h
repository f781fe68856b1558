#pragma once

#include "analysis/statistics/health.h"
#include "core/checkpoint.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace loupe {

/// The remarks that a scan can make about a tensor, worst first, which is the order in which the tree sorts.
/// healthRules() explains each.
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
inline constexpr std::size_t healthWarningCount = healthRemarkCount - 1; ///< the remarks before Duplicate

/// If at least this share of a tensor's elements is subnormal, that is noteworthy. It never is for dtypes of at most 8
/// bits, where many of the few values are subnormal.
inline constexpr double noteworthySubnormalShare = 0.1;

/// The scan's result for one tensor, or the sum for many.
struct HealthSums {
    std::uint32_t tensors = 0; ///< scanned
    std::array<std::uint32_t, healthRemarkCount> remarks = {}; ///< number of tensors with each remark
    std::uint64_t nan = 0; ///< elements
    std::uint64_t infinite = 0; ///< elements
    std::uint32_t unknown = 0; ///< tensors whose values cannot be read, though their bytes can
    double sigmas = 0; ///< greatest Health::sigmas; 0 if none is known
    double least = std::numeric_limits<double>::infinity(); ///< least value; greater than `greatest` if unknown
    double greatest = -std::numeric_limits<double>::infinity();
    std::uint32_t odd = 0; ///< tensors with a warning other than NaN and infinities, such as outliers
    std::uint32_t warned = 0; ///< readable tensors with any warning: those that the filter warning:yes matches

    std::uint32_t count(HealthRemark remark) const { return remarks[static_cast<std::size_t>(remark)]; }
    void add(const HealthSums& other);
    /// The worst warning.
    std::optional<HealthRemark> worst() const;
    /// A number for sorting: higher for worse or more frequent warnings and, without warnings, if an element is farther
    /// from the others. 0 if nothing was scanned.
    std::uint64_t rank() const;

    bool operator==(const HealthSums&) const = default;
};

/// The sums for one tensor.
HealthSums healthOf(const Tensor& tensor, const Result<Health>& health);
/// A placeholder for the findings about a quantized weight if those were not kept.
Finding findingsNotKept(const Checkpoint& checkpoint, std::uint32_t tensor);

} // namespace loupe
