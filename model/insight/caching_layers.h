#pragma once

#include "insight/architecture.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace loupe {

/// The layers of a model that cache keys and values.
struct CachingLayers {
    /// Layers that only look back at so many tokens.
    struct Windowed {
        std::uint64_t layers = 0;
        std::uint64_t tokens = 0;
    };
    std::uint64_t all = 0;
    std::vector<Windowed> windowed; ///< of all: none counts twice
    std::uint64_t crossing = 0; ///< layers that also keep the keys and values of an encoder's output
    std::uint64_t encoderTokens = 0; ///< of the encoder's output; 0: as many as there are others
    bool isEstimate = false; ///< the family is unknown
};

/// Counts them as the configuration and the family say; for unknown families, also by the projections of keys. Layers
/// that reuse the cache of other layers do not count. If the number is unknown, returns the reason, for people.
std::variant<CachingLayers, std::string> cachingLayers(
    const Architecture& architecture, const ModelConfig& config, const RecognizedModel& model);

/// True if models of the family have a decoder with a cache, and the class that the configuration names writes text.
/// False if the family is unknown.
bool hasCache(const ModelConfig& config, const RecognizedModel& model);

/// True if the model ignores the window that its configuration states: "use_sliding_window".
bool isWindowOff(const ModelConfig& config, const RecognizedModel& model);

} // namespace loupe
