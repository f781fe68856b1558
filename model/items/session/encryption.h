#pragma once

#include "core/checkpoint.h"

#include <optional>

namespace loupe {

/// Of the files whose encrypted values cannot be read, the first one's; nothing where all values can.
std::optional<Encryption> closedValues(const Checkpoint& checkpoint);

} // namespace loupe
