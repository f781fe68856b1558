#pragma once

#include "adapters/adapter_name.h"
#include "core/result.h"

#include <string>
#include <string_view>

namespace loupe {

/// What a part of a module is called in a spelling. `path` is that of the module in its model, with dots. Fails with
/// Unsupported where the spelling has no name for it.
Result<std::string> partName(
    AdapterSpelling spelling, AdapterComponent component, std::string_view path, AdapterPart part, bool isEmbedding);

} // namespace loupe
