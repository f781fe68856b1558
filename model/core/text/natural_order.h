#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace loupe {

/// True where `a` stands before `b` in natural order: runs of digits compare by value, all else by bytes. Texts that
/// are equal so far ("a1" and "a01") fall back to bytes, so that the order is total.
bool naturalLess(std::string_view a, std::string_view b);

/// A number for quick comparisons: naturalKey(a) < naturalKey(b) implies naturalLess(a, b); equal keys decide nothing.
std::uint64_t naturalKey(std::string_view text);

/// How many leading bytes two texts can both drop without a change of their natural order: their common prefix, cut
/// back so that it splits no run of digits.
std::size_t naturalCommonPrefix(std::string_view a, std::string_view b);

} // namespace loupe
