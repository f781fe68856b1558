#pragma once

#include "core/source.h"

#include <memory>
#include <string>

namespace loupe {

/// Whether both identify one file, by whatever names, even if its content has changed.
bool isSameFile(const FileIdentity& a, const FileIdentity& b);

/// Opens a file that `named` names, by a path that confinedPath() gave. Fails as confinedFile() does, and with Changed
/// where the path became a link to another file meanwhile.
Result<std::shared_ptr<const Source>> openConfined(const Source& named, const std::string& name, Source::Access access);

} // namespace loupe
