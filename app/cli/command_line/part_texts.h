#pragma once

#include "app/cli/command_line/shared_options.h"

namespace loupe {

/// --part and --output as texts.
struct PartTexts {
    std::string part;
    std::string output;
    bool force = false; ///< for verbs without a --force of their own

    /// Sets CommonOptions::part if a part was requested. Precondition: the filter was parsed. Throws
    /// CLI::ValidationError, also if the part cannot be computed on its own.
    void parseInto(const CLI::App& verb, CommonOptions& common) const;
};

/// `declaresForce`: also declare --force.
void declarePart(CLI::App& verb, PartTexts& given, bool declaresForce = true);

} // namespace loupe
