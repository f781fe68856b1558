#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// The purpose of an adapter's tensor within its module.
enum class AdapterPart : std::uint8_t {
    Down, ///< A, [rank, in…]: called lora_A by PEFT and lora_down by kohya
    Up, ///< B, [out, rank…]
    Middle, ///< for convolutions in Tucker form, [rank, rank, kernel…]
    Alpha,
    Magnitude, ///< DoRA's magnitudes
    UpBias, ///< added to the bias, scaled
    WeightChange, ///< added to the weight without scaling
    BiasChange, ///< added to the bias without scaling
    Replacement, ///< replaces the tensor
    FirstUp, ///< LoHa: Up of the first of its two products; Down and Middle follow
    FirstDown,
    FirstMiddle, ///< if present, FirstUp is [rank, out]
    SecondUp,
    SecondDown,
    SecondMiddle,
    Left, ///< LoKr: the left matrix of the Kronecker product, stored whole
    LeftUp, ///< the left matrix stored as a product
    LeftDown,
    Right,
    RightUp,
    RightDown,
    RightMiddle,
    Other, ///< recognized, but its update cannot be computed
};
inline constexpr std::size_t adapterPartCount = 23;

/// The naming convention of an adapter's tensors.
enum class AdapterSpelling : std::uint8_t { Peft, Kohya, Diffusers, ComfyUi };
inline constexpr std::array adapterSpellings{
    AdapterSpelling::Peft, AdapterSpelling::Kohya, AdapterSpelling::Diffusers, AdapterSpelling::ComfyUi};

/// "peft", "kohya", "diffusers", "comfyui".
std::string_view spellingId(AdapterSpelling spelling);
/// "PEFT", "kohya", "diffusers", "ComfyUI".
std::string_view spellingTitle(AdapterSpelling spelling);

/// The model that a module belongs to, if the adapter changes several.
enum class AdapterComponent : std::uint8_t {
    Whole, ///< the adapter changes a single model
    Denoiser, ///< the U-Net or transformer of an image generator
    Text1,
    Text2,
    Text3,
};

/// The components of a tensor's name.
struct AdapterName {
    std::string module; ///< as spelled in the file, without the part
    AdapterPart part = AdapterPart::Other;
    std::string_view kind = "LoRA"; ///< static text: "LoRA", "LoHa"
    bool isEmbedding = false;
    std::string adapter; ///< PEFT's name for the adapter, "default"; empty in files that hold one adapter
    AdapterSpelling spelling =
        AdapterSpelling::Peft; ///< the part's convention; the module's prefix may imply another one
};

/// The end of the name of a part of LoHa or LoKr, which is the same in all conventions: ".hada_w1_a". Empty for other
/// parts.
std::string_view lycorisSuffix(AdapterPart part);

/// Returns nothing if the name is not that of an adapter's tensor.
std::optional<AdapterName> splitAdapterName(std::string_view name);

/// The place of a module in the base, according to its name.
struct AdapterPlace {
    AdapterComponent component = AdapterComponent::Whole;
    std::string path; ///< without the prefix that denotes the component
    bool isJoined = false; ///< dots are written as underscores, as kohya does
    std::optional<AdapterSpelling> spelling; ///< implied by the prefix
};

AdapterPlace adapterPlace(std::string_view module);

} // namespace loupe
