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

/// Where the alpha of a module comes from.
enum class AlphaSource : std::uint8_t {
    Tensor, ///< in addition to the factors
    Settings, ///< adapter_config.json, or the same in the metadata
    Convention, ///< loaders take the rank, so that the scale is 1
    Given, ///< by whoever asks
    Unknown, ///< nothing says it; the scale is taken for 1
};

/// "tensor", "settings"…
std::string_view alphaSourceName(AlphaSource source);

/// The tensors that change one module.
struct AdapterModule {
    std::string name; ///< as the file spells it
    AdapterPlace place;
    std::string adapter; ///< PEFT's name for the adapter; empty in files that hold one
    std::string_view kind; ///< "LoRA", "DoRA", "LoHa", "LoKr, DoRA"; static text
    std::array<std::optional<std::uint32_t>, adapterPartCount> parts; ///< by AdapterPart: index of the tensor
    bool isEmbedding = false; ///< the update is transposed
    bool hasInputMagnitudes = false; ///< of DoRA: one for each input; else for each output
    UpdateForm form = UpdateForm::None; ///< None too where the parts do not go together
    std::uint64_t rank = 0; ///< of LoHa that of the first product; 0 if there is none, as in LoKr of whole matrices
    std::optional<double> statedRank = {}; ///< that the settings say, where the factors have another one
    /// Stacked experts in one tensor, which one pair of factors changes: A is [experts · rank, in] with the experts
    /// outermost, B [out, rank · experts] with the experts innermost. Rank, outputs and inputs are those of each.
    std::uint64_t experts = 1;
    std::vector<std::string> parameters = {}; ///< paths of stacks that it may be of, as the settings say; else empty
    std::uint64_t outputs = 0; ///< rows of the update
    std::uint64_t inputs = 0; ///< columns of it; of convolutions with the kernel
    std::optional<double> alpha;
    AlphaSource alphaSource = AlphaSource::Unknown;
    double scale = 1; ///< by which what the parts give is multiplied
    std::string problem; ///< why it cannot be computed, for people; empty if it can

    const std::optional<std::uint32_t>& part(AdapterPart which) const { return parts[static_cast<std::size_t>(which)]; }
    bool hasUpdate() const { return form != UpdateForm::None; }
    bool hasFactors() const { return form == UpdateForm::Factors; } ///< A and B, as LoRA and DoRA have them
    bool isOfParameter() const { return !parameters.empty(); } ///< not of a module's weight
    std::uint64_t factorRank() const { return rank * experts; } ///< rows of A
    bool isComputable() const { return problem.empty(); }
};

/// A file of small changes to a model.
struct Adapter {
    std::shared_ptr<const Checkpoint> checkpoint;
    AdapterSpelling spelling = AdapterSpelling::Peft;
    AdapterSettings settings;
    std::vector<AdapterModule> modules; ///< as their first tensors follow each other
    std::vector<std::uint32_t> others; ///< tensors of no module

    /// The prefix of the settings' keys for the module: "unet", "transformer", "text_encoder"; empty for others.
    static std::string_view settingsPrefix(const AdapterModule& module);
    /// The number of elements of all factors and changes.
    std::uint64_t parameters() const;
};

/// Reads names and shapes, the settings next to the file, and tensors of one alpha. `alpha` is taken where nothing else
/// says it. A file without modules is no adapter: fails with Unsupported. Fails as Elements do, with Stopped too.
Result<Adapter> readAdapter(
    std::shared_ptr<const Checkpoint> checkpoint, std::optional<double> alpha = {}, const Work& work = {});

} // namespace loupe
