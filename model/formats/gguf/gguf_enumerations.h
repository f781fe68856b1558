#pragma once

#include "core/metadata.h"

#include <string_view>

namespace loupe::gguf {

/// The names that llama.cpp gives to the numbers under a key. Empty if the key is not an enumeration.
NumberNames ggufNames(std::string_view key);

} // namespace loupe::gguf
