#pragma once

#include "core/checkpoint.h"
#include "items/language/named_sentence.h"
#include "items/tree/health/health_forms.h"
#include "items/tree/health/health_results.h"

#include <QString>

namespace loupe {

/// The health of tensors in sentences; plain text. Functions named "whole…" are for tooltips with several lines.

/// An explanation of the column and of the rules for its warnings, for its header.
QString healthRule();

/// All figures, and an explanation of the remarks.
QString wholeHealth(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health);

QString wholeHealth(const GroupHealth& group);

/// The number of NaN and infinities, and the place of the first one: "1 NaN: norm.weight [73]"; "12 NaN in norm.weight,
/// the first at [73]"; "14 NaN in 2 tensors, the first: norm.weight [73]"; "norm.weight: 1 NaN at [73] and 2 Inf, the
/// first at [80]". The brief form is "12 NaN from norm.weight [73]". Empty if all values are finite.
NamedSentence nonfinitePlaces(const HealthResults& results, const Checkpoint& checkpoint);

/// For a status line. Says nothing about tensors that were not looked at: "12 NaN in 1 tensor · 291 tensors scanned";
/// "No NaN or infinities in 291 tensors"; "Scanning: 3 of 291 tensors · no NaN or infinities so far"; "Scan stopped at
/// 3 of 291 tensors · no NaN or infinities in these". Warnings about finite values come last: "… · warnings in 2
/// tensors".
QString scanStatus(const HealthSums& sums, std::uint64_t tensors, bool isRunning);
/// Only the most important part: "12 NaN, 2 Inf, 3 unreadable", or "Scanning: 3 of 291 tensors".
QString briefScanStatus(const HealthSums& sums, std::uint64_t tensors, bool isRunning);
/// Only the number of tensors looked at, or that there are no NaN or infinities, without warnings: "291 tensors
/// scanned", "No NaN or infinities in 291 tensors".
QString scanCoverage(const HealthSums& sums, std::uint64_t tensors, bool isRunning);

} // namespace loupe
