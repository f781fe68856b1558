#pragma once

#include "core/checkpoint.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace loupe {

/// Sizes of a model by name: "heads", "kv_heads", "head_dim", "experts", "hidden", and each whole number of its
/// configuration under the key that it has there. A "head_dim" that is not stated is hidden / heads. Reads at most the
/// small configuration next to the checkpoint.
std::map<std::string, std::uint64_t, std::less<>> namedSizes(const Checkpoint& checkpoint);

/// Those of a, and where a does not have them, of b.
std::map<std::string, std::uint64_t, std::less<>> namedSizes(const Checkpoint& a, const Checkpoint& b);

} // namespace loupe
