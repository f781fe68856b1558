#include "insight/adapter_name.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

using enum AdapterPart;
using enum AdapterSpelling;

struct PartSuffix {
    std::string_view text;
    AdapterPart part;
    AdapterSpelling spelling;
    std::string_view kind = "LoRA";
};

// huggingface/peft (utils/save_and_load.py), kohya-ss/sd-scripts (networks/lora.py), huggingface/diffusers
// (loaders/lora_conversion_utils.py), comfyanonymous/ComfyUI (comfy/lora.py, comfy/weight_adapter), LyCORIS. A longer
// suffix stands before one that it ends with.
constexpr PartSuffix partSuffixes[]{
    {".lora_down.weight", Down, Kohya},
    {".lora_up.weight", Up, Kohya},
    {".lora_mid.weight", Middle, Kohya},
    {".alpha", Alpha, Kohya},
    {".dora_scale", Magnitude, Kohya},
    {".lora_linear_layer.down.weight", Down, Diffusers},
    {".lora_linear_layer.up.weight", Up, Diffusers},
    {".lora.down.weight", Down, Diffusers},
    {".lora.up.weight", Up, Diffusers},
    {"_lora.down.weight", Down, Diffusers},
    {"_lora.up.weight", Up, Diffusers},
    {".diff", WeightChange, ComfyUi, "full"},
    {".diff_b", BiasChange, ComfyUi, "full"},
    {".w_norm", WeightChange, ComfyUi, "full"},
    {".b_norm", BiasChange, ComfyUi, "full"},
    {".set_weight", Replacement, ComfyUi, "replacement"},
    {".reshape_weight", Other, ComfyUi, "reshaping"},
    {".oft_blocks", Other, Kohya, "OFT"},
    {".oft_R.weight", Other, Peft, "OFT"},
    {".rescale", Other, Kohya, "OFT"},
    {".boft_R", Other, Peft, "BOFT"},
    {".boft_s", Other, Peft, "BOFT"},
    {".a1.weight", Other, Kohya, "GLoRA"},
    {".a2.weight", Other, Kohya, "GLoRA"},
    {".b1.weight", Other, Kohya, "GLoRA"},
    {".b2.weight", Other, Kohya, "GLoRA"},
    {".bm.weight", Other, Kohya, "GLoRA"},
    {".ia3_l", Other, Peft, "(IA)³"},
    {".on_input", Other, Kohya, "(IA)³"},
    {".lora_E", Other, Peft, "AdaLoRA"},
    {".vera_lambda_b", Other, Peft, "VeRA"},
    {".vera_lambda_d", Other, Peft, "VeRA"},
    {".fourierft_spectrum", Other, Peft, "FourierFT"},
    {".trainable_tokens_delta", Other, Peft, "trained tokens"},
};

struct PeftPart {
    std::string_view text;
    std::string_view kind;
    AdapterPart part;
    AdapterSpelling spelling = Peft; ///< others have LoHa and LoKr in the same names
    bool isEmbedding = false;
};
constexpr PeftPart peftParts[]{
    {".lora_A", "LoRA", Down},
    {".lora_B", "LoRA", Up},
    {".lora_embedding_A", "LoRA", Down, Peft, true},
    {".lora_embedding_B", "LoRA", Up, Peft, true},
    {".lora_magnitude_vector", "LoRA", Magnitude},
    {".hada_w1_a", "LoHa", FirstUp, Kohya},
    {".hada_w1_b", "LoHa", FirstDown, Kohya},
    {".hada_w2_a", "LoHa", SecondUp, Kohya},
    {".hada_w2_b", "LoHa", SecondDown, Kohya},
    {".hada_t1", "LoHa", FirstMiddle, Kohya},
    {".hada_t2", "LoHa", SecondMiddle, Kohya},
    {".lokr_w1", "LoKr", Left, Kohya},
    {".lokr_w1_a", "LoKr", LeftUp, Kohya},
    {".lokr_w1_b", "LoKr", LeftDown, Kohya},
    {".lokr_w2", "LoKr", Right, Kohya},
    {".lokr_w2_a", "LoKr", RightUp, Kohya},
    {".lokr_w2_b", "LoKr", RightDown, Kohya},
    {".lokr_t2", "LoKr", RightMiddle, Kohya},
};

/// What text encoders call the layers that a processor's names stand for.
constexpr std::pair<std::string_view, std::string_view> textLayers[]{
    {".self_attn.to_q", ".self_attn.q_proj"},
    {".self_attn.to_k", ".self_attn.k_proj"},
    {".self_attn.to_v", ".self_attn.v_proj"},
    {".self_attn.to_out", ".self_attn.out_proj"},
};

/// Names of an attention processor: "attn1.processor.to_q_lora" stands for "attn1.to_q", and of a text encoder
/// "self_attn.to_q_lora" for "self_attn.q_proj".
std::string withoutProcessor(std::string module)
{
    for (const auto& [written, layer] : textLayers) {
        if (module.ends_with(written))
            return module.replace(module.size() - written.size(), written.size(), layer);
    }
    constexpr std::string_view processor = ".processor.";
    if (const auto at = module.rfind(processor); at != std::string::npos)
        module.replace(at, processor.size(), ".");
    if (module.ends_with(".to_out"))
        module += ".0";
    return module;
}

