#pragma once

#include "analysis/filter/filter.h"
#include "analysis/filter/filter_vocabulary.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// One way to go on with a word.
struct FilterChoice {
    enum class Kind : std::uint8_t { Key, Value, Name };
    std::string text; ///< stands in place of the part of the word; of a key with its colon
    Kind kind = Kind::Name;
    std::uint64_t tensors = 0; ///< that match; 0: not known
};

/// How the word before the cursor may go on.
struct FilterCompletion {
    std::size_t begin = 0; ///< in bytes: what is replaced, up to the cursor
    std::vector<FilterChoice> choices; ///< the likeliest first; bounded
};

/// `cursor`: in bytes. Knows no more than the keys where `vocabulary` is null. Nothing to choose where the cursor is
/// inside of a word, in quotes or slashes, or where the word is complete as it is; where there is no word, all keys.
FilterCompletion completeFilter(
    std::string_view text, std::size_t cursor, FilterSubject subject, const FilterVocabulary* vocabulary);

} // namespace loupe
