#include "formats/quantized/activation_scales.h"

#include "core/text/block_number.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/quantized/coherence.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace loupe::quantized {

namespace {

/// How the names of a weight's scales begin: "P" and "." for "P.weight", "X" and "_" for experts in one tensor X.
struct ScaleNames {
    std::string_view begin;
    std::string_view separator;
};

std::optional<ScaleNames> scaleNamesOf(std::string_view weight)
{
    if (const auto module = moduleOf(weight, ".weight"))
        return ScaleNames{*module, "."};
    if (weight.ends_with("experts.gate_up_proj") || weight.ends_with("experts.down_proj"))
        return ScaleNames{weight, "_"};
    return std::nullopt;
}

bool hasActivationScale(const Recognition& in, const ScaleNames& names)
{
    constexpr std::array<std::string_view, 5> ends{
        "input_scale", "input_global_scale", "activation_scale", "act_scale", "scale_input"};
    return std::ranges::any_of(ends, [&](std::string_view end) {
        return in.isListed(std::string(names.begin).append(names.separator).append(end));
    });
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
        const auto names = scaleNamesOf(tensor.name);
        if (!names || !tensor.scheme)
            continue;
        const std::string role = roleOf(names->begin).append(names->separator);
        const LogicalTensor*& first = lacking.try_emplace(role, &tensor).first->second;
        if (first && hasActivationScale(in, *names))
            first = nullptr;
    }
    std::erase_if(lacking, [](const auto& role) { return !role.second; });
    if (lacking.empty())
        return true;
    const auto& [role, first] = *lacking.begin();
    in.addFinding(Severity::Error, "scale-missing",
        quote(role + "input_scale") + (lacking.size() > 1 ? " and " + counted(lacking.size() - 1, "other") : "")
            + (lacking.size() > 1 ? " are" : " is") + " missing in all layers, but " + in.config().evidence()
            + " says that activations have static scales",
        first->name, &first->parts.front());
    return true;
}

} // namespace loupe::quantized
