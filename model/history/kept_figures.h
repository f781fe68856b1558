#pragma once

#include "core/result.h"
#include "history/figure_store.h"

namespace loupe {

/// The store for the figures of runs: in `history`, next to the folder of the cache for remote files, with that cache's
/// limit. Fails as remote::DiskCache::settings() does.
Result<FigureStore> keptFigures();

} // namespace loupe
