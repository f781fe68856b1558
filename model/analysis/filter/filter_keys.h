#pragma once

#include "analysis/filter/filter.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The part of a word before the colon.
struct FilterKey {
    std::string_view name;
    const char* meaning; ///< a short description; in the context "loupe::FilterKey" for translations
    Filter::Asks asks = Filter::Asks::Structure;
    std::string_view examples; ///< examples of values after the colon, separated by spaces
    bool comparesTensors = false; ///< compares a tensor with all others of a checkpoint; not available for pairs

    bool isFor(FilterSubject subject) const;
};

/// All keys, in the order in which messages list them.
std::span<const FilterKey> filterKeys();
/// Null if there is no key of this name, which must be lowercase.
const FilterKey* findFilterKey(std::string_view name);
/// The names of the keys for `subject`: "dtype, shape and layer".
std::string listFilterKeys(FilterSubject subject);
/// The key of `subject` that users mean by another word, such as "layers"; null if unknown.
const FilterKey* similarFilterKey(std::string_view name, FilterSubject subject);

} // namespace loupe
