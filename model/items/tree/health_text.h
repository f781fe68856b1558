#pragma once

#include "core/checkpoint.h"
#include "items/language/named_sentence.h"
#include "items/tree/health_forms.h"
#include "items/tree/health_results.h"

#include <QString>

namespace loupe {

/// The health of tensors in sentences; plain text. "Whole" is for a tool tip, with several lines.

/// What the column says, and all rules of its warnings: for its header.
QString healthRule();

/// All figures, and in words what the remarks mean.
QString wholeHealth(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health);

QString wholeHealth(const GroupHealth& group);

/// How many NaN and infinities there are, and where the first one is: "1 NaN: norm.weight [73]"; "12 NaN in
/// norm.weight, the first at [73]"; "14 NaN in 2 tensors, the first: norm.weight [73]"; "norm.weight: 1 NaN at [73] and
/// 2 Inf, the first at [80]". In brief "12 NaN from norm.weight [73]". Empty if all is finite.
NamedSentence nonfinitePlaces(const HealthResults& results, const Checkpoint& checkpoint);

/// For a status line. Nothing is said about tensors that were not looked at: "12 NaN in 1 tensor · 291 tensors
/// scanned"; "No NaN or infinities in 291 tensors"; "Scanning: 3 of 291 tensors · no NaN or infinities so far"; "Scan
/// stopped at 3 of 291 tensors · no NaN or infinities in these". Warnings about finite values end the line: "… ·
/// warnings in 2 tensors".
QString scanStatus(const HealthSums& sums, std::uint64_t tensors, bool isRunning);
/// What matters most of it: "12 NaN, 2 Inf, 3 unreadable", or "Scanning: 3 of 291 tensors".
QString briefScanStatus(const HealthSums& sums, std::uint64_t tensors, bool isRunning);
/// Only how much was looked at, or that there are no NaN or infinities, without warnings: "291 tensors scanned", "No
/// NaN or infinities in 291 tensors".
QString scanCoverage(const HealthSums& sums, std::uint64_t tensors, bool isRunning);

} // namespace loupe
