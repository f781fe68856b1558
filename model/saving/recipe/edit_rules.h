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

/// Edits to stage about a checkpoint that may not be open yet.
struct EditRules {
    std::vector<Glob> drops; ///< whole names of tensors
    std::vector<NameRewriter> renames; ///< each in turn
    std::vector<CastRule> casts; ///< as in RecipeEdits
    std::vector<std::pair<std::string, std::string>> setMetadata; ///< replaces or adds

    bool isEmpty() const { return drops.empty() && renames.empty() && casts.empty() && setMetadata.empty(); }

    /// In this order, an action for each that changes something. Goes through all tensors: for a job where there are
    /// many. Precondition: there is a checkpoint. Stopped: some of it.
    void stage(StagedEdits& edits, const Work& work = {}) const;
};

} // namespace loupe
