#pragma once

#include "core/checkpoint.h"

#include <optional>

namespace loupe {

/// The encryption of the first file whose values cannot be read; nullopt if all values are readable.
std::optional<Encryption> closedValues(const Checkpoint& checkpoint);

} // namespace loupe
