#pragma once

#include "app/cli/session.h"

#include "core/text/json_writer.h"
#include "saving/recipe/plan.h"
#include "saving/recipe/recipe.h"
#include "saving/salvage/salvage.h"

#include <functional>
#include <optional>
#include <vector>

namespace loupe {

/// Remarks about a conversion, in addition to the output itself.
struct ConversionRemarks {
    std::vector<Error> unread = {}; ///< why parts of the source could not be read
    std::optional<std::vector<LeftOutTensor>> left = {}; ///< if requested: the incomplete tensors
    /// Writes additional members of the --json document.
    std::function<void(JsonWriter& json)> members = {};
};

/// Writes a recipe according to the options, or reports what would be written, with all remarks and checks of a
/// conversion. Precondition: `plan` belongs to `recipe`.
ExitStatus runConversion(
    const ConvertOptions& options, const Session& session, Recipe recipe, Plan plan, ConversionRemarks remarks);

} // namespace loupe
