#pragma once

#include "core/checkpoint.h"
#include "items/tree/health_results.h"

#include <QString>
#include <QStringList>

namespace loupe {

// The health of a tensor or group in a cell: few words, and fewer where there is less room.

/// What a scan has found about the tensors that the tree shows below a group.
struct GroupHealth {
    HealthSums sums;
    std::uint64_t tensors = 0; ///< that the tree shows
    bool isFiltered = false; ///< the tree may hide others

    bool isComplete() const { return sums.tensors == tensors; }
};

/// "3 NaN, outliers 1,234 σ", "3 NaN +1 more", "3 NaN": each true by itself, the longest first; never empty. Without
/// warnings only "5.2 σ" or "all 1".
QStringList healthForms(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health);
/// "12 NaN, 1 Inf", "12 NaN +1 more", "12 NaN": as of a tensor. Without warnings "31.4 σ". While others were not looked
/// at, "3 of 9" and "12 NaN · 3/9".
QStringList healthForms(const GroupHealth& group);
/// "12.3 K NaN", "3 × scales": for each kind of remark about some of all tensors, what any cell has room for if it has
/// room for these.
QStringList shortestRemarks(const HealthSums& total);
/// "99 NaN +2 more": what a cell with several remarks has room for.
QString severalRemarksSample();
/// "9 unreadable", of a group.
QString unreadableText(std::uint32_t tensors);

/// "5.2 σ": one digit after the point where that says something.
QString sigmaText(double sigmas);
/// The value that all elements have. Precondition: there is one.
QString constantValue(const Summary& summary);

} // namespace loupe
