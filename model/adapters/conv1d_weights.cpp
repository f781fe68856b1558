#include "adapters/conv1d_weights.h"

#include "adapters/names/base_names.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

std::string_view layerOf(std::string_view name)
{
    const std::string_view module = withoutWeight(name);
    return module.substr(module.rfind('.') + 1);
}

} // namespace

Conv1DWeights::Conv1DWeights(const Checkpoint& model)
{
    bool hasLinear = false;
    for (const Tensor& tensor : model.tensors) {
        if (tensor.shape.size() != 2 || !tensor.name.ends_with(".weight"))
            continue;
        if (const std::string_view layer = layerOf(tensor.name); layer != "c_attn" && layer != "c_fc")
            continue;
        m_exist = m_exist || tensor.shape[0] < tensor.shape[1];
        hasLinear = hasLinear || tensor.shape[0] > tensor.shape[1];
    }
    m_exist = m_exist && !hasLinear;
}

bool Conv1DWeights::has(std::string_view name) const
{
    constexpr std::array<std::string_view, 4> layers{"c_attn", "c_fc", "c_proj", "q_attn"};
    return m_exist && std::ranges::find(layers, layerOf(name)) != layers.end();
}

} // namespace loupe
