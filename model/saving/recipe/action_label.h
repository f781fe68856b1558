#pragma once

#include "saving/recipe/staged_action.h"

#include <cstdint>
#include <string>

namespace loupe {

/// What many changes have in common.
struct ActionLabel {
    /// The part that is replaced, or where the tensors are: "model.layers", "h.{3…7}.*"; or the first.
    std::string subject;
    std::uint64_t among = 0; ///< more tensors than are changed fit the subject: this many; else 0
    std::string before; ///< the dtype that all have before a cast; else empty
    std::string after; ///< the part that replaces it, or the dtype
    bool isFirstOfMany = false; ///< only the first change is like this
};

/// For a void action, names its last effect. Visits all changes, and all tensors if there are several changes: call
/// it from a job if there are many.
ActionLabel labelOf(const StagedAction& action);
/// What can be said at once: the first change. Nothing of a void action that never changed anything.
ActionLabel firstLabel(const StagedAction& action);

} // namespace loupe
