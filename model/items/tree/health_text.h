#pragma once

#include "core/checkpoint.h"
#include "items/tree/health_results.h"

#include <QString>
#include <QStringList>

namespace loupe {

/// The health of tensors in words; plain text. "Short" is for a cell, "whole" for a tool tip, with several lines.

/// What the column says, and all rules of its warnings: for its header.
QString healthRule();

/// "9 unreadable", of a group.
QString unreadableText(std::uint32_t tensors);
/// "3 NaN, outliers 1,234 σ", "3 NaN +1 more", "3 NaN": each true by itself, the longest first; never empty. Without
/// warnings only "5.2 σ" or "all 1".
QStringList healthForms(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health);
/// All figures, and in words what the remarks mean.
QString wholeHealth(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health);

/// What a scan has found about the tensors that the tree shows below a group.
struct GroupHealth {
    HealthSums sums;
    std::uint64_t tensors = 0; ///< that the tree shows
    bool isFiltered = false; ///< the tree may hide others

    bool isComplete() const { return sums.tensors == tensors; }
};

/// "12 NaN, 1 Inf", "12 NaN +1 more", "12 NaN": as of a tensor. Without warnings "31.4 σ". While others were not looked
/// at, "3 of 9" and "12 NaN · 3/9".
QStringList healthForms(const GroupHealth& group);
/// "99 NaN +2 more": what a cell with several remarks has room for.
QString severalRemarksSample();
QString wholeHealth(const GroupHealth& group);

/// How many NaN and infinities there are, and where the first one is: "1 NaN: norm.weight [73]"; "12 NaN in
/// norm.weight, the first at [73]"; "14 NaN in 2 tensors, the first: norm.weight [73]"; "norm.weight: 1 NaN at [73] and
/// 2 Inf, the first at [80]". Empty where all is finite.
QString nonfinitePlaces(const HealthResults& results, const Checkpoint& checkpoint);
/// The names of tensors in that sentence, in its order.
QStringList nonfiniteNames(const HealthResults& results, const Checkpoint& checkpoint);

/// For a status line. Nothing is said about tensors that were not looked at: "12 NaN in 1 tensor · 291 tensors
/// scanned"; "No NaN or infinities in 291 tensors"; "Scanning: 3 of 291 tensors · no NaN or infinities so far"; "Scan
/// stopped at 3 of 291 tensors · no NaN or infinities in these". Warnings about finite values end the line: "… ·
/// warnings in 2 tensors".
QString scanStatus(const HealthSums& sums, std::uint64_t tensors, bool isRunning);
/// Only how much was looked at, or that there are no NaN or infinities, without warnings: "291 tensors scanned", "No
/// NaN or infinities in 291 tensors".
QString scanCoverage(const HealthSums& sums, std::uint64_t tensors, bool isRunning);

} // namespace loupe
