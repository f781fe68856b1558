#pragma once

#include "core/checkpoint.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace loupe {

/// A checkpoint of quantized weights as the weights that they stand for.
struct LogicalCheckpoint {
    /// A quantized weight: which tensors of the stored checkpoint it is made of, the codes first.
    struct Group {
        std::uint32_t tensor = 0; ///< of the logical checkpoint
        std::vector<std::uint32_t> parts; ///< of the stored one
    };

    /// Quantized weights have their names and shapes from before they were quantized, the name of their scheme as type,
    /// and values of F32. All other tensors are as they are stored. Never null.
    std::shared_ptr<const Checkpoint> checkpoint;
    std::shared_ptr<const Checkpoint> stored; ///< never null
    std::vector<Group> groups; ///< by tensor, ascending
    std::string evidence; ///< what named the scheme: "config.json"; empty where the tensors alone did
};

/// Recognizes the quantized weights of a checkpoint by the files beside it, its metadata, names, dtypes and shapes, and
/// adds findings about what does not fit together. Null where nothing is quantized. Reads no values but small scales.
/// Fails with Stopped or OutOfMemory.
Result<std::shared_ptr<const LogicalCheckpoint>> findLogical(
    std::shared_ptr<const Checkpoint> stored, const Work& work = {});

} // namespace loupe
