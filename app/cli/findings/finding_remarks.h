#pragma once

#include "app/cli/session.h"
#include "core/checkpoint.h"
#include "saving/recipe/recipe.h"

#include <cstdint>
#include <span>

namespace loupe {

/// Says on standard error what `tloupe info` remarks on these tensors, and on the file as a whole: notes and warnings,
/// no errors. Many are counted instead.
void remarkOnFindings(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, const Session& session);

/// Says on standard error what lies beside the model in the folder that was opened, and is no part of the answer.
void remarkOnBeside(const Checkpoint& checkpoint, const Session& session);

/// remarkOnFindings() of the tensors of `checkpoint` that a recipe writes; and that stored numbers alone are not what
/// they stand for, where they are what is asked for.
void remarkOnWritten(const Checkpoint& checkpoint, const Recipe& recipe, const Session& session);

} // namespace loupe
