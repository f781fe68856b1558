#pragma once

#include "analysis/filter/filter.h"
#include "core/work.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Why a filter matches no tensors, and what would match.
struct NoMatch {
    /// For display, without a period at the end: the words that match no tensor and alternatives to the first of them;
    /// or that each word matches some tensors but none matches all. Empty if unknown, since words about values are not
    /// checked.
    std::string why;
    /// A filter to use instead. Words that match nothing are replaced by what users mean by them (repairedWords()), or
    /// by the most similar name or dtype; or the word that conflicts with the others is removed. It matches at least
    /// one tensor, to the extent that is known without values. Empty if there is none.
    std::string instead;
};

/// Reads names, dtypes and shapes, which takes at most a few seconds for a million tensors: run it in a job. Empty if
/// it was stopped.
NoMatch explainNoMatch(const Filter& filter, std::span<const Checkpoint* const> checkpoints, const Work& work = {});
/// A sentence for each alternative that matches no tensor, and why, to the extent that is known without values. Empty
/// for a filter with one alternative.
std::vector<std::string> deadAlternatives(const Filter& filter, std::span<const Checkpoint* const> checkpoints);
/// Both parts as the end of a sentence: "nothing matches 3-7; try layer:3-7". May be empty.
std::string noMatchText(const NoMatch& noMatch);

} // namespace loupe
