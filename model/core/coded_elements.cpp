#include "core/coded_elements.h"

#include "core/checked_math.h"
#include "core/quantized_groups.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace loupe {

namespace {

/// The part of the weight whose name ends with `suffix`; null if there is none.
const Tensor* partOf(const QuantizedGroups& groups, const QuantizedGroups::Group& group, std::string_view suffix)
{
    const auto& stored = groups.stored->tensors;
    const auto found =
        std::ranges::find_if(group.parts, [&](const auto& part) { return stored[part.tensor].name.ends_with(suffix); });
    return found == group.parts.end() ? nullptr : &stored[found->tensor];
}

std::optional<std::uint64_t> checkedProduct(std::initializer_list<std::uint64_t> sizes)
{
    std::optional<std::uint64_t> result = 1;
    for (const std::uint64_t size : sizes)
        result = result ? checkedMultiply(*result, size) : result;
    return result;
}

/// The number of elements of a weight. Nothing if shapes do not determine it.
std::optional<std::uint64_t> elementsOf(
    const QuantizedGroups& groups, const QuantizedGroups::Group& group, std::string_view type)
{
    const Tensor* const codes = group.parts.empty() ? nullptr : &groups.stored->tensors[group.parts.front().tensor];
    if (!codes)
        return std::nullopt;
    if (type == "EXL2") { // rows are packed; the permutation has one entry per row
        const Tensor* const rows = partOf(groups, group, ".q_invperm");
        return rows && codes->shape.size() == 2 ? checkedProduct({rows->elements(), codes->shape[1]}) : std::nullopt;
    }
    if (type == "EXL3") // tiles of 16 by 16
        return codes->shape.size() == 3 ? checkedProduct({codes->shape[0], codes->shape[1], 16, 16}) : std::nullopt;
    if (type == "AQLM") { // each code represents a group of elements
        const Tensor* const books = partOf(groups, group, ".codebooks");
        return books && codes->shape.size() == 3 && books->shape.size() == 4
            ? checkedProduct({codes->shape[0], codes->shape[1], books->shape[2], books->shape[3]})
            : std::nullopt;
    }
    if (type == "BitNet") // four rows in one
        return checkedProduct({codes->elements(), 4});
    return type == "EETQ" ? std::optional(codes->elements()) : std::nullopt;
}

} // namespace

std::vector<CodedWeight> codedWeights(const Checkpoint& checkpoint)
{
    std::vector<CodedWeight> weights;
    if (!checkpoint.quantized)
        return weights;
    for (const QuantizedGroups::Group& group : checkpoint.quantized->list) {
        if (checkpoint.tensors[group.tensor].dtype == DType::Opaque)
            weights.push_back(
                {group.tensor, elementsOf(*checkpoint.quantized, group, checkpoint.dtypeName(group.tensor))});
    }
    return weights;
}

bool isCoded(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    return checkpoint.tensors[tensor].dtype == DType::Opaque && checkpoint.quantized
        && checkpoint.quantized->of(tensor);
}

bool hasOwnRows(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    const auto& codes = checkpoint.tensors[tensor].shape;
    return std::ranges::any_of(checkpoint.quantized->of(tensor)->parts, [&](const QuantizedGroups::Part& part) {
        const auto& shape = checkpoint.quantized->stored->tensors[part.tensor].shape;
        return part.role == "scale" && codes.size() == 2 && shape.size() == 2 && shape[0] == codes[0];
    });
}

std::uint64_t unknownWeights(const Checkpoint& checkpoint)
{
    const std::vector<CodedWeight> weights = codedWeights(checkpoint);
    return static_cast<std::uint64_t>(
        std::ranges::count_if(weights, [](const CodedWeight& weight) { return !weight.elements; }));
}

} // namespace loupe
