#pragma once

#include "items/compare/paired_checkpoints.h"

#include <QString>

namespace loupe {

/// The checkpoint at `path`, for a comparison: shared with a window that has it open, or else to be opened.
ComparedCheckpoint openCheckpointAt(const QString& path);

} // namespace loupe
