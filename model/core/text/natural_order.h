#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace loupe {

/// True if `a` comes before `b` in natural order: runs of digits compare by value, everything else by bytes. Texts that
/// are equal by that rule ("a1" and "a01") compare by bytes, so that the order is total.
bool naturalLess(std::string_view a, std::string_view b);

/// A key for fast comparisons: naturalKey(a) < naturalKey(b) implies naturalLess(a, b). Equal keys imply nothing.
std::uint64_t naturalKey(std::string_view text);

/// The number of leading bytes that both texts can drop without changing their natural order: their common prefix,
/// shortened so that it does not split a run of digits.
std::size_t naturalCommonPrefix(std::string_view a, std::string_view b);

} // namespace loupe
