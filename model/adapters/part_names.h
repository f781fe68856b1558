#pragma once

#include "core/result.h"
#include "insight/adapter_name.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Whose names modules have where it is known: models share many names, and have others for the same.
struct NamedModel {
    bool isFlux = false; ///< diffusers has other names than its authors
    bool isUnet = false; ///< of Stable Diffusion in its original names; likewise
    bool isDiffusersUnet = false; ///< the same in those of diffusers
    std::optional<bool> firstHasAttention = {}; ///< the first of its levels that grow has attention, as of XL alone
    bool isInBase = false; ///< the base has the module under its path, so that loaders find it there

    /// By modules that no other model has; paths have dots, or underscores for them.
    void add(std::string_view path);
};

/// Fails with Unsupported if loaders of the spelling would not find a module at that path of its model.
Result<> checkPath(
    AdapterSpelling spelling, AdapterComponent component, std::string_view path, const NamedModel& model);

/// What a part of a module is called in a spelling. `path` is that of the module in its model, with dots; of a U-Net,
/// loaders of diffusers and kohya know those of diffusers, and loaders of ComfyUI the original ones. Fails with
/// Unsupported where the spelling has no name for it, or as checkPath() does.
Result<std::string> partName(AdapterSpelling spelling, AdapterComponent component, std::string_view path,
    AdapterPart part, bool isEmbedding, const NamedModel& model);

} // namespace loupe
