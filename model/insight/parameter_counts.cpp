#include "insight/parameter_counts.h"

#include "core/checked_math.h"
#include "core/coded_elements.h"
#include "core/quantized_groups.h"
#include "core/text/block_number.h"

#include <algorithm>

namespace loupe {

namespace {

/// Buffers that models compute for themselves, and that old files hold: angles, and masks of the attention.
bool isBuffer(const NameRoles& roles, const NameRoles::Role& role)
{
    for (const std::string_view part :
        {"rotary_emb.inv_freq", "attn.masked_bias", "attention.masked_bias", "embeddings.position_ids"}) {
        if (role.name.ends_with(part) && hasNamePart(role.name, part))
            return true;
    }
    const bool isMask = role.name.ends_with("attn.bias") || role.name.ends_with("attention.bias");
    return isMask && roles.checkpoint().tensors[role.first].shape.size() == 4;
}

bool isOfTokens(std::string_view role)
{
    for (const std::string_view part :
        {"embed_tokens.weight", "wte.weight", "embed_in.weight", "embed_out.weight", "word_embeddings.weight",
            "tok_embeddings.weight", "token_embd.weight", "lm_head.weight", "shared.weight"}) {
        if (hasNamePart(role, part))
            return true;
    }
    return false;
}

/// Elements of layers that guess later tokens: all, and those of experts.
struct PredictionLayers {
    std::uint64_t all = 0;
    std::uint64_t experts = 0;
};

PredictionLayers predictionLayers(const NameRoles& roles, const LayerStacks& stacks)
{
    PredictionLayers sum;
    const LayerStack* const stack = stacks.largest();
    if (!stack || !roles.has("eh_proj.weight"))
        return sum;
    std::vector<std::string> prefixes;
    const auto role = std::ranges::find(stack->roles, std::string_view("eh_proj.weight"));
    const auto number = static_cast<std::uint32_t>(role - stack->roles.begin());
    for (const auto& [layer, parts] : stack->layers) {
        if (std::ranges::find(parts.roles, number, &ModelLayer::Role::role) != parts.roles.end())
            prefixes.push_back(stack->name + '.' + std::to_string(layer) + '.');
    }
    const auto& tensors = roles.checkpoint().tensors;
    for (std::uint32_t i = 0; i < tensors.size(); ++i) {
        const auto isIn = [&](const std::string& prefix) { return tensors[i].name.starts_with(prefix); };
        if (std::ranges::none_of(prefixes, isIn))
            continue;
        sum.all = saturatingAdd(sum.all, tensors[i].elements());
        if (isOfExperts(roles.list()[roles.of(i)].name))
            sum.experts = saturatingAdd(sum.experts, tensors[i].elements());
    }
    return sum;
}

} // namespace

bool isOfExperts(std::string_view role)
{
    for (const std::string_view part :
        {"experts.#", "mlp.experts", "feed_forward.experts", "switch_mlp", "block_sparse_moe.input_linear",
            "block_sparse_moe.output_linear", "ffn_gate_exps", "ffn_up_exps", "ffn_down_exps", "ffn_gate_up_exps"}) {
        if (hasNamePart(role, part))
            return true;
    }
    return false;
}

ParameterCounts countParameters(const NameRoles& roles, const LayerStacks& stacks, const Architecture& architecture)
{
    ParameterCounts counts;
    std::uint64_t buffers = 0;
    for (const NameRoles::Role& role : roles.list()) {
        if (isBuffer(roles, role))
            buffers = saturatingAdd(buffers, role.elements);
        else if (isOfExperts(role.name))
            counts.experts = saturatingAdd(counts.experts, role.elements);
        else if (isOfTokens(role.name))
            counts.embeddings = saturatingAdd(counts.embeddings, role.elements);
    }
    if (roles.checkpoint().quantized) {
        for (const std::uint32_t tensor : roles.checkpoint().quantized->runtimeTensors)
            buffers = saturatingAdd(buffers, roles.checkpoint().tensors[tensor].elements());
    }
    const std::uint64_t all = roles.checkpoint().totalElements(); // what tensors share counts once
    counts.total = all - std::min(all, buffers);
    for (const CodedWeight& weight : codedWeights(roles.checkpoint())) {
        const std::uint64_t held = roles.checkpoint().tensors[weight.tensor].elements();
        const auto recount = [&](std::uint64_t& sum) {
            sum = saturatingAdd(sum - std::min(sum, held), weight.elements.value_or(0));
        };
        const std::string_view name =
            roles.list().empty() ? std::string_view() : roles.list()[roles.of(weight.tensor)].name;
        counts.unknownWeights += weight.elements ? 0 : 1;
        if (isOfExperts(name))
            recount(counts.experts);
        else if (isOfTokens(name))
            recount(counts.embeddings);
    }
    const auto experts = architecture.find(Experts);
    const auto chosen = architecture.find(ExpertsPerToken);
    const PredictionLayers later = predictionLayers(roles, stacks);
    const std::uint64_t inModel = counts.total - std::min(counts.total, later.all);
    const std::uint64_t expertsInModel = counts.experts - std::min(counts.experts, later.experts);
    if (counts.unknownWeights > 0)
        return counts;
    if (counts.experts == 0)
        counts.active = inModel;
    else if (experts && chosen && *experts > 0 && *chosen <= *experts && expertsInModel <= inModel)
        counts.active = inModel - expertsInModel / *experts * (*experts - *chosen);
    return counts;
}

} // namespace loupe
