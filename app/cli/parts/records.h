#pragma once

#include "analysis/comparison/comparison.h"
#include "analysis/statistics/health.h"
#include "analysis/statistics/range_summary.h"
#include "core/result.h"
#include "core/text/record_text.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace loupe {

/// Serialized results for part files.
std::string recordOf(const Result<Summary>& summary);
std::string recordOf(const TensorLook& look);
std::string recordOf(const PairOutcome& outcome);
std::string recordOf(const Result<RangeLook>& look);
std::string recordOf(const Result<std::string>& digestOrRange);

// The inverse functions. Empty if the text is not a valid record, or if figures are impossible for the tensor; callers
// that print them rely on this. Returned text views are valid as long as `texts`.

/// `elements`: of the tensor; `quantiles`: the number requested.
std::optional<Result<Summary>> summaryOf(
    std::string_view record, std::uint64_t elements, std::size_t quantiles, KeptTexts& texts);
/// `files`: the number of files of the checkpoint.
std::optional<TensorLook> lookOf(std::string_view record, std::uint64_t elements, std::size_t files, KeptTexts& texts);
/// Combines all ranges of the tensor, in order.
std::optional<TensorLook> lookOfRanges(std::span<const std::string_view> records, const Checkpoint& checkpoint,
    std::uint32_t tensor, bool hasDigest, KeptTexts& texts);
/// As summaryOf(); combines all ranges of the tensor.
std::optional<Result<Summary>> summaryOfRanges(
    std::span<const std::string_view> records, const Tensor& tensor, const SummaryOptions& options, KeptTexts& texts);
/// `elements`: of each side; empty if their values are not compared.
std::optional<PairOutcome> outcomeOf(std::string_view record, std::optional<std::uint64_t> elements, KeptTexts& texts);
/// Combines all ranges of both tensors.
std::optional<PairOutcome> outcomeOfRanges(std::span<const std::string_view> records, const Tensor& a, const Tensor& b,
    const std::optional<Tolerance>& tolerance, KeptTexts& texts);
std::optional<Result<std::string>> digestOf(std::string_view record, KeptTexts& texts);

} // namespace loupe
