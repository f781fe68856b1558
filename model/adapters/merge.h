#pragma once

#include "adapters/base_fit.h"
#include "core/result.h"
#include "saving/recipe/recipe.h"

#include <memory>
#include <span>

namespace loupe {

/// The recipe for merging an adapter into a base. It has all tensors of the base under their names. Those that the
/// adapter changes are computed while they are written (MergedValues). `targets` are the results of fitToBase();
/// modules that do not fit are left out. `strength` multiplies each change, but not replacements. With magnitudes
/// (DoRA), it interpolates between the old weight, at 0, and the trained one, at 1. Writing fails if a finite number of
/// the base would become infinite or NaN, unless `allowsNonFinite`. Fails with InvalidArgument if no module fits or the
/// scale of one is unknown, and with Unsupported if the base is quantized.
Result<Recipe> mergeRecipe(const std::shared_ptr<const Adapter>& adapter, std::span<const AdapterTarget> targets,
    const std::shared_ptr<const Checkpoint>& base, double strength, const Format& format, bool allowsNonFinite = false);

/// Fails with Unsupported if the base is quantized, since its stored shapes do not show what an adapter fits.
Result<> checkMergeBase(const Checkpoint& base);

} // namespace loupe
