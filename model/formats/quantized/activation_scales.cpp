#include "formats/quantized/activation_scales.h"

#include "core/text/block_number.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/quantized/coherence.h"

#include <algorithm>
#include <array>
#include <map>

namespace loupe::quantized {

namespace {

bool hasActivationScale(const Recognition& in, std::string_view module)
{
    constexpr std::array<std::string_view, 5> suffixes{
        ".input_scale", ".input_global_scale", ".activation_scale", ".act_scale", ".scale_input"};
    return std::ranges::any_of(
        suffixes, [&](std::string_view suffix) { return in.isListed(std::string(module).append(suffix)); });
}

} // namespace

bool checkActivationScales(Recognition& in, const Work& work)
{
    // A shard may have the weights of a role, and another one their scales.
    if (!in.config().hasStaticActivations() || in.stored().wholeModel)
        return true;
    std::map<std::string, const LogicalTensor*> lacking; // by role, the first weight; null if any weight has a scale
    std::size_t looked = 0;
    for (const LogicalTensor& tensor : in.tensors()) {
        if (isStopped(looked++, work))
            return false;
        const auto module = moduleOf(tensor.name, ".weight");
        if (!module || !tensor.scheme)
            continue;
        const LogicalTensor*& first = lacking.try_emplace(roleOf(*module), &tensor).first->second;
        if (first && hasActivationScale(in, *module))
            first = nullptr;
    }
    std::erase_if(lacking, [](const auto& role) { return !role.second; });
    if (lacking.empty())
        return true;
    const auto& [role, first] = *lacking.begin();
    in.addFinding(Severity::Error, "scale-missing",
        quote(role + ".input_scale") + (lacking.size() > 1 ? " and " + counted(lacking.size() - 1, "other") : "")
            + (lacking.size() > 1 ? " are" : " is") + " missing in all layers, but " + in.config().evidence()
            + " says that activations have static scales",
        first->name, &first->parts.front());
    return true;
}

} // namespace loupe::quantized
