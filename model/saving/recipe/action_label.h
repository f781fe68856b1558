#pragma once

#include "saving/recipe/staged_action.h"

#include <cstdint>
#include <string>

namespace loupe {

/// Describes the changes of an action by what they have in common.
struct ActionLabel {
    /// The part that is replaced, or the place of the tensors: "model.layers", "h.{3…7}.*". Otherwise the first of
    /// them.
    std::string subject;
    std::uint64_t among = 0; ///< how many tensors match the subject, if that is more than are changed; else 0
    std::string before; ///< the dtype before a cast, if all have the same; else empty
    std::string after; ///< the part that replaces it, or the dtype
    bool isFirstOfMany = false; ///< only the first change is like this
};

/// For a void action, describes its last effect. Visits all changes, and all tensors if there are several changes, so
/// run it in a job if there are many.
ActionLabel labelOf(const StagedAction& action);
/// A label that is available at once: the first change. Empty for a void action that never changed anything.
ActionLabel firstLabel(const StagedAction& action);

} // namespace loupe
