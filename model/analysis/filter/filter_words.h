#pragma once

#include "analysis/filter/filter.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Separators between words.
inline constexpr std::string_view filterSpaces = " \t\r\n";

/// The end of the first word of `text`: a space or the end of the text, or after the closing mark of a word in quotes
/// or slashes. Nothing if that mark is missing. Precondition: not empty.
std::optional<std::size_t> filterWordEnd(std::string_view text);

/// The values of `status:`.
std::vector<std::string> filterStatuses();
/// A shape as `shape:` matches it: "4096x11008".
std::string filterShape(std::span<const std::uint64_t> shape);

/// Parses a word whose `-` was already removed. Fails with InvalidArgument and a message that says what is wrong with
/// the word.
Result<Filter::Word> parseFilterWord(std::string_view word, FilterSubject subject);

} // namespace loupe
