#pragma once

#include "core/result.h"
#include "saving/recipe/plan.h"

#include <string>

namespace loupe {

/// A digest of all bytes that a plan decides, and of which tensors the others come from and how: where it is the same,
/// and the sources are, so are the files. Fails as Hasher::create() does.
Result<std::string> recipeDigest(const Recipe& recipe, const Plan& plan);

} // namespace loupe
