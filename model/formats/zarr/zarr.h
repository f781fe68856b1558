#pragma once

#include "formats/shared/format.h"

namespace loupe::zarr {

/// Zarr, versions 2 and 3: a folder per array, with a description in JSON and one file per chunk. Checkpoints of T5X,
/// of Megatron-Core's older backend and of Orbax without OCDBT are folders of such arrays.
/// https://zarr-specs.readthedocs.io/
extern const Format zarrFormat;

} // namespace loupe::zarr
