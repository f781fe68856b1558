#pragma once

#include "insight/adapter_name.h"
#include "core/result.h"

#include <string>
#include <string_view>

namespace loupe {

/// Fails with Unsupported where loaders of the spelling would not find a module at that path of its model.
Result<> checkPath(AdapterSpelling spelling, AdapterComponent component, std::string_view path);

/// What a part of a module is called in a spelling. `path` is that of the module in its model, with dots. Fails with
/// Unsupported where the spelling has no name for it, or as checkPath() does.
Result<std::string> partName(
    AdapterSpelling spelling, AdapterComponent component, std::string_view path, AdapterPart part, bool isEmbedding);

} // namespace loupe
