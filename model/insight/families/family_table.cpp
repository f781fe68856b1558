#include "insight/families/family_table.h"

#include "insight/families/families_of_encoders.h"
#include "insight/families/families_of_hybrids.h"
#include "insight/families/families_of_images.h"
#include "insight/families/families_of_images_and_text.h"
#include "insight/families/families_of_media.h"
#include "insight/families/families_of_own_names.h"
#include "insight/families/families_of_text.h"
#include "insight/families/head_needs.h"
#include "insight/families/vision_needs.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr auto familyTable = [] {
    std::array<ModelFamily,
        std::size(imageFamilies) + std::size(imageTextFamilies) + std::size(mediaFamilies) + std::size(encoderFamilies)
            + std::size(hybridFamilies) + std::size(ownNameFamilies) + std::size(textFamilies)>
        all{};
    auto end = std::ranges::copy(imageFamilies, all.begin()).out;
    end = std::ranges::copy(imageTextFamilies, end).out;
    end = std::ranges::copy(mediaFamilies, end).out;
    end = std::ranges::copy(encoderFamilies, end).out;
    end = std::ranges::copy(hybridFamilies, end).out;
    end = std::ranges::copy(ownNameFamilies, end).out;
    std::ranges::copy(textFamilies, end);
    return all;
}();

constexpr ModelPart partTable[]{
    {"text encoder", "cond_stage_model|conditioner|text_encoders|text_encoder"},
    {"VAE", "first_stage_model|vae.decoder.conv_in.weight"},
    {"vision encoder",
        "vision_tower|vision_model|visual.blocks|visual.patch_embed.proj.weight|visual.attn_pool|"
        "vision.transformer.layers|vision_encoder"},
    {"audio encoder", "audio_tower"},
    {"multimodal projector", "multi_modal_projector|mm_projector|model.mm_projector", {}, "audio_tower"},
    {"audio projector", "multi_modal_projector", "audio_tower", "vision_tower"},
    {"layers for multi-token prediction", "eh_proj.weight"},
    {"EMA weights", "model_ema|ema_model|ema"},
    {"optimizer state", "exp_avg"},
};

} // namespace

std::string_view kindName(ModelKind kind)
{
    static constexpr std::array<std::string_view, 15> names{"language model", "state-space language model",
        "text encoder", "text encoder-decoder", "speech model", "audio encoder", "text and image model", "vision model",
        "image generator", "video generator", "image autoencoder", "image generator control", "adapter",
        "token embeddings", "training state"};
    return names[static_cast<std::size_t>(kind)];
}

std::span<const ModelFamily> modelFamilies()
{
    return familyTable;
}

std::span<const VisionTower> visionTowers()
{
    return visionTowerTable;
}

std::span<const ModelHead> modelHeads()
{
    return modelHeadTable;
}

std::span<const ModelPart> modelParts()
{
    return partTable;
}

} // namespace loupe
