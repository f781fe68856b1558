#include "insight/parameter_counts.h"

#include "core/checked_math.h"
#include "core/coded_elements.h"
#include "core/quantized_groups.h"
#include "core/shared_tensors.h"
#include "core/text/block_number.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace loupe {

namespace {

using enum ArchitectureFigure;

/// Tensors that training does not change: angles, masks and positions, which models compute and old files hold, random
/// projections, and statistics that norms of batches gather.
constexpr std::string_view buffers[]{"rotary_emb.inv_freq", "rotary_embeddings.inv_freq", "rotary_pos_emb.inv_freq",
    "attn.masked_bias", "attention.masked_bias", "embeddings.position_ids", "relative_position_index",
    "shared_image_embedding.positional_embedding", "shared_embedding.positional_embedding", "running_mean",
    "running_var", "num_batches_tracked"};

bool isBuffer(const NameRoles& roles, const NameRoles::Role& role)
{
    for (const std::string_view part : buffers) {
        if (role.name.ends_with(part) && hasNamePart(role.name, part))
            return true;
    }
    const bool isMask = role.name.ends_with("attn.bias") || role.name.ends_with("attention.bias");
    return isMask && roles.checkpoint().tensors[role.first].shape.size() == 4;
}

/// True for each tensor whose elements are parameters.
std::vector<bool> areParameters(const NameRoles& roles)
{
    const Checkpoint& checkpoint = roles.checkpoint();
    std::vector<bool> areBuffers;
    for (const NameRoles::Role& role : roles.list())
        areBuffers.push_back(isBuffer(roles, role));
    std::vector<bool> are(checkpoint.tensors.size(), true);
    for (std::uint32_t i = 0; i < are.size() && !areBuffers.empty(); ++i)
        are[i] = !areBuffers[roles.of(i)];
    if (checkpoint.quantized) {
        for (const std::uint32_t tensor : checkpoint.quantized->runtimeTensors)
            are[tensor] = false;
    }
    return are;
}

bool isOfTokens(std::string_view role)
{
    for (const std::string_view part :
        {"embed_tokens.weight", "wte.weight", "embed_in.weight", "embed_out.weight", "word_embeddings.weight",
            "tok_embeddings.weight", "token_embd.weight", "lm_head.weight", "shared.weight", "output_layer.weight"}) {
        if (hasNamePart(role, part))
            return true;
    }
    return false;
}

/// The layers that guess later tokens, as tensors name them: "model.layers.61.".
class PredictionLayers {
public:
    PredictionLayers(const NameRoles& roles, const LayerStacks& stacks)
    {
        const LayerStack* const stack = stacks.largest();
        if (!stack || !roles.has("eh_proj.weight"))
            return;
        m_stack = stack->name + '.';
        const auto role = std::ranges::find(stack->roles, std::string_view("eh_proj.weight"));
        const auto number = static_cast<std::uint32_t>(role - stack->roles.begin());
        for (const auto& [layer, parts] : stack->layers) {
            if (std::ranges::find(parts.roles, number, &ModelLayer::Role::role) != parts.roles.end())
                m_layers.insert(m_stack + std::to_string(layer) + '.');
        }
    }

    bool have(std::string_view tensor) const
    {
        if (m_layers.empty() || !tensor.starts_with(m_stack))
            return false;
        const std::size_t end = tensor.find('.', m_stack.size());
        return end != std::string_view::npos && m_layers.contains(tensor.substr(0, end + 1));
    }

private:
    std::string m_stack;
    std::set<std::string, std::less<>> m_layers;
};

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
    const auto& tensors = roles.checkpoint().tensors;
    const std::vector<bool> areCounted = areParameters(roles);
    const PredictionLayers laterLayers(roles, stacks);
    ParameterCounts counts;
    counts.unknownWeights = unknownWeights(roles.checkpoint());
    ShareCounter shares(roles.checkpoint());
    std::uint64_t later = 0;
    std::uint64_t laterExperts = 0;
    std::vector<bool> areExperts, areOfTokens;
    for (const NameRoles::Role& role : roles.list()) {
        areExperts.push_back(isOfExperts(role.name));
        areOfTokens.push_back(isOfTokens(role.name));
    }
    for (std::uint32_t i = 0; i < tensors.size(); ++i) {
        if (!areCounted[i])
            continue;
        const std::uint64_t elements = shares.add(i).elements;
        counts.total = saturatingAdd(counts.total, elements);
        const bool isExpert = !areExperts.empty() && areExperts[roles.of(i)];
        const bool isLater = laterLayers.have(tensors[i].name);
        if (isExpert)
            counts.experts = saturatingAdd(counts.experts, elements);
        else if (!areOfTokens.empty() && areOfTokens[roles.of(i)])
            counts.embeddings = saturatingAdd(counts.embeddings, elements);
        if (isLater)
            later = saturatingAdd(later, elements);
        if (isLater && isExpert)
            laterExperts = saturatingAdd(laterExperts, elements);
    }
    if (counts.unknownWeights > 0)
        return counts;
    const auto experts = architecture.find(Experts);
    const auto chosen = architecture.find(ExpertsPerToken);
    const std::uint64_t inModel = counts.total - std::min(counts.total, later);
    const std::uint64_t expertsInModel = counts.experts - std::min(counts.experts, laterExperts);
    if (counts.experts == 0)
        counts.active = inModel;
    else if (experts && chosen && *experts > 0 && *chosen <= *experts && expertsInModel <= inModel)
        counts.active = inModel - expertsInModel / *experts * (*experts - *chosen);
    return counts;
}

} // namespace loupe
