#pragma once

#include "core/result.h"
#include "insight/adapter_name.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// The naming scheme of a model's modules, if known. Models share many names, and may use different names for the same
/// module.
struct NamedModel {
    bool isFlux = false; ///< named differently by diffusers than by its authors
    bool isStableDiffusion3 = false; ///< also named differently by diffusers
    bool isUnet = false; ///< Stable Diffusion with original names; also named differently by diffusers
    bool isDiffusersUnet = false; ///< Stable Diffusion with diffusers names
    std::optional<bool> firstHasAttention = {}; ///< the first up level has attention, which is so only in XL
    bool hasJointBlocks = false; ///< blocks of diffusers that Flux, Stable Diffusion 3 and Qwen-Image have
    bool isQwenImage = false; ///< its authors use the same names as diffusers
    bool needsBase = false; ///< the adapter does not tell which of several models it has, and there is no base
    bool isInBase = false; ///< the base has the module under this path, so loaders find it there

    bool isTransformer() const { return isFlux || isStableDiffusion3; }
    /// True if it may be any of the models with joint blocks.
    bool isAmbiguous() const { return hasJointBlocks && !isTransformer() && !isQwenImage; }
    /// Recognizes the model by a module that no other model has. The path has dots, or underscores in their place.
    void add(std::string_view path);
};

/// Fails with Unsupported if loaders of the spelling would not find a module at this path of its model, or if that is
/// unknown without a base.
Result<> checkPath(
    AdapterSpelling spelling, AdapterComponent component, std::string_view path, const NamedModel& model);

/// The name of a module's part in a spelling. `path` is that of the module in its model, with dots. For a U-Net,
/// loaders of diffusers know diffusers names, loaders of ComfyUI original names, and loaders of kohya diffusers names
/// for Stable Diffusion 1 and 2 but original names for XL. Fails with Unsupported if the spelling has no name for the
/// part, or if the name depends on the model and `model` is not specific enough. Also fails as checkPath() does.
Result<std::string> partName(AdapterSpelling spelling, AdapterComponent component, std::string_view path,
    AdapterPart part, bool isEmbedding, const NamedModel& model);

} // namespace loupe
