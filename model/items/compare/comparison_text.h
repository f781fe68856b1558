#pragma once

#include "items/compare/comparison_results.h"

#include <QString>

namespace loupe {

/// Pairs of tensors in words; plain text.

/// "identical", "changed", "only in A"; "same values" of pairs whose dtypes differ. Nothing while it is not known: "".
QString statusText(const ComparisonResults& results, std::uint32_t pair);
/// "3 changed, 1 only in A"; "identical" where all are; what is known so far while pairs wait.
QString statusText(const PairSums& sums);
/// What a status is called of several pairs: "changed", "only in A".
QString statusName(PairStatus status);

/// "F32", or "F32 → F16" where they differ.
QString bothText(const QString& a, const QString& b);
QString dtypeText(const Checkpoint& checkpoint, std::uint32_t tensor);
/// Hostile shapes are cut after the first dimensions.
QString shapeText(const Checkpoint& checkpoint, std::uint32_t tensor);
/// A name or key on one line, cut where it is longer than anyone reads.
QString nameText(std::string_view name);

/// A figure for a cell, with four digits; `whole`: all of them. "–" where there is none.
QString figureText(const std::optional<double>& figure, bool whole, int digits = 4);
/// With more digits where it would read as 1 and is not.
QString cosineText(const std::optional<double>& cosine, bool whole, int digits);
/// "4,096"; "–" where there is none.
QString countText(const std::optional<std::uint64_t>& count);
/// "A: 1, B: 4,096": of elements that are NaN or infinite on one side only; "0" where there are none.
QString nonfiniteText(std::uint64_t onlyA, std::uint64_t onlyB);
/// "16 → 4.5" bits per weight; "16" where both sides have as many, "–" where there are no elements.
QString bitsText(const PrecisionCost& cost);
/// "16 → 4.5 bits per weight, SNR 24.3 dB": what other precision costs; empty if no pair has other bits per weight.
QString precisionCostText(const PrecisionCost& cost);
/// The same of a model, with the largest error.
QString modelCostText(const PrecisionCost& cost);
/// "4,096 (12.5 %)".
QString differingText(std::uint64_t differing, std::uint64_t elements);

/// "Identical", "27 of 291 tensors differ, all in self_attn of layers 12–20", or what can be said so far.
QString verdict(const ComparisonResults& results, bool running);
/// The same without where several tensors are.
QString briefVerdict(const ComparisonResults& results, bool running);

} // namespace loupe
