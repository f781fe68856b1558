#pragma once

#include "core/checkpoint.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <memory>

namespace loupe::quantized {

/// Whether config.json and the like in a model's folder say how its weights are quantized.
enum class FilesBeside : std::uint8_t { Read, Ignored };

/// A checkpoint of quantized weights as the weights that they stand for: these have their names and shapes from before
/// they were quantized, the name of their scheme as type, and values of F32. Checkpoint::quantized says what they are
/// made of; all other tensors are as they are stored.
///
/// Recognizes the weights by the files next to the checkpoint, unless these are ignored, and by its metadata, names,
/// dtypes and shapes, and adds findings about what does not fit together. Reads no values, but small tensors without
/// which shapes or layouts are not known: shapes, descriptions, tables and group indexes. What is wrong with scales
/// says withScaleFindings(). Gives `stored` itself where nothing is quantized. Fails with Stopped or OutOfMemory.
Result<std::shared_ptr<const Checkpoint>> logicalOf(
    std::shared_ptr<const Checkpoint> stored, const Work& work = {}, FilesBeside beside = FilesBeside::Read);

} // namespace loupe::quantized
