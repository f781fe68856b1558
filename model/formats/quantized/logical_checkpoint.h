#pragma once

#include "core/checkpoint.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <memory>

namespace loupe::quantized {

/// Read: uses config.json and similar files in a model's folder, which say how its weights are quantized.
enum class FilesBeside : std::uint8_t { Read, Ignored };

/// A view of a checkpoint that replaces quantized weights with the weights that they stand for. These have the names
/// and shapes from before quantization, the name of their scheme as type, and F32 values. Checkpoint::quantized lists
/// the stored tensors that they are made of. All other tensors stay as they are stored.
///
/// Recognizes the weights by the checkpoint's metadata, names, dtypes and shapes, and by the files next to it unless
/// these are ignored. Adds findings about contradictions. Reads no values except small tensors that determine shapes or
/// layouts: shapes, descriptions, tables and group indexes. Does not check scales; withScaleFindings() does. Returns
/// `stored` itself if nothing is quantized. Fails with Stopped or OutOfMemory.
Result<std::shared_ptr<const Checkpoint>> logicalOf(
    std::shared_ptr<const Checkpoint> stored, const Work& work = {}, FilesBeside beside = FilesBeside::Read);

} // namespace loupe::quantized
