#pragma once

#include "core/checkpoint.h"
#include "items/health_remarks.h"

#include <QString>

namespace loupe {

/// The health of tensors in words; plain text. "Short" is for a cell, "whole" for a tool tip, with several lines.

/// "3 NaN, outliers"; "ok".
QString shortHealth(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health);
/// All figures, and in words what the remarks mean.
QString wholeHealth(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health);

/// What shortHealth() calls a tensor with the bytes of another; ends with the name.
QString duplicateText(const QString& name);

/// Of a group of `tensors`: "12 NaN in 1 tensor"; "ok"; "3 of 9" while others were not looked at.
QString shortHealth(const HealthSums& sums, std::uint64_t tensors);
QString wholeHealth(const HealthSums& sums, std::uint64_t tensors);

/// "12 NaN in 1 tensor, 2 Inf in 1 tensor"; empty where all is finite.
QString nonfiniteText(const HealthSums& sums);

/// For a status line: "12 NaN in 1 tensor · 291 tensors scanned"; "No NaN or Inf · 3 of 291 tensors scanned".
QString scanStatus(const HealthSums& sums, std::uint64_t tensors);

} // namespace loupe
