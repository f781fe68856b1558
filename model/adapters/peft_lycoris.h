#pragma once

#include "adapters/adapter.h"
#include "adapters/base_fit.h"
#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>

namespace loupe {

/// The settings of adapter_config.json from which PEFT creates the parts of LoHa or LoKr. It creates them from the
/// sizes of each layer and these numbers, so they have to give the shapes in the file.
struct LycorisSettings {
    std::string_view type; ///< "LOHA" or "LOKR"
    bool usesEffectiveConv = false; ///< convolutions have a middle factor
    bool decomposesBoth = false; ///< the left matrix of LoKr is a product, too, if its rank is small
    std::int64_t decomposeFactor = -1; ///< of the sides of LoKr; -1: near the square root
    std::map<std::size_t, std::uint64_t> ranks = {}; ///< `r` by module
};

/// The settings for all modules; nothing if none is LoHa or LoKr. `base` and `targets` tell the kernels of
/// convolutions; null and empty without a base. Fails with Unsupported if PEFT has no such adapter.
Result<std::optional<LycorisSettings>> lycorisSettings(
    const Adapter& adapter, const Checkpoint* base, std::span<const AdapterTarget> targets);

} // namespace loupe
