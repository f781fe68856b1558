#pragma once

#include "insight/architecture.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace loupe {

/// How a model is to be run.
struct RunOptions {
    std::uint64_t tokens = 0; ///< context of each sequence; 0: what the model says
    std::uint64_t sequences = 1;
    std::uint64_t bytesPerElement = 2; ///< of cached keys and values: F16 or BF16
};

/// A part of a formula: a number with its unit, or what stands between two of them.
struct FormulaPiece {
    enum class Unit : std::uint8_t { Sign, None, Heads, Bytes, Layers, Tokens, Sequences };
    Unit unit = Unit::Sign;
    std::uint64_t number = 0; ///< of a unit
    std::string_view sign = {}; ///< " × "
};
using Formula = std::vector<FormulaPiece>;
/// For people: "2 × 32 layers × 8 heads × 128 × 2 bytes × 8,192 tokens".
std::string formulaText(const Formula& formula);

/// The memory that cached keys and values take.
struct CacheNeed {
    std::uint64_t bytes = 0; ///< the largest number where they do not fit
    std::uint64_t tokens = 0; ///< of each sequence
    Formula formula; ///< with the model's figures

    /// Whether it takes more bytes than can be counted.
    bool isBeyond() const { return bytes == std::numeric_limits<std::uint64_t>::max(); }
};

/// Layers that look at the last tokens only keep this many. A model that keeps keys and values compressed (MLA) is
/// counted compressed. The other alternative: why it cannot be said, for people.
std::variant<CacheNeed, std::string> keyValueCache(const Architecture& architecture, const ModelConfig& config,
    const RecognizedModel& model, const RunOptions& options);

/// Bytes of `elements` weights at this many bits each.
std::uint64_t weightBytes(std::uint64_t elements, std::uint64_t bits);

} // namespace loupe
