#include "items/renaming/chosen_rearrangement.h"

#include "analysis/rearrangement/presets.h"
#include "analysis/rearrangement/swapped_recipe.h"
#include "core/source.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>

namespace loupe {

bool isPreset(const ChosenRearrangement& chosen)
{
    return std::ranges::any_of(rearrangementPresets(), [&](const RearrangementPreset& preset) {
        return preset.name == chosen.name && preset.text() == chosen.recipe;
    });
}

PairingChoice swapped(const PairingChoice& choice)
{
    PairingChoice result{{}, choice.confirmed, choice.rearrangement};
    for (ConfirmedRename& rename : result.confirmed)
        std::swap(rename.a, rename.b);
    if (!isPreset(choice.rearrangement))
        result.rearrangement.recipe = swappedRecipe(choice.rearrangement.recipe);
    return result;
}

Result<ChosenRearrangement> readChosenRearrangement(const std::string& path)
{
    const auto source = Source::open(path);
    if (!source)
        return fail(source.error());
    if ((*source)->size() > Rearrangement::mostBytes)
        return fail(ErrorCode::TooLarge, "the file is too large for a recipe of rules", path);
    std::string text((*source)->size(), '\0');
    if (auto read = (*source)->read(0, std::as_writable_bytes(std::span(text))); !read)
        return fail(std::move(read.error()));
    if (auto recipe = Rearrangement::parse(text); !recipe)
        return fail(ErrorCode::InvalidArgument, recipe.error().message, path);
    return ChosenRearrangement{std::filesystem::path(path).filename().string(), std::move(text)};
}

Result<ChosenRearrangement> findChosenRearrangement(const std::string& presetOrPath)
{
    const auto presets = rearrangementPresets();
    const auto preset = std::ranges::find(presets, presetOrPath, &RearrangementPreset::name);
    if (preset != presets.end())
        return ChosenRearrangement{presetOrPath, preset->text()};
    if (auto known = findRearrangement(presetOrPath); !known) // its error names presets
        return fail(std::move(known.error()));
    return readChosenRearrangement(presetOrPath);
}

} // namespace loupe
