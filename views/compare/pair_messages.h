#pragma once

#include "items/compare/comparison_results.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace loupe {

// Reasons why a tab of a comparison has nothing to show, as one sentence each; all tabs use the same ones. Empty if
// there is no reason.

/// For the case that nothing is open or selected, or that a group is, unless `groups` are shown too.
QString whyNoPair(const ComparisonResultsPtr& results, std::optional<NameTree::NodeId> node, bool groups = false);
/// Why one side's values cannot be shown.
QString whyNoValuesOf(const Checkpoint& side, std::uint32_t tensor);
/// Why the values of neither side can be shown: the reason of A, or of B if A is missing.
QString whyNoValuesOf(const PairedCheckpoints& paired, const TensorPair& pair);
/// For an unread pair: which file of the other side should have the tensor, and why it cannot be read.
QString whyNotCompared(const PairedCheckpoints& paired, const TensorPair& pair);
/// Why there is no B − A.
QString whyNoDifference(const PairedCheckpoints& paired, const TensorPair& pair);
/// Why a picture of B − A has nothing to show.
QString identicalText();
/// Shown after the user stopped a job. A button next to it restarts the job; see makeComputeButton().
QString stoppedText();
/// The number of bytes that showing the pair would fetch over the network if the user has to agree first; else 0.
std::uint64_t bytesToAskToShow(const PairedCheckpoints& paired, const TensorPair& pair);
/// Records that the user has agreed to fetch the pair's values.
void agreeToFetch(const PairedCheckpoints& paired, const TensorPair& pair);
QString failedText(const Error& error);

} // namespace loupe
