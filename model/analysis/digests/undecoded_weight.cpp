#include "analysis/digests/undecoded_weight.h"

#include "analysis/comparison/delta.h"
#include "analysis/digests/whole_reading.h"

#include <algorithm>
#include <span>

namespace loupe {

const QuantizedGroups::Group* undecodedGroup(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    const bool mayBe = checkpoint.quantized && checkpoint.tensors[tensor].dtype == DType::Opaque;
    return mayBe ? checkpoint.quantized->of(tensor) : nullptr;
}

std::vector<UndecodedPart> undecodedParts(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    std::vector<UndecodedPart> parts;
    const QuantizedGroups::Group* const group = undecodedGroup(checkpoint, tensor);
    if (!group)
        return parts;
    for (const QuantizedGroups::Part& part : std::span(group->parts).subspan(1)) {
        const std::string_view name = checkpoint.quantized->stored->tensors[part.tensor].name;
        parts.push_back({name.substr(name.rfind('.') + 1), part.tensor});
    }
    std::ranges::stable_sort(parts, {}, &UndecodedPart::name);
    return parts;
}

Result<bool> haveSameParts(
    const Checkpoint& a, std::uint32_t tensorA, const Checkpoint& b, std::uint32_t tensorB, const Work& work)
{
    const std::vector<UndecodedPart> partsA = undecodedParts(a, tensorA);
    const std::vector<UndecodedPart> partsB = undecodedParts(b, tensorB);
    const auto isAlike = [&](const UndecodedPart& one, const UndecodedPart& other) {
        const Tensor& storedA = a.quantized->stored->tensors[one.tensor];
        const Tensor& storedB = b.quantized->stored->tensors[other.tensor];
        return one.name == other.name && std::ranges::equal(storedA.shape, storedB.shape)
            && a.quantized->stored->dtypeName(one.tensor) == b.quantized->stored->dtypeName(other.tensor);
    };
    if (!std::ranges::equal(partsA, partsB, isAlike))
        return false;
    const Work silent{.stop = work.stop};
    for (std::size_t i = 0; i < partsA.size(); ++i) {
        const auto elementsA = openWhole(a.quantized->stored, partsA[i].tensor, silent);
        if (!elementsA)
            return fail(elementsA.error());
        const auto elementsB = openWhole(b.quantized->stored, partsB[i].tensor, silent);
        if (!elementsB)
            return fail(elementsB.error());
        auto same = areIdentical(*elementsA, *elementsB, silent);
        if (!same || !*same)
            return same;
    }
    return true;
}

} // namespace loupe
