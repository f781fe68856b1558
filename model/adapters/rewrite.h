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
    std::string config; ///< the text of the adapter_config.json next to the file; empty if there is none
    std::vector<RewrittenModule> modules; ///< those with factors
};

/// Truncates updates to their largest singular values, and renames parts to another spelling. Factors that change rank
/// get scale 1 and keep their dtype; numbers that need no computing are copied. Alpha is stored as the spelling
/// requires: in adapter_config.json for PEFT, next to the factors for kohya and ComfyUI; diffusers has factors with
/// scale 1. `base` and `targets` are needed to derive dotted paths from kohya's names; null and empty without a base.
/// Until they are written, computed factors are kept in an unnamed file in `folder`. Progress is in modules. Fails with
/// InvalidArgument if a name cannot be derived; with Unsupported if the spelling has no place for a part or a factor
/// has NaN; with Stopped; or as reading does.
Result<RewrittenAdapter> rewriteAdapter(const Adapter& adapter, const RewriteOptions& options,
    const std::shared_ptr<const Checkpoint>& base, std::span<const AdapterTarget> targets, const Format& format,
    const std::filesystem::path& folder, const Work& work);

} // namespace loupe
