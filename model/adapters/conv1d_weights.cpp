#include "adapters/conv1d_weights.h"

#include "adapters/names/base_names.h"

#include <algorithm>
#include <array>
#include <set>

namespace loupe {

namespace {

std::string_view layerOf(std::string_view name)
{
    const std::string_view module = withoutWeight(name);
    return module.substr(module.rfind('.') + 1);
}

/// The name up to its first number, with the dot: "transformer.h." for "transformer.h.0.mlp.c_fc.weight".
std::string_view stackOf(std::string_view name)
{
    for (std::size_t begin = 0; begin < name.size();) {
        const std::size_t end = std::min(name.find('.', begin), name.size());
        const auto isDigit = [](char character) { return character >= '0' && character <= '9'; };
        if (end > begin && std::ranges::all_of(name.substr(begin, end - begin), isDigit))
            return name.substr(0, begin);
        begin = end + 1;
    }
    return {};
}

} // namespace

Conv1DWeights::Conv1DWeights(const Checkpoint& model)
{
    std::set<std::string_view> linear;
    for (const Tensor& tensor : model.tensors) {
        if (tensor.shape.size() != 2 || !tensor.name.ends_with(".weight"))
            continue;
        if (const std::string_view layer = layerOf(tensor.name); layer != "c_attn" && layer != "c_fc")
            continue;
        if (tensor.shape[0] < tensor.shape[1])
            m_stacks.emplace(stackOf(tensor.name));
        if (tensor.shape[0] > tensor.shape[1])
            linear.insert(stackOf(tensor.name));
    }
    for (const std::string_view stack : linear)
        m_stacks.erase(std::string(stack));
}

bool Conv1DWeights::has(std::string_view name) const
{
    constexpr std::array<std::string_view, 4> layers{"c_attn", "c_fc", "c_proj", "q_attn"};
    return std::ranges::find(layers, layerOf(name)) != layers.end() && m_stacks.contains(std::string(stackOf(name)));
}

} // namespace loupe
