#pragma once

#include "core/metadata.h"

#include <string_view>

namespace loupe::gguf {

/// What the numbers under a key stand for, as llama.cpp names them; empty for keys that are no enumerations.
NumberNames ggufNames(std::string_view key);

} // namespace loupe::gguf
