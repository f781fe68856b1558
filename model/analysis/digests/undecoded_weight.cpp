#include "analysis/digests/undecoded_weight.h"

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

const Finding* whyUndecoded(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    if (!undecodedGroup(checkpoint, tensor))
        return nullptr;
    const std::string_view name = checkpoint.tensors[tensor].name;
    const Finding* why = nullptr;
    for (const Finding& finding : checkpoint.findings.list()) {
        const bool isAbout = (finding.aboutTensor && finding.tensor == name)
            || std::ranges::any_of(finding.affected, [&](const AffectedTensor& other) { return other.name == name; });
        if (isAbout && (!why || finding.severity > why->severity))
            why = &finding;
    }
    return why;
}

} // namespace loupe
