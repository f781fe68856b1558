#pragma once

#include "core/checkpoint.h"

#include <optional>

namespace loupe {

/// How the first file is encrypted whose values cannot be read; nothing if all values can be.
std::optional<Encryption> closedValues(const Checkpoint& checkpoint);

} // namespace loupe
