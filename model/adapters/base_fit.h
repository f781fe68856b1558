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

/// Whether a module of an adapter matches a module of the base.
enum class Fit : std::uint8_t {
    Fits,
    NotInBase,
    ShapeClash,
    Unsupported, ///< the adapter's module cannot be computed, whatever the base
};

/// "fits", "not-in-base", "shape-clash", "unsupported".
std::string_view fitName(Fit fit);

/// The tensors of the base that a module changes.
struct AdapterTarget {
    Fit fit = Fit::NotInBase;
    std::optional<std::uint32_t> tensor; ///< the weight in the base; also set if the shape clashes
    std::optional<std::uint32_t> bias; ///< the bias in the base, if the module changes it
    /// The rows of the weight that change, if it holds the matrices of several modules; else all rows.
    std::uint64_t firstRow = 0;
    std::uint64_t rows = 0;
    bool isTransposed = false; ///< the weight is [in, out], or belongs to an embedding
    bool swapsHalves = false; ///< the module stores the second half of the rows first, as diffusers does
    std::string why; ///< why it does not fit, for people
};

/// Finds the module of the base for each module of the adapter. Handles kohya's underscores, the prefixes that programs
/// put before names, and diffusers names when the base has the original names of Stable Diffusion or Flux.
/// Modules may be slices of a fused query, key and value, as in Flux and open_clip. Factors of stacked experts match
/// the parameter of the right size among those that the settings name.
std::vector<AdapterTarget> fitToBase(const Adapter& adapter, const Checkpoint& base);

} // namespace loupe
