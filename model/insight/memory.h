#pragma once

#include "insight/architecture.h"

#include <cstdint>
#include <string>
#include <variant>

namespace loupe {

/// How a model is to be run.
struct RunOptions {
    std::uint64_t tokens = 0; ///< context of each sequence; 0: what the model says
    std::uint64_t sequences = 1;
    std::uint64_t bytesPerElement = 2; ///< of cached keys and values: F16 or BF16
};

/// The memory that cached keys and values take.
struct CacheNeed {
    std::uint64_t bytes = 0; ///< the largest number where they do not fit
    std::uint64_t tokens = 0; ///< of each sequence
    std::string formula; ///< with the model's figures: "2 × 32 layers × 8 heads × 128 × 2 bytes × 8,192 tokens"
};

/// Layers that look at the last tokens only keep so many. A model that keeps keys and values compressed (MLA) is
/// counted compressed. The other alternative: why it cannot be said, for people.
std::variant<CacheNeed, std::string> keyValueCache(const Architecture& architecture, const ModelConfig& config,
    const RecognizedModel& model, const RunOptions& options);

/// Bytes of `elements` weights at so many bits each.
std::uint64_t weightBytes(std::uint64_t elements, std::uint64_t bits);

} // namespace loupe
