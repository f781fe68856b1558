#pragma once

#include "core/checkpoint.h"
#include "items/tree/health/health_results.h"

#include <QString>
#include <QStringList>

namespace loupe {

// The health of a tensor or group for a cell: a few words, with shorter variants for narrow columns.

/// The results of a scan for the tensors that are visible below a group.
struct GroupHealth {
    HealthSums sums;
    std::uint64_t tensors = 0; ///< the number of visible tensors
    bool isFiltered = false; ///< other tensors may be hidden

    bool isComplete() const { return sums.tensors == tensors; }
};

/// "3 NaN, outliers 1,234 σ", "3 NaN +1 more", "3 NaN": each is correct on its own, longest first; never empty. Without
/// warnings, only "5.2 σ" or "all 1".
QStringList healthForms(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health);
/// "12 NaN, 1 Inf", "12 NaN +1 more", "12 NaN": as for a tensor. Without warnings, "31.4 σ". While some tensors were
/// not looked at, "3 of 9" and "12 NaN · 3/9".
QStringList healthForms(const GroupHealth& group);
/// "12.3 K NaN", "3 × scales": one text for each kind of remark that occurs in any tensor. A column that fits these
/// texts fits the shortest form of any cell.
QStringList shortestRemarks(const HealthSums& total);
/// "99 NaN +2 more": a sample for the width of a cell with several remarks.
QString severalRemarksSample();
/// "9 unreadable", for a group.
QString unreadableText(std::uint32_t tensors);

/// "5.2 σ": with one decimal if that is meaningful.
QString sigmaText(double sigmas);
/// The value that all elements have. Precondition: all elements have the same value.
QString constantValue(const Summary& summary);

} // namespace loupe
