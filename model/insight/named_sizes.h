#pragma once

#include "core/checkpoint.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace loupe {

/// The sizes of a model by name: "heads", "kv_heads", "head_dim", "experts", "hidden", and each integer of its
/// configuration under its key. If "head_dim" is not stated, it is hidden / heads. Reads at most the small
/// configuration next to the checkpoint.
std::map<std::string, std::uint64_t, std::less<>> namedSizes(const Checkpoint& checkpoint);

/// The sizes of `a`, supplemented by those that only `b` has.
std::map<std::string, std::uint64_t, std::less<>> namedSizes(const Checkpoint& a, const Checkpoint& b);

} // namespace loupe
