#pragma once

#include "core/result.h"
#include "saving/recipe/plan.h"

#include <string>

namespace loupe {

/// A digest of everything that determines the written files: the bytes that the plan fixes, and the source and
/// conversion of each tensor. If the digest and the sources are the same, so are the files. Fails as Hasher::create()
/// does.
Result<std::string> recipeDigest(const Recipe& recipe, const Plan& plan);

} // namespace loupe
