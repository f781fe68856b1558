#pragma once

#include "insight/architecture.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace loupe {

/// The conditions under which a model runs.
struct RunOptions {
    std::uint64_t tokens = 0; ///< per sequence; 0: the model's context length
    std::uint64_t sequences = 1;
    std::uint64_t bytesPerElement = 2; ///< of the cached keys and values; 2 for F16 or BF16
};

/// A piece of a formula: a number with its unit, or the sign between two numbers.
struct FormulaPiece {
    enum class Unit : std::uint8_t { Sign, None, Heads, Bytes, Layers, Tokens, EncoderTokens, Sequences };
    Unit unit = Unit::Sign;
    std::uint64_t number = 0; ///< unless the unit is Sign
    std::string_view sign = {}; ///< " × "
};
using Formula = std::vector<FormulaPiece>;
/// For people: "2 × 8 heads × 128 × 2 bytes × 32 layers × 8,192 tokens".
std::string formulaText(const Formula& formula);

/// The memory needed for cached keys and values.
struct CacheNeed {
    std::uint64_t bytes = 0; ///< saturates at the largest 64-bit number
    std::uint64_t tokens = 0; ///< per sequence
    /// The family is unknown, so that this follows the configuration and the projections of keys alone.
    bool isEstimate = false;
    Formula formula; ///< with the model's numbers

    /// True if the number of bytes overflowed.
    bool isBeyond() const { return bytes == std::numeric_limits<std::uint64_t>::max(); }
};

/// Computes the size of the cache. Layers with a sliding window cache only that many tokens. A model with compressed
/// keys and values (MLA) is counted compressed. Layers of a decoder beside an encoder also cache the encoder's output.
/// If the size is unknown, returns the reason, for people.
std::variant<CacheNeed, std::string> keyValueCache(const Architecture& architecture, const ModelConfig& config,
    const RecognizedModel& model, const RunOptions& options);

/// The size in bytes of `elements` weights with this many bits each.
std::uint64_t weightBytes(std::uint64_t elements, std::uint64_t bits);

} // namespace loupe
