#pragma once

#include "core/result.h"

#include <QString>

namespace loupe {

/// The path of the small model that comes with the program, written into the user's cache, where it is replaced if it
/// is no longer the same. Read-only: edits belong into a copy.
Result<QString> sampleFile();

/// Where it is written, whether it is there or not.
QString samplePath();

} // namespace loupe
