#pragma once

#include "analysis/comparison/name_rewriter.h"
#include "analysis/filter/glob.h"
#include "core/work.h"
#include "saving/recipe/recipe_edits.h"
#include "saving/recipe/staged_edits.h"

#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// Edits to stage for a checkpoint that may not be open yet.
struct EditRules {
    std::vector<Glob> drops; ///< match whole tensor names
    std::vector<NameRewriter> renames; ///< applied one after the other
    std::vector<CastRule> casts; ///< as in RecipeEdits
    std::vector<std::pair<std::string, std::string>> setMetadata; ///< replaces or adds

    bool isEmpty() const { return drops.empty() && renames.empty() && casts.empty() && setMetadata.empty(); }

    /// Stages the edits in the order of the members, with one action for each that changes something. Visits all
    /// tensors, so run it in a job if there are many. Precondition: there is a checkpoint. If stopped, only some of the
    /// edits are staged.
    void stage(StagedEdits& edits, const Work& work = {}) const;
};

} // namespace loupe
