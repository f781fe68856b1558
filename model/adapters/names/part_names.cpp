#include "adapters/names/part_names.h"

#include "adapters/names/base_names.h"
#include "adapters/names/unet_names.h"
#include "core/text/quote.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace loupe {

namespace {

using PartTexts = std::array<std::string_view, adapterPartCount>; // by AdapterPart; empty where there is none

struct PartText {
    AdapterPart part;
    std::string_view text;
};

constexpr PartTexts textsOf(std::initializer_list<PartText> own, const PartTexts& shared = {})
{
    PartTexts texts = shared;
    for (const PartText& one : own)
        texts[static_cast<std::size_t>(one.part)] = one.text;
    return texts;
}

using enum AdapterPart;

constexpr PartTexts peftTexts = textsOf({{Down, ".lora_A.weight"}, {Up, ".lora_B.weight"},
    {Magnitude, ".lora_magnitude_vector"}, {UpBias, ".lora_B.bias"}}); // and for diffusers
constexpr PartTexts embeddingTexts =
    textsOf({{Down, ".lora_embedding_A"}, {Up, ".lora_embedding_B"}, {Magnitude, ".lora_magnitude_vector"}});
constexpr PartTexts lycorisTexts = textsOf({{Middle, ".lora_mid.weight"}, {Alpha, ".alpha"}, {Magnitude, ".dora_scale"},
    {WeightChange, ".diff"}, {BiasChange, ".diff_b"}});
constexpr PartTexts kohyaTexts = textsOf({{Down, ".lora_down.weight"}, {Up, ".lora_up.weight"}}, lycorisTexts);
constexpr PartTexts comfyTexts =
    textsOf({{Down, ".lora_A.weight"}, {Up, ".lora_B.weight"}, {Replacement, ".set_weight"}}, lycorisTexts);

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

bool beginsWithAny(std::string_view path, std::initializer_list<std::string_view> roots)
{
    return std::ranges::any_of(roots, [&](std::string_view root) { return path.starts_with(root); });
}

/// Modules of a language model, as transformers calls them.
bool isOfLanguageModel(std::string_view path)
{
    return beginsWithAny(path,
        {"model.layers.", "model.embed_tokens", "model.decoder.", "model.encoder.", "model.language_model.",
            "language_model.", "transformer.h.", "transformer.wte", "transformer.wpe", "h.", "gpt_neox.", "lm_head",
            "backbone.layers.", "bert.", "roberta.", "decoder.block.", "encoder.block."});
}

/// Modules in the original names of Flux or of Stable Diffusion, which diffusers does not have.
bool isOriginal(std::string_view path, const NamedModel& model)
{
    return (model.isFlux
               && beginsWithAny(path,
                   {"double_blocks.", "single_blocks.", "img_in", "txt_in", "time_in.", "vector_in.", "guidance_in.",
                       "final_layer."}))
        || (model.isStableDiffusion3
            && beginsWithAny(path, {"joint_blocks.", "x_embedder.", "t_embedder.", "y_embedder.", "final_layer."}))
        || (model.isUnet
            && beginsWithAny(path, {"input_blocks.", "middle_block.", "output_blocks.", "time_embed.", "label_emb."}));
}

/// Modules of Flux or Stable Diffusion 3 as diffusers calls them, which the original model does not have.
bool isOfDiffusersTransformer(std::string_view path, const NamedModel& model)
{
    if (model.isInBase)
        return false;
    const bool isOfBoth = beginsWithAny(path, {"transformer_blocks.", "time_text_embed.", "proj_out", "norm_out."});
    return (model.isTransformer() && isOfBoth)
        || (model.isFlux && beginsWithAny(path, {"single_transformer_blocks.", "x_embedder", "context_embedder"}))
        || (model.isStableDiffusion3 && path.starts_with("pos_embed."));
}

/// The path under which loaders of the spelling look for a module.
Result<std::string> loaderPath(
    AdapterSpelling spelling, AdapterComponent component, std::string_view path, const NamedModel& model)
{
    const bool isOfGenerator = component == AdapterComponent::Whole || component == AdapterComponent::Denoiser;
    if (!isOfGenerator || spelling == AdapterSpelling::Peft)
        return std::string(path);
    // A path is in one of the two kinds of names, and has one in the other at most.
    const auto inDiffusers = model.isUnet ? diffusersUnetPath(path) : std::nullopt;
    const auto inOriginal =
        model.isDiffusersUnet ? originalUnetPath(path, model.firstHasAttention.value_or(false)) : std::nullopt;
    // sd-scripts has the U-Net of diffusers for Stable Diffusion 1 and 2, and the original one for XL.
    const bool isKohya = spelling == AdapterSpelling::Kohya;
    const bool dependsOnModel = isKohya ? inDiffusers || inOriginal
                                        : spelling == AdapterSpelling::ComfyUi && inOriginal && path == firstUpsampler;
    if (dependsOnModel && !model.firstHasAttention) {
        return fail(ErrorCode::Unsupported,
            "module " + quote(path) + " has different names in Stable Diffusion 1 and 2 and in XL", {},
            Remedy::GiveBase);
    }
    const bool wantsOriginal =
        spelling == AdapterSpelling::ComfyUi || (isKohya && model.firstHasAttention.value_or(false));
    return (wantsOriginal ? inOriginal : inDiffusers).value_or(std::string(path));
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

void NamedModel::add(std::string_view path)
{
    const auto begins = [&](std::string_view root) {
        return path.size() > root.size() && (path.starts_with(root) || path.starts_with(joinedPath(root)))
            && (path[root.size()] == '.' || path[root.size()] == '_');
    };
    isFlux = isFlux || begins("double_blocks") || begins("single_blocks") || begins("single_transformer_blocks");
    isStableDiffusion3 = isStableDiffusion3 || begins("joint_blocks");
    if (path.starts_with("transformer_blocks.")) {
        const auto has = [&](std::string_view part) { return path.find(part) != std::string_view::npos; };
        hasJointBlocks =
            hasJointBlocks || has(".attn.add_q_proj") || has(".attn.add_k_proj") || has(".attn.add_v_proj");
        isQwenImage = isQwenImage || has(".img_mlp.") || has(".img_mod.") || has(".txt_mlp.") || has(".txt_mod.");
    }
    isUnet = isUnet || begins("input_blocks") || begins("output_blocks");
    for (const std::string_view block :
        {std::string_view("down_blocks"), std::string_view("up_blocks"), std::string_view("mid_block")})
        isDiffusersUnet = isDiffusersUnet || begins(block);
    if (begins("up_blocks.0.attentions") || begins("output_blocks.2.2"))
        firstHasAttention = true;
    else if (begins("up_blocks.3") || begins("output_blocks.9") || begins("down_blocks.0.attentions")
        || begins("input_blocks.1.1"))
        firstHasAttention = false; // of four levels, or with attention in the largest one
}

Result<> checkPath(AdapterSpelling spelling, AdapterComponent component, std::string_view path, const NamedModel& model)
{
    const auto unknown = [&](const std::string& why, Remedy remedy = Remedy::None) {
        return fail(ErrorCode::Unsupported, "module " + quote(path) + why, {}, remedy);
    };
    if (spelling == AdapterSpelling::Peft)
        return {};
    if (component == AdapterComponent::Whole && isOfLanguageModel(path)) {
        return unknown(" is part of a language model, and the naming scheme of " + std::string(spellingTitle(spelling))
            + " is for image generators: loaders would not find it");
    }
    if (component != AdapterComponent::Whole && component != AdapterComponent::Denoiser)
        return {};
    if (spelling == AdapterSpelling::Diffusers) {
        if (!isOriginal(path, model))
            return {};
        return unknown(" has an original name whose diffusers name is unknown: loaders would not find it");
    }
    if (model.needsBase && path.starts_with("transformer_blocks.")) {
        return unknown(" has different names in Flux, Stable Diffusion 3 and Qwen-Image", Remedy::GiveBase);
    }
    if (!isOfDiffusersTransformer(path, model))
        return {};
    if (spelling == AdapterSpelling::ComfyUi)
        return unknown(" has a diffusers name, which ComfyUI loads unchanged", Remedy::KeepDiffusersNames);
    return unknown(" has a diffusers name, but kohya loaders look for the original one, in which query, key and "
                   "value are one matrix");
}

Result<std::string> partName(AdapterSpelling spelling, AdapterComponent component, std::string_view pathInModel,
    AdapterPart part, bool isEmbedding, const NamedModel& model)
{
    const auto path = loaderPath(spelling, component, pathInModel, model);
    if (!path)
        return fail(path.error());
    if (auto known = checkPath(spelling, component, *path, model); !known)
        return fail(std::move(known.error()));
    const bool isPeft = spelling == AdapterSpelling::Peft;
    const std::string prefix = modulePrefix(spelling, component, *path);
    if (isPeft && part == AdapterPart::Replacement)
        return prefix + *path;
    const PartTexts& texts = isPeft              ? (isEmbedding ? embeddingTexts : peftTexts)
        : spelling == AdapterSpelling::Kohya     ? kohyaTexts
        : spelling == AdapterSpelling::Diffusers ? peftTexts
                                                 : comfyTexts;
    std::string_view text = isEmbedding && !isPeft ? std::string_view() : texts[static_cast<std::size_t>(part)];
    if (text.empty() && spelling != AdapterSpelling::Diffusers)
        text = lycorisSuffix(part);
    if (text.empty()) {
        return fail(ErrorCode::Unsupported,
            "the naming scheme of " + std::string(spellingTitle(spelling)) + " has no name for a part of "
                + quote(*path));
    }
    return prefix + (spelling == AdapterSpelling::Kohya ? joinedPath(*path) : *path) + std::string(text);
}

} // namespace loupe
