#include "adapters/stacks.h"

#include "core/name_hash.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace loupe {

namespace {

/// As huggingface/transformers registers them: experts of Mixtral, Qwen, DeepSeek and gpt-oss, then those of DBRX.
constexpr std::array<std::string_view, 7> registered{
    "gate_up_proj", "gate_up_proj_bias", "down_proj", "down_proj_bias", "w1", "v1", "w2"};
constexpr std::string_view biasEnd = "_bias";

} // namespace

ParameterPath splitParameter(std::string_view path)
{
    const auto dot = path.rfind('.');
    return dot == std::string_view::npos ? ParameterPath{{}, path}
                                         : ParameterPath{path.substr(0, dot), path.substr(dot + 1)};
}

std::string wrappedOwner(std::string_view owner, std::size_t inside)
{
    std::string path(owner);
    for (std::size_t i = 0; i < inside; ++i)
        path += ".base_layer";
    return path;
}

std::optional<std::size_t> nestingPlace(std::string_view parameter)
{
    const auto found = std::ranges::find(registered, parameter);
    return found == registered.end() ? std::nullopt
                                     : std::optional(static_cast<std::size_t>(found - registered.begin()));
}

std::set<std::string, std::less<>> transposedOwners(const Checkpoint& model)
{
    NameMap<std::string_view, std::uint64_t> biases; // their outputs, by the name of the stack
    for (const Tensor& tensor : model.tensors) {
        if (tensor.shape.size() == 2 && tensor.name.ends_with(biasEnd))
            biases.emplace(tensor.name.substr(0, tensor.name.size() - biasEnd.size()), tensor.shape[1]);
    }
    std::set<std::string, std::less<>> owners;
    for (const Tensor& tensor : model.tensors) {
        if (tensor.shape.size() != 3 || tensor.shape[1] == tensor.shape[2])
            continue;
        const auto bias = biases.find(tensor.name);
        if (bias != biases.end() && bias->second == tensor.shape[2])
            owners.emplace(splitParameter(tensor.name).owner);
    }
    return owners;
}

} // namespace loupe
