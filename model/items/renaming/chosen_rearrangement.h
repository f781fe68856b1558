#pragma once

#include "core/result.h"
#include "items/compare/pairing_choice.h"

#include <string>

namespace loupe {

/// Whether it is one of the presets, by name and recipe.
bool isPreset(const ChosenRearrangement& chosen);

/// The recipe in the file at `path`, with the file's name. Fails as reading does, with TooLarge, or InvalidArgument.
Result<ChosenRearrangement> readChosenRearrangement(const std::string& path);

/// The preset of that name, or else the recipe in the file at that path. Fails as findRearrangement() does.
Result<ChosenRearrangement> findChosenRearrangement(const std::string& presetOrPath);

} // namespace loupe
