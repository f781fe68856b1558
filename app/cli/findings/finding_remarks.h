#pragma once

#include "app/cli/session.h"
#include "core/checkpoint.h"
#include "saving/recipe/recipe.h"

#include <cstdint>
#include <span>

namespace loupe {

/// Prints remarks on standard error: the notes and warnings about these tensors and about the file as a whole, without
/// errors. If there are many, prints the first ones and the number of the others.
void remarkOnFindings(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, const Session& session);

/// Prints remarks on standard error about the entries next to the model in the opened folder, which the answer does not
/// cover.
void remarkOnBeside(const Checkpoint& checkpoint, const Session& session);

/// As remarkOnFindings(), for the tensors of `checkpoint` that the recipe writes. With --stored, also remarks that the
/// written numbers lack their scales, signs and nulls.
void remarkOnWritten(const Checkpoint& checkpoint, const Recipe& recipe, const Session& session);

} // namespace loupe
