#pragma once

#include "adapters/base_fit.h"
#include "core/result.h"
#include "saving/recipe/recipe.h"

#include <memory>
#include <span>

namespace loupe {

/// The recipe of a base with the changes of an adapter: all tensors of the base under their names, those that the
/// adapter changes with values that are computed while they are written (MergedValues). `targets` as fitToBase() gives
/// them: modules that do not fit are left out. `strength` is that of each change; replacements are taken as they are.
/// With magnitudes (DoRA) it leads from the old weight, at 0, to the one that training made, at 1.
/// Where a finite number of the base would become infinite or NaN, writing fails, unless `allowsNonFinite`.
/// Fails with InvalidArgument where no module fits or the scale of one is not known, and with Unsupported where the
/// base is quantized.
Result<Recipe> mergeRecipe(const std::shared_ptr<const Adapter>& adapter, std::span<const AdapterTarget> targets,
    const std::shared_ptr<const Checkpoint>& base, double strength, const Format& format, bool allowsNonFinite = false);

/// Fails with Unsupported where the base is quantized: its shapes say little of what an adapter fits.
Result<> checkMergeBase(const Checkpoint& base);

} // namespace loupe
