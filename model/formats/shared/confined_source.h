#pragma once

#include "core/source.h"

#include <memory>
#include <string>

namespace loupe {

/// True if both identify the same file, even if under different names or if its content has changed.
bool isSameFile(const FileIdentity& a, const FileIdentity& b);

/// Opens a file that `named` refers to. `name` is a path from confinedPath(). Fails as confinedFile() does, and with
/// Changed if the path became a link to another file in the meantime.
Result<std::shared_ptr<const Source>> openConfined(const Source& named, const std::string& name, Source::Access access);

} // namespace loupe
