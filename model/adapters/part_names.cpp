#include "adapters/part_names.h"

#include "adapters/base_names.h"
#include "core/text/quote.h"

#include <array>

namespace loupe {

namespace {

using PartTexts = std::array<std::string_view, adapterPartCount>; // by AdapterPart; empty where there is none

// Down, Up, Middle, Alpha, Magnitude, UpBias, WeightChange, BiasChange, Replacement, Other.
constexpr PartTexts peftTexts{
    ".lora_A.weight", ".lora_B.weight", "", "", ".lora_magnitude_vector", ".lora_B.bias", "", "", "", ""};
constexpr PartTexts embeddingTexts{".lora_embedding_A", ".lora_embedding_B", "", "", ".lora_magnitude_vector"};
constexpr PartTexts kohyaTexts{".lora_down.weight", ".lora_up.weight", ".lora_mid.weight", ".alpha", ".dora_scale", "",
    ".diff", ".diff_b", "", ""};
constexpr PartTexts diffusersTexts{
    ".lora_A.weight", ".lora_B.weight", "", "", ".lora_magnitude_vector", ".lora_B.bias", "", "", "", ""};
constexpr PartTexts comfyTexts{".lora_A.weight", ".lora_B.weight", ".lora_mid.weight", ".alpha", ".dora_scale", "",
    ".diff", ".diff_b", ".set_weight", ""};

/// Modules of a U-Net, as diffusers calls them; all others are of a transformer.
bool isOfUnet(std::string_view path)
{
    for (const std::string_view part : {std::string_view("down_blocks"), std::string_view("up_blocks"),
             std::string_view("mid_block"), std::string_view("input_blocks"), std::string_view("output_blocks"),
             std::string_view("middle_block"), std::string_view("conv_in"), std::string_view("conv_out"),
             std::string_view("time_embedding"), std::string_view("add_embedding")}) {
        if (path.starts_with(part))
            return true;
    }
    return false;
}

std::string modulePrefix(AdapterSpelling spelling, AdapterComponent component, std::string_view path)
{
    // What names no component is taken for the denoiser: a model that has several is an image generator.
    const auto number = component == AdapterComponent::Whole ? 0 : static_cast<std::size_t>(component) - 1;
    constexpr std::array<std::string_view, 4> kohya{"lora_unet_", "lora_te1_", "lora_te2_", "lora_te3_"};
    constexpr std::array<std::string_view, 4> diffusers{
        "transformer.", "text_encoder.", "text_encoder_2.", "text_encoder_3."};
    constexpr std::array<std::string_view, 4> comfy{"diffusion_model.", "text_encoders.clip_l.transformer.",
        "text_encoders.clip_g.transformer.", "text_encoders.t5xxl.transformer."};
    switch (spelling) {
    case AdapterSpelling::Peft:
        return "base_model.model.";
    case AdapterSpelling::Kohya:
        return std::string(kohya[number]);
    case AdapterSpelling::Diffusers:
        return std::string(number == 0 && isOfUnet(path) ? "unet." : diffusers[number]);
    case AdapterSpelling::ComfyUi:
        break;
    }
    return std::string(comfy[number]);
}

} // namespace

Result<std::string> partName(
    AdapterSpelling spelling, AdapterComponent component, std::string_view path, AdapterPart part, bool isEmbedding)
{
    const bool isPeft = spelling == AdapterSpelling::Peft;
    const std::string prefix = modulePrefix(spelling, component, path);
    if (isPeft && part == AdapterPart::Replacement)
        return prefix + std::string(path);
    const PartTexts& texts = isPeft              ? (isEmbedding ? embeddingTexts : peftTexts)
        : spelling == AdapterSpelling::Kohya     ? kohyaTexts
        : spelling == AdapterSpelling::Diffusers ? diffusersTexts
                                                 : comfyTexts;
    const std::string_view text = isEmbedding && !isPeft ? std::string_view() : texts[static_cast<std::size_t>(part)];
    if (text.empty()) {
        return fail(ErrorCode::Unsupported,
            "names of " + std::string(spellingTitle(spelling)) + " have none for a part of " + quote(path));
    }
    return prefix + (spelling == AdapterSpelling::Kohya ? joinedPath(path) : std::string(path)) + std::string(text);
}

} // namespace loupe
