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

/// Results as a part file has them.
std::string recordOf(const Result<Summary>& summary);
std::string recordOf(const TensorLook& look);
std::string recordOf(const PairOutcome& outcome);
std::string recordOf(const Result<RangeLook>& look);
std::string recordOf(const Result<std::string>& digestOrRange);

// Back again, nothing if the text is none of them, or if figures are not ones of such a tensor: whoever prints
// them relies on it. Views of texts stay valid as long as `texts`.

/// `elements`: of the tensor; `quantiles`: how many were asked for.
std::optional<Result<Summary>> summaryOf(
    std::string_view record, std::uint64_t elements, std::size_t quantiles, KeptTexts& texts);
/// `files`: of the checkpoint.
std::optional<TensorLook> lookOf(std::string_view record, std::uint64_t elements, std::size_t files, KeptTexts& texts);
/// Made of all ranges of the tensor, in their order.
std::optional<TensorLook> lookOfRanges(std::span<const std::string_view> records, const Checkpoint& checkpoint,
    std::uint32_t tensor, bool hasDigest, KeptTexts& texts);
/// As summaryOf(), made of all ranges of the tensor.
std::optional<Result<Summary>> summaryOfRanges(
    std::span<const std::string_view> records, const Tensor& tensor, const SummaryOptions& options, KeptTexts& texts);
/// `elements`: of both sides, nothing if their values are not compared.
std::optional<PairOutcome> outcomeOf(std::string_view record, std::optional<std::uint64_t> elements, KeptTexts& texts);
/// Made of all ranges of both.
std::optional<PairOutcome> outcomeOfRanges(std::span<const std::string_view> records, const Tensor& a, const Tensor& b,
    const std::optional<Tolerance>& tolerance, KeptTexts& texts);
std::optional<Result<std::string>> digestOf(std::string_view record, KeptTexts& texts);

} // namespace loupe
