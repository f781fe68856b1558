#pragma once

#include "core/result.h"
#include "history/figure_store.h"

namespace loupe {

/// The cache of the figures of runs: `history` next to the folder for the cache of remote files, with the limit of
/// that. Fails as remote::DiskCache::settings().
Result<FigureStore> keptFigures();

} // namespace loupe
