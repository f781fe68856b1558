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

/// The help of a verb, apart from its options. All texts are literals.
struct VerbHelp {
    std::array<VerbExample, 3> examples;
    std::string_view status; ///< meaning of the exit statuses 0 and 1
    std::optional<FilterSubject> filtered; ///< subject of its --filter; empty if it has none
};

/// The end of the program's help: the exit statuses that all verbs share.
std::string helpFooter();
/// The end of a verb's help: examples, the words of the filter, and the exit statuses.
std::string helpFooter(std::string_view verb, const VerbHelp& help);

} // namespace loupe
