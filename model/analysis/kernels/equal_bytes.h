#pragma once

#include <cstddef>

namespace loupe {

/// True if the `size` bytes at `a` and at `b`, of any alignment, are equal. Stops shortly after the first difference.
bool equalBytes(const std::byte* a, const std::byte* b, std::size_t size);

} // namespace loupe
