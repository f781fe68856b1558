#pragma once

#include "analysis/filter/filter.h"
#include "analysis/filter/filter_vocabulary.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// One possible completion of a word.
struct FilterChoice {
    enum class Kind : std::uint8_t { Key, Value, Name };
    std::string text; ///< replaces the part of the word; for a key, includes the colon
    Kind kind = Kind::Name;
    std::uint64_t tensors = 0; ///< matching tensors; 0 if unknown
};

/// Completions of the word before the cursor.
struct FilterCompletion {
    std::size_t begin = 0; ///< byte offset; the text from here to the cursor is replaced
    std::vector<FilterChoice> choices; ///< likeliest first; limited number
};

/// `cursor` is a byte offset. If `vocabulary` is null, only keys are known. Without a word before the cursor, offers
/// all keys. Offers nothing if the cursor is inside a word, quotes or slashes, or if the word is already complete.
FilterCompletion completeFilter(
    std::string_view text, std::size_t cursor, FilterSubject subject, const FilterVocabulary* vocabulary);

} // namespace loupe
