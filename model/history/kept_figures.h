#pragma once

#include "core/result.h"
#include "history/figure_store.h"

namespace loupe {

/// What is kept of the figures of runs: `history` next to the folder of what is kept of remote files, with the limit of
/// that. Fails as remote::DiskCache::settings().
Result<FigureStore> keptFigures();

} // namespace loupe
