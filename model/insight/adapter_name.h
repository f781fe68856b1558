#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// What a tensor of an adapter is for its module.
enum class AdapterPart : std::uint8_t {
    Down, ///< A, [rank, in…]: what PEFT calls lora_A, and kohya lora_down
    Up, ///< B, [out, rank…]
    Middle, ///< of convolutions in Tucker form, [rank, rank, kernel…]
    Alpha,
    Magnitude, ///< of DoRA
    UpBias, ///< added to the bias, scaled
    WeightChange, ///< added to the weight as it is
    BiasChange, ///< added to the bias as it is
    Replacement, ///< takes the place of the tensor
    FirstUp, ///< of LoHa: the first of two products, as Up, Down and Middle are of LoRA
    FirstDown,
    FirstMiddle, ///< with it, FirstUp is [rank, out]
    SecondUp,
    SecondDown,
    SecondMiddle,
    Left, ///< of LoKr: the left matrix of a Kronecker product, whole
    LeftUp, ///< the same as a product
    LeftDown,
    Right,
    RightUp,
    RightDown,
    RightMiddle,
    Other, ///< of a kind that is named and not computed
};
inline constexpr std::size_t adapterPartCount = 23;

/// Whose names they are.
enum class AdapterSpelling : std::uint8_t { Peft, Kohya, Diffusers, ComfyUi };
inline constexpr std::array adapterSpellings{
    AdapterSpelling::Peft, AdapterSpelling::Kohya, AdapterSpelling::Diffusers, AdapterSpelling::ComfyUi};

/// "peft", "kohya", "diffusers", "comfyui".
std::string_view spellingId(AdapterSpelling spelling);
/// "PEFT", "kohya", "diffusers", "ComfyUI".
std::string_view spellingTitle(AdapterSpelling spelling);

/// Which model of several a module belongs to.
enum class AdapterComponent : std::uint8_t {
    Whole, ///< there is one model
    Denoiser, ///< U-Net or transformer of an image generator
    Text1,
    Text2,
    Text3,
};

/// A tensor's name, taken apart.
struct AdapterName {
    std::string module; ///< as the file has it, without the part
    AdapterPart part = AdapterPart::Other;
    std::string_view kind = "LoRA"; ///< static text: "LoRA", "LoHa"
    bool isEmbedding = false;
    std::string adapter; ///< PEFT's name for it, "default"; empty in files that hold one
    AdapterSpelling spelling = AdapterSpelling::Peft; ///< that the part has; the module's prefix may say another one
};

/// Nothing if no adapter has such a name.
std::optional<AdapterName> splitAdapterName(std::string_view name);

/// Where a module is in the base, as its name says.
struct AdapterPlace {
    AdapterComponent component = AdapterComponent::Whole;
    std::string path; ///< without what stands for the component
    bool isJoined = false; ///< underscores stand for the dots, as in names of kohya
    std::optional<AdapterSpelling> spelling; ///< that the prefix has
};

AdapterPlace adapterPlace(std::string_view module);

} // namespace loupe
