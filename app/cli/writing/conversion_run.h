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

/// What there is to say of a conversion besides what is written.
struct ConversionRemarks {
    std::vector<Error> unread = {}; ///< why parts of the source could not be read
    std::optional<std::vector<LeftOutTensor>> left = {}; ///< where it was asked for: what is not whole
    /// Writes more members of the document that --json prints.
    std::function<void(JsonWriter& json)> members = {};
};

/// Writes a recipe as the options say, or says what would be written, with all remarks and checks that any conversion
/// has. Precondition: the plan is of the recipe.
ExitStatus runConversion(
    const ConvertOptions& options, const Session& session, Recipe recipe, Plan plan, ConversionRemarks remarks);

} // namespace loupe
