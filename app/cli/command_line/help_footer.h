#pragma once

#include "analysis/filter/filter.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

struct VerbExample {
    std::string_view arguments; ///< after the verb
    std::string_view does;
};

/// What the help of a verb says besides its options. All texts are literals.
struct VerbHelp {
    std::array<VerbExample, 3> examples;
    std::string_view status; ///< what 0 and 1 mean
    std::optional<FilterSubject> filtered; ///< what its --filter is about; nothing if it has none
};

/// What the help of the program ends with: the statuses that all verbs share.
std::string helpFooter();
/// What the help of a verb ends with: its examples, the words of the filter, and what its exit status means.
std::string helpFooter(std::string_view verb, const VerbHelp& help);

} // namespace loupe
