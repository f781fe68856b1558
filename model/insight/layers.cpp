#include "insight/layers.h"

#include "core/checked_math.h"
#include "core/name_hash.h"
#include "core/text/block_number.h"
#include "insight/name_roles.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace loupe {

namespace {

/// Nothing beyond 64 bits.
std::optional<std::uint64_t> numberOf(std::string_view digits)
{
    std::uint64_t number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

/// A name, taken apart at its first number.
struct LayerName {
    std::string_view stack; ///< before it
    std::uint64_t number = 0;
    std::string_view rest; ///< after it
};

std::optional<LayerName> takenApart(std::string_view name)
{
    for (std::size_t begin = 0; begin < name.size();) {
        const std::size_t end = begin + partEnd(name.substr(begin));
        const std::string_view part = name.substr(begin, end - begin);
        if (isBlockNumber(part)) {
            const auto number = numberOf(part);
            if (!number || begin == 0 || end + 1 >= name.size())
                return std::nullopt;
            return LayerName{name.substr(0, begin - 1), *number, name.substr(end + 1)};
        }
        begin = end + 1;
    }
    return std::nullopt;
}

/// The number of the expert: the first one in the rest of a name.
std::uint64_t expertNumber(std::string_view rest)
{
    for (const std::string_view part : nameParts(rest)) {
        if (isBlockNumber(part))
            return numberOf(part).value_or(0);
    }
    return 0;
}

} // namespace

std::uint64_t LayerStack::layersWithout(std::string_view role) const
{
    const auto found = std::ranges::find(roles, role);
    if (found == roles.end())
        return layers.size();
    const auto wanted = static_cast<std::uint32_t>(found - roles.begin());
    return static_cast<std::uint64_t>(std::ranges::count_if(layers, [&](const auto& one) {
        return std::ranges::find(one.second.roles, wanted, &ModelLayer::Role::role) == one.second.roles.end();
    }));
}

LayerStacks::LayerStacks(const Checkpoint& checkpoint)
{
    NameMap<std::string_view, std::size_t> stacks;
    std::vector<NameMap<std::string, std::uint32_t>> roles;
    std::string role;
    for (std::uint32_t tensor = 0; tensor < checkpoint.tensors.size(); ++tensor) {
        const Tensor& one = checkpoint.tensors[tensor];
        const auto name = takenApart(one.name);
        if (!name)
            continue;
        const auto [place, isNewStack] = stacks.try_emplace(name->stack, m_stacks.size());
        if (isNewStack) {
            m_stacks.push_back({.name = std::string(name->stack), .roles = {}, .layers = {}, .elements = 0});
            roles.emplace_back();
        }
        LayerStack& stack = m_stacks[place->second];
        stack.elements = saturatingAdd(stack.elements, one.elements());
        roleOf(name->rest, role);
        const auto [known, isNewRole] =
            roles[place->second].try_emplace(role, static_cast<std::uint32_t>(stack.roles.size()));
        if (isNewRole)
            stack.roles.push_back(role);
        if (stack.roles.size() > mostRoles)
            continue; // it is erased below
        auto& held = stack.layers[name->number].roles;
        auto found = std::ranges::lower_bound(held, known->second, {}, &ModelLayer::Role::role);
        if (found == held.end() || found->role != known->second)
            found = held.insert(found, {known->second, 0, tensor, 0});
        ++found->tensors;
        found->highest = std::max(found->highest, expertNumber(name->rest));
    }
    std::erase_if(m_stacks, [](const LayerStack& stack) { return stack.roles.size() > mostRoles; });
}

const LayerStack* LayerStacks::largest() const
{
    const auto rank = [](const LayerStack& stack) { return std::pair(!isVisionName(stack.name), stack.elements); };
    const auto found = std::ranges::max_element(m_stacks, {}, rank);
    return found == m_stacks.end() ? nullptr : &*found;
}

} // namespace loupe
