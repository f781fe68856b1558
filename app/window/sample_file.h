#pragma once

#include "core/result.h"

#include <QString>

namespace loupe {

/// The path of the small sample model. Writes it into the user's cache if it is missing or differs. The file is
/// read-only, since edits belong in a copy.
Result<QString> sampleFile();

/// The sample's path, whether or not it exists.
QString samplePath();

} // namespace loupe
