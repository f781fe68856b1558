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

/// What stands between words.
inline constexpr std::string_view filterSpaces = " \t\r\n";

/// The end of the word that begins `text`: a space or the end of the text, but after the closing mark of a word in
/// quotes or slashes. Nothing if that mark is missing. Precondition: not empty.
std::optional<std::size_t> filterWordEnd(std::string_view text);

/// What `status:` can be.
std::vector<std::string> filterStatuses();
/// A shape as `shape:` compares it: "4096x11008".
std::string filterShape(std::span<const std::uint64_t> shape);

/// The test that a word stands for, its `-` already taken off. Fails with InvalidArgument: what is wrong with the word.
Result<Filter::Word> parseFilterWord(std::string_view word, FilterSubject subject);

} // namespace loupe
