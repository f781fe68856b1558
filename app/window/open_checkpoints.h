#pragma once

#include "items/compare/paired_checkpoints.h"

#include <QString>

namespace loupe {

/// The checkpoint at the path for a comparison: as one of the windows has it open, or still to be opened.
ComparedCheckpoint openCheckpointAt(const QString& path);

} // namespace loupe
