#pragma once

#include "core/result.h"
#include "items/compare/pairing_choice.h"

#include <string>

namespace loupe {

/// True if it is one of the presets, by name and recipe.
bool isPreset(const ChosenRearrangement& chosen);

/// The choice for the same checkpoints with A and B exchanged. Presets stay, because either checkpoint may be their A.
/// Rules for renamed tensors are left out: a regular expression has no inverse.
PairingChoice swapped(const PairingChoice& choice);

/// The recipe in the file at `path`, with the file's name. Fails as reading does, with TooLarge, or InvalidArgument.
Result<ChosenRearrangement> readChosenRearrangement(const std::string& path);

/// The preset of that name, or else the recipe in the file at that path. Fails as findRearrangement() does.
Result<ChosenRearrangement> findChosenRearrangement(const std::string& presetOrPath);

} // namespace loupe
