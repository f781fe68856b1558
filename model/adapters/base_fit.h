#pragma once

#include "adapters/adapter.h"
#include "core/checkpoint.h"
#include "core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Whether a module of an adapter has its place in a base.
enum class Fit : std::uint8_t {
    Fits,
    NotInBase,
    ShapeClash,
    Unsupported, ///< the adapter's part cannot be computed, whatever the base
};

/// "fits", "not-in-base", "shape-clash", "unsupported".
std::string_view fitName(Fit fit);

/// What a module changes.
struct AdapterTarget {
    Fit fit = Fit::NotInBase;
    std::optional<std::uint32_t> tensor; ///< of the base: the weight; also where the shape clashes
    std::optional<std::uint32_t> bias; ///< of the base, where the module changes it
    /// The rows of the weight that change, where it holds the matrices of several modules; else all.
    std::uint64_t firstRow = 0;
    std::uint64_t rows = 0;
    bool isTransposed = false; ///< the weight is [in, out], or the update is that of an embedding
    std::string why; ///< why it does not fit, for people
};

/// Looks up each module of the adapter, by names of the base: written with underscores for those of kohya, without the
/// prefixes that programs put before them, and under the names of diffusers where the base has the original ones of
/// Stable Diffusion 1, 2, XL or Flux. Modules may be slices of a joined query, key and value, as of Flux and open_clip.
/// Factors of stacked experts are of the parameter that has their sizes, of those that the settings name.
std::vector<AdapterTarget> fitToBase(const Adapter& adapter, const Checkpoint& base);

} // namespace loupe
