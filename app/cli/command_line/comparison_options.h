#pragma once

#include "app/cli/command_line/shared_options.h"

namespace loupe {

/// The comparison options as texts.
struct ComparisonTexts {
    ListTexts list;
    std::string atol;
    std::string rtol;
    std::vector<std::string> maps;

    /// Parses the texts into `options`. Throws CLI::ValidationError.
    void parseInto(DiffOptions& options) const;
};

/// Declares the options that control pairing and tolerance.
void declareComparison(CLI::App& verb, DiffOptions& diff, ComparisonTexts& given);
/// Declares the options for listing pairs, and the common options.
void declarePairList(CLI::App& verb, CompletionHints& hints, DiffOptions& diff, ComparisonTexts& given);

/// Parses the filter. Call this last. Throws CLI::ValidationError, also if options exclude each other.
void filterPairs(DiffOptions& options);

} // namespace loupe
