#pragma once

#include "adapters/adapter_settings.h"
#include "adapters/updates/update_form.h"
#include "core/checkpoint.h"
#include "core/result.h"
#include "core/work.h"
#include "insight/adapter_name.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The source of a module's alpha.
enum class AlphaSource : std::uint8_t {
    Tensor, ///< a tensor next to the factors
    Settings, ///< adapter_config.json, or its equivalent in the metadata
    Convention, ///< not stated; loaders default to the rank, so that the scale is 1
    Given, ///< by the caller
    Unknown, ///< not stated; the scale is assumed to be 1
};

/// "tensor", "settings"…
std::string_view alphaSourceName(AlphaSource source);

/// The tensors that change one module.
struct AdapterModule {
    std::string name; ///< as spelled in the file
    AdapterPlace place;
    std::string adapter; ///< PEFT's name for the adapter; empty in files that hold one
    std::string_view kind; ///< "LoRA", "DoRA", "LoHa", "LoKr, DoRA"; static text
    std::array<std::optional<std::uint32_t>, adapterPartCount> parts; ///< by AdapterPart: index of the tensor
    bool isEmbedding = false; ///< the update is transposed
    bool hasInputMagnitudes = false; ///< DoRA has a magnitude for each input; else for each output
    UpdateForm form = UpdateForm::None; ///< also None if the parts do not match
    std::uint64_t rank = 0; ///< for LoHa, that of the first product; 0 if there is none, as in LoKr with whole matrices
    std::optional<double> statedRank = {}; ///< the rank in the settings if it differs from that of the factors
    /// Number of experts stacked in one tensor and changed by one pair of factors: A is [experts · rank, in] with the
    /// experts outermost, B is [out, rank · experts] with the experts innermost. Rank, outputs and inputs are those of
    /// a single expert.
    std::uint64_t experts = 1;
    std::vector<std::string> parameters =
        {}; ///< paths of stacked parameters that it may change, from the settings; else empty
    std::uint64_t outputs = 0; ///< rows of the update
    std::uint64_t inputs = 0; ///< columns of the update; for convolutions, including the kernel
    std::optional<double> alpha;
    AlphaSource alphaSource = AlphaSource::Unknown;
    double scale = 1; ///< multiplies the product of the parts
    std::string problem; ///< why the module cannot be computed, for people; empty if it can

    const std::optional<std::uint32_t>& part(AdapterPart which) const { return parts[static_cast<std::size_t>(which)]; }
    bool hasUpdate() const { return form != UpdateForm::None; }
    bool hasFactors() const { return form == UpdateForm::Factors; } ///< as in LoRA and DoRA
    bool isOfParameter() const { return !parameters.empty(); } ///< changes another parameter than a module's weight
    std::uint64_t factorRank() const { return rank * experts; } ///< rows of A
    bool isComputable() const { return problem.empty(); }
};

/// A file of small changes to a model.
struct Adapter {
    std::shared_ptr<const Checkpoint> checkpoint;
    AdapterSpelling spelling = AdapterSpelling::Peft;
    AdapterSettings settings;
    std::vector<AdapterModule> modules; ///< in the order of their first tensors
    std::vector<std::uint32_t> others; ///< tensors that belong to no module

    /// The prefix of the settings' keys for the module: "unet", "transformer", "text_encoder"; empty for others.
    static std::string_view settingsPrefix(const AdapterModule& module);
    /// The number of elements of all factors and changes.
    std::uint64_t parameters() const;
};

/// Reads names and shapes, the settings next to the file, and scalar alpha tensors. `alpha` is used if nothing else
/// states it. Fails with Unsupported if the file has no modules, with Stopped, or as Elements do.
Result<Adapter> readAdapter(
    std::shared_ptr<const Checkpoint> checkpoint, std::optional<double> alpha = {}, const Work& work = {});

/// The error for a module with AlphaSource::Unknown.
Error unknownScale(const Adapter& adapter, const AdapterModule& module);

} // namespace loupe
