#pragma once

#include "app/cli/command_line/shared_options.h"

namespace loupe {

/// How to compare, as it was given.
struct ComparisonTexts {
    ListTexts list;
    std::string atol;
    std::string rtol;
    std::vector<std::string> maps;

    /// Makes values of these and sets them in `options`. Throws CLI::ValidationError.
    void parseInto(DiffOptions& options) const;
};

/// What pairs tensors and says which differ.
void declareComparison(CLI::App& verb, DiffOptions& diff, ComparisonTexts& given);
/// How to list the pairs, and the common options.
void declarePairList(CLI::App& verb, CompletionHints& hints, DiffOptions& diff, ComparisonTexts& given);

/// Sets the filter that was given; the last step. Throws CLI::ValidationError, also where options exclude each other.
void filterPairs(DiffOptions& options);

} // namespace loupe
