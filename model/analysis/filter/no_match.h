#pragma once

#include "analysis/filter/filter.h"
#include "core/work.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Why a filter keeps none of the tensors, and what would match.
struct NoMatch {
    /// For people, without a period at the end: the words that match no tensor, and what there is in place of the
    /// first; or that each matches some, but none matches all. Empty if that is not known: words about values are
    /// not looked at.
    std::string why;
    /// A filter to use in its place: its words, those that fail replaced by what people mean by them and what is there,
    /// as repairedWords(), or by the most similar name or dtype; or without the word that does not go with the others.
    /// It keeps a tensor, as far as that is known without values. Empty if there is none.
    std::string instead;
};

/// Reads names, dtypes and shapes, for a million tensors some seconds at the most: for a job. Empty if that was
/// stopped.
NoMatch explainNoMatch(const Filter& filter, std::span<const Checkpoint* const> checkpoints, const Work& work = {});
/// A sentence for each alternative that keeps no tensor, and why, as far as that is known without values. Empty for a
/// filter with one alternative.
std::vector<std::string> deadAlternatives(const Filter& filter, std::span<const Checkpoint* const> checkpoints);
/// Both as the end of a sentence: "nothing matches 3-7; try layer:3-7". May be empty.
std::string noMatchText(const NoMatch& noMatch);

} // namespace loupe
