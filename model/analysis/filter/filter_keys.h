#pragma once

#include "analysis/filter/filter.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// What stands before the colon of a word.
struct FilterKey {
    std::string_view name;
    const char* meaning; ///< what it asks for, in a few words; of the context "loupe::FilterKey" for translations
    Filter::Asks asks = Filter::Asks::Structure;
    std::string_view examples; ///< of what stands behind the colon, separated by spaces
    bool comparesTensors = false; ///< with all others of a checkpoint; pairs have no such key

    bool isFor(FilterSubject subject) const;
};

/// All of them, in the order in which messages list them.
std::span<const FilterKey> filterKeys();
/// Null if there is none of that name, which is in lower case.
const FilterKey* findFilterKey(std::string_view name);
/// The names of those for `subject`: "dtype, shape and layer".
std::string listFilterKeys(FilterSubject subject);
/// The key of `subject` that people mean by another word, such as "layers"; null if none comes to mind.
const FilterKey* similarFilterKey(std::string_view name, FilterSubject subject);

} // namespace loupe
