#pragma once

#include "core/result.h"

#include <filesystem>
#include <optional>

namespace loupe::tensorflowjs {

/// The manifest in a folder, or the manifest that a weight file belongs to by its name; nothing for anything else.
Result<std::optional<std::filesystem::path>> tfjsManifestFor(const std::filesystem::path& path, bool isFolder);

} // namespace loupe::tensorflowjs
