#pragma once

#include "items/compare/comparison_results.h"

#include <QString>

namespace loupe {

/// Texts about pairs of tensors; plain text.

/// "identical", "changed", "only in A"; "same values" for pairs whose dtypes differ. Empty while it is unknown.
QString statusText(const ComparisonResults& results, std::uint32_t pair);
/// "3 changed, 1 only in A"; "identical" if all are. While pairs are waiting, covers what is known so far.
QString statusText(const PairSums& sums);
/// The name of a status in a text about several pairs: "changed", "only in A".
QString statusName(PairStatus status);

/// "F32", or "F32 → F16" if they differ.
QString bothText(const QString& a, const QString& b);
QString dtypeText(const Checkpoint& checkpoint, std::uint32_t tensor);
/// Very long shapes from malicious files are cut after the first dimensions.
QString shapeText(const Checkpoint& checkpoint, std::uint32_t tensor);
/// A name or key on a single line; cut if it is too long to be readable.
QString nameText(std::string_view name);

/// A figure for a cell, with the given number of significant digits; `whole`: with all of them. "–" if there is none.
QString figureText(const std::optional<double>& figure, bool whole, int digits = 4);
/// Uses more digits if it would otherwise read as 1 without being 1.
QString cosineText(const std::optional<double>& cosine, bool whole, int digits);
/// "4,096"; "–" if there is none.
QString countText(const std::optional<std::uint64_t>& count);
/// "A: 1, B: 4,096": the number of elements that are NaN or infinite on one side only; "0" if there are none.
QString nonfiniteText(std::uint64_t onlyA, std::uint64_t onlyB);
/// "16 → 4.5" bits per weight; "16" if both sides have the same, "–" if there are no elements.
QString bitsText(const PrecisionCost& cost);
/// "16 → 4.5 bits per weight, SNR 24.3 dB": the cost of the lower precision; empty if no pair changes its bits per
/// weight.
QString precisionCostText(const PrecisionCost& cost);
/// As above for an entire model, with the largest error.
QString modelCostText(const PrecisionCost& cost);
/// "4,096 (12.5 %)".
QString differingText(std::uint64_t differing, std::uint64_t elements);

/// "Identical", "27 of 291 tensors differ, all in self_attn of layers 12–20", or a partial verdict while more is to
/// come.
QString verdict(const ComparisonResults& results, bool running);
/// As above, but does not say where several tensors are.
QString briefVerdict(const ComparisonResults& results, bool running);

} // namespace loupe
