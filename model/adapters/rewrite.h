#pragma once

#include "adapters/adapter.h"
#include "adapters/base_fit.h"
#include "adapters/resized_modules.h"
#include "core/result.h"
#include "core/work.h"
#include "saving/recipe/recipe.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// An adapter that is ready to be written.
struct RewrittenAdapter {
    Recipe recipe;
    std::string config; ///< the text of adapter_config.json, for next to the file; empty if there is none
    std::vector<RewrittenModule> modules; ///< those with factors
};

/// Cuts updates down to their largest singular values, and gives parts the names of another spelling. Factors of which
/// the rank changes are of the scale 1, in the same dtype; numbers that nobody has to compute are copied. Alpha is kept
/// as the spelling keeps it: PEFT in adapter_config.json, kohya and ComfyUI next to the factors; diffusers has factors
/// of the scale 1. `base` and `targets` are needed where paths with dots have to be made of kohya's names; null and
/// empty if there is none. Computed factors lie in a file without a name in `folder` until they are written. Fails
/// with InvalidArgument where a name cannot be made, with Unsupported where the spelling has no place for a part, or a
/// factor has NaN, as reading does, or with Stopped. Progress in modules.
Result<RewrittenAdapter> rewriteAdapter(const Adapter& adapter, const RewriteOptions& options,
    const std::shared_ptr<const Checkpoint>& base, std::span<const AdapterTarget> targets, const Format& format,
    const std::filesystem::path& folder, const Work& work);

} // namespace loupe