/// ".lora_A", ".lora_A.weight", ".lora_A.NAME", ".lora_A.NAME.weight" and the same of a bias and of other parts.
std::optional<AdapterName> splitPeftName(std::string_view name)
{
    for (const PeftPart& one : peftParts) {
        const auto at = name.rfind(one.text);
        if (at == std::string_view::npos || at == 0)
            continue;
        std::string_view rest = name.substr(at + one.text.size());
        if (!rest.empty() && rest.front() != '.')
            continue;
        AdapterName split{.module = std::string(name.substr(0, at)),
            .part = one.part,
            .kind = one.kind,
            .isEmbedding = one.isEmbedding,
            .adapter = {},
            .spelling = one.spelling};
        for (const std::string_view end : {std::string_view(".weight"), std::string_view(".bias")}) {
            if (!rest.ends_with(end))
                continue;
            if (end == ".bias") {
                if (one.part != Up)
                    return std::nullopt;
                split.part = UpBias;
            }
            rest.remove_suffix(end.size());
            break;
        }
        if (!rest.empty())
            rest.remove_prefix(1);
        if (rest.find('.') != std::string_view::npos)
            return std::nullopt;
        split.adapter = rest;
        return split;
    }
    return std::nullopt;
}

struct ComponentPrefix {
    std::string_view text;
    AdapterComponent component;
    AdapterSpelling spelling;
    bool isJoined = false;
};
constexpr ComponentPrefix componentPrefixes[]{
    {"lora_unet_", AdapterComponent::Denoiser, Kohya, true},
    {"lora_te_", AdapterComponent::Text1, Kohya, true},
    {"lora_te1_", AdapterComponent::Text1, Kohya, true},
    {"lora_te2_", AdapterComponent::Text2, Kohya, true},
    {"lora_te3_", AdapterComponent::Text3, Kohya, true},
    {"lora_transformer_", AdapterComponent::Denoiser, Kohya, true},
    {"lora_prior_unet_", AdapterComponent::Denoiser, Kohya, true},
    {"lora_prior_te_", AdapterComponent::Text1, Kohya, true},
    {"lycoris_", AdapterComponent::Denoiser, Kohya, true},
    {"base_model.model.", AdapterComponent::Whole, Peft},
    {"diffusion_model.", AdapterComponent::Denoiser, ComfyUi},
    {"text_encoders.clip_l.transformer.", AdapterComponent::Text1, ComfyUi},
    {"text_encoders.clip_g.transformer.", AdapterComponent::Text2, ComfyUi},
    {"text_encoders.t5xxl.transformer.", AdapterComponent::Text3, ComfyUi},
    {"unet.", AdapterComponent::Denoiser, Diffusers},
    {"transformer.", AdapterComponent::Denoiser, Diffusers},
    {"text_encoder.", AdapterComponent::Text1, Diffusers},
    {"text_encoder_2.", AdapterComponent::Text2, Diffusers},
    {"text_encoder_3.", AdapterComponent::Text3, Diffusers},
};

} // namespace

std::string_view spellingId(AdapterSpelling spelling)
{
    constexpr std::array<std::string_view, 4> ids{"peft", "kohya", "diffusers", "comfyui"};
    return ids[static_cast<std::size_t>(spelling)];
}

std::string_view spellingTitle(AdapterSpelling spelling)
{
    constexpr std::array<std::string_view, 4> titles{"PEFT", "kohya", "diffusers", "ComfyUI"};
    return titles[static_cast<std::size_t>(spelling)];
}

std::string_view lycorisSuffix(AdapterPart part)
{
    const auto found = std::ranges::find_if(
        peftParts, [part](const PeftPart& one) { return one.part == part && one.spelling == Kohya; });
    return found == std::end(peftParts) ? std::string_view() : found->text;
}

std::optional<AdapterName> splitAdapterName(std::string_view name)
{
    if (auto split = splitPeftName(name))
        return split;
    const auto found =
        std::ranges::find_if(partSuffixes, [&](const PartSuffix& suffix) { return name.ends_with(suffix.text); });
    if (found == std::end(partSuffixes) || found->text.size() >= name.size())
        return std::nullopt;
    std::string module(name.substr(0, name.size() - found->text.size()));
    if (found->text.front() == '_')
        module = withoutProcessor(std::move(module));
    return AdapterName{.module = std::move(module),
        .part = found->part,
        .kind = found->kind,
        .isEmbedding = false,
        .adapter = {},
        .spelling = found->spelling};
}

AdapterPlace adapterPlace(std::string_view module)
{
    AdapterPlace place;
    const auto isPrefix = [&](const ComponentPrefix& prefix) {
        return module.starts_with(prefix.text) && (!prefix.isJoined || module.find('.') == std::string_view::npos);
    };
    const auto found = std::ranges::find_if(componentPrefixes, isPrefix);
    if (found != std::end(componentPrefixes)) {
        place.component = found->component;
        place.spelling = found->spelling;
        place.isJoined = found->isJoined;
        module.remove_prefix(found->text.size());
    }
    place.path = module;
    return place;
}

} // namespace loupe
