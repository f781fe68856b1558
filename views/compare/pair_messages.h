#pragma once

#include "items/compare/comparison_results.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace loupe {

// Why a tab of a comparison does not show what would stand there: each reason in one sentence, the same in all tabs;
// empty if there is none.

/// Nothing is open or selected, or, unless `groups` are shown too, a group is.
QString whyNoPair(const ComparisonResultsPtr& results, std::optional<NameTree::NodeId> node, bool groups = false);
/// Why one side's values cannot be shown.
QString whyNoValuesOf(const Checkpoint& side, std::uint32_t tensor);
/// Why neither side's can be: the reason of the first one that there is.
QString whyNoValuesOf(const PairedCheckpoints& paired, const TensorPair& pair);
/// For a pair that is unread: which file of the other side should have the tensor, and why it cannot be read.
QString whyNotCompared(const PairedCheckpoints& paired, const TensorPair& pair);
/// Why there is no B − A.
QString whyNoDifference(const PairedCheckpoints& paired, const TensorPair& pair);
/// Why a picture of B − A has nothing to show.
QString identicalText();
/// What a person stopped, or what failed, can be begun again with a button next to it, see makeComputeButton().
QString stoppedText();
/// What showing the values of a pair would fetch over the network, where somebody has to be asked before that; else 0.
std::uint64_t bytesToAskToShow(const PairedCheckpoints& paired, const TensorPair& pair);
/// Somebody has agreed.
void agreeToFetch(const PairedCheckpoints& paired, const TensorPair& pair);
QString failedText(const Error& error);

} // namespace loupe
