#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

// Names of transformers that diffusers and transformers name differently than their authors: Flux, Stable Diffusion 3,
// and the text encoders of open_clip.

/// A module of diffusers, and its rows in the weight with the original name.
struct DiffusersPart {
    std::string path;
    std::uint64_t firstRow = 0;
    std::uint64_t rows = 0;
    bool swapsHalves = false; ///< the module stores the second half of these rows first
};

/// The names that diffusers and transformers use for a module with an original path, and a weight of shape
/// [outputs, inputs…]. Several if the module fuses them. Empty for other paths and other sizes. Precondition: the model
/// is one of these, since other models have modules with the same names.
std::vector<DiffusersPart> diffusersParts(std::string_view original, std::uint64_t outputs, std::uint64_t inputs);

/// The paths of diffusersParts(), whatever the shape.
std::vector<std::string> diffusersPaths(std::string_view original);

/// The original path in Flux or Stable Diffusion 3 that equals `joined` when dots become underscores; nothing if there
/// is none.
std::optional<std::string> originalPathOf(std::string_view joined);

} // namespace loupe
