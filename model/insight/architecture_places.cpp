#include "insight/architecture_places.h"

#include <string_view>

namespace loupe {

namespace {

bool hasOneStack(const RecognizedModel& model)
{
    if (!model.family)
        return false;
    const ModelKind kind = model.family->kind;
    return kind == ModelKind::Decoder || kind == ModelKind::StateSpace || kind == ModelKind::Encoder;
}

/// The first tensor that has one of the parts, the first of these that any has, and is `inStack` or not.
std::optional<std::uint32_t> findPart(
    const NameRoles& roles, std::string_view stack, bool inStack, std::string_view parts)
{
    while (!parts.empty()) {
        const std::string_view part = parts.substr(0, parts.find('|'));
        parts.remove_prefix(std::min(parts.size(), part.size() + 1));
        for (const NameRoles::Role& role : roles.list()) {
            const bool isIn = role.name.starts_with(stack) && role.name.substr(stack.size()).starts_with(".#.");
            if (isIn == inStack && hasNamePart(role.name, part))
                return role.first;
        }
    }
    return std::nullopt;
}

} // namespace

ArchitecturePlaces placesOf(const NameRoles& roles, const LayerStacks& stacks, const RecognizedModel& model)
{
    const LayerStack* const stack = stacks.largest();
    if (!stack || !hasOneStack(model))
        return {};
    const auto inBlocks = [&](std::string_view parts) { return findPart(roles, stack->name, true, parts); };
    const auto outside = [&](std::string_view parts) { return findPart(roles, stack->name, false, parts); };
    ArchitecturePlaces places;
    places.blocks = stack->name;
    places.embedding = outside("embed_tokens.weight|wte.weight|embed_in.weight|word_embeddings.weight|shared.weight"
                               "|token_embedding.weight|tok_embeddings.weight|embeddings.weight|token_embd.weight");
    places.mixer = inBlocks(
        "self_attn|attn|attention|self_attention|SelfAttention|mixer|att|attn_q|attn_qkv|attn_q_a|ssm_in|linear_attn");
    places.feedForward =
        inBlocks("mlp|feed_forward|ffn|block_sparse_moe|intermediate|DenseReluDense|fc1|ffn_gate|ffn_up"
                 "|ffn_gate_exps|ffn_up_exps");
    places.norm = outside("norm.weight|ln_f.weight|norm_f.weight|final_layernorm.weight|final_layer_norm.weight"
                          "|output_norm.weight|ln_out.weight");
    places.head = outside("lm_head.weight|embed_out.weight|output.weight|head.weight");
    return places;
}

} // namespace loupe
