#pragma once

#include "app/cli/command_line/shared_options.h"

namespace loupe {

/// --part and --output as they were given.
struct PartTexts {
    std::string part;
    std::string output;
    bool force = false; ///< of verbs that have no other --force

    /// Sets CommonOptions::part where a part was asked for.
    /// The filter is parsed before. Throws
    /// CLI::ValidationError, also where the part cannot be found out by itself.
    void parseInto(const CLI::App& verb, CommonOptions& common) const;
};

/// `declaresForce`: the verb has no --force yet.
void declarePart(CLI::App& verb, PartTexts& given, bool declaresForce = true);

} // namespace loupe
