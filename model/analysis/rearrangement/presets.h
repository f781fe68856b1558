#pragma once

#include "analysis/rearrangement/rearrangement.h"

#include <span>
#include <string>
#include <string_view>

namespace loupe {

/// A recipe for a well-known conversion.
struct RearrangementPreset {
    std::string_view name; ///< "hf-llama-to-gguf"
    std::string_view title;
    std::span<const std::string_view> sizes; ///< members of "sizes", as JSON
    std::span<const std::string_view> rules; ///< as JSON, several in each string
    std::string_view ignoredInA; ///< elements of "ignore_a"
    std::string_view ignoredInB;

    /// The recipe as text, to read or to start a new one from.
    std::string text() const;
};

std::span<const RearrangementPreset> rearrangementPresets();

/// The preset of that name, or else the recipe in the file at that path. Fails as Rearrangement::read() does; if there
/// is no such file, the error names presets with similar spellings.
Result<Rearrangement> findRearrangement(const std::string& presetOrPath);

} // namespace loupe
