#include "insight/layers.h"

#include "core/checked_math.h"
#include "core/name_hash.h"
#include "core/text/block_number.h"
#include "core/text/text.h"
#include "formats/opening/model_config.h"
#include "formats/shards/shard_name.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

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
    for (std::size_t begin = 0; begin < rest.size();) {
        const std::size_t end = begin + partEnd(rest.substr(begin));
        const std::string_view part = rest.substr(begin, end - begin);
        if (isBlockNumber(part))
            return numberOf(part).value_or(0);
        begin = end + 1;
    }
    return 0;
}

constexpr std::uint32_t noStack = 0xffff'ffff;

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

LayerStacks::LayerStacks(const NameRoles& roles)
{
    if (roles.list().empty())
        return;
    const Checkpoint& checkpoint = roles.checkpoint();
    NameMap<std::string_view, std::uint32_t> stacks;
    std::vector<NameMap<std::string, std::uint32_t>> known; // roles of each stack
    // Tensors of one role are mostly of one stack: names are looked up once for each role, not for each tensor.
    struct Place {
        std::uint32_t stack = noStack;
        std::uint32_t role = 0; ///< of the stack
    };
    std::vector<Place> places(roles.list().size());
    for (std::uint32_t tensor = 0; tensor < checkpoint.tensors.size(); ++tensor) {
        const Tensor& one = checkpoint.tensors[tensor];
        const auto name = takenApart(one.name);
        if (!name)
            continue;
        Place& place = places[roles.of(tensor)];
        if (place.stack == noStack || m_stacks[place.stack].name != name->stack) {
            const auto [found, isNew] = stacks.try_emplace(name->stack, static_cast<std::uint32_t>(m_stacks.size()));
            place.stack = found->second;
            if (isNew) {
                m_stacks.push_back({.name = std::string(name->stack), .roles = {}, .layers = {}, .elements = 0});
                known.emplace_back();
            }
            LayerStack& stack = m_stacks[place.stack];
            std::string role = roleOf(name->rest);
            place.role =
                known[place.stack].try_emplace(role, static_cast<std::uint32_t>(stack.roles.size())).first->second;
            if (place.role == stack.roles.size())
                stack.roles.push_back(std::move(role));
        }
        LayerStack& stack = m_stacks[place.stack];
        stack.elements = saturatingAdd(stack.elements, one.elements());
        auto& held = stack.layers[name->number].roles;
        auto found = std::ranges::lower_bound(held, place.role, {}, &ModelLayer::Role::role);
        if (found == held.end() || found->role != place.role)
            found = held.insert(found, {.role = place.role, .first = tensor});
        ++found->tensors;
        found->highest = std::max(found->highest, expertNumber(name->rest));
    }
}

const LayerStack* LayerStacks::largest() const
{
    const auto found = std::ranges::max_element(
        m_stacks, {}, [](const LayerStack& stack) { return std::pair(!isOfVision(stack.name), stack.elements); });
    return found == m_stacks.end() ? nullptr : &*found;
}

bool isPieceOfModel(const Checkpoint& checkpoint)
{
    if (checkpoint.wholeModel)
        return true;
    if (const std::string* const text = findMetadataText(checkpoint.metadata, "split.count")) {
        std::uint64_t count = 0;
        std::from_chars(text->data(), text->data() + text->size(), count);
        if (count > checkpoint.files.size())
            return true;
    }
    const auto name =
        checkpoint.files.size() == 1 ? parseShardName(checkpoint.files.front().path.filename()) : std::nullopt;
    return name && name->count > 1;
}

std::string listedNumbers(const std::vector<std::uint64_t>& numbers)
{
    constexpr std::size_t most = 8;
    std::string text;
    const std::size_t shown = std::min(numbers.size(), most);
    for (std::size_t i = 0; i < shown; ++i) {
        const bool isLast = i + 1 == shown && shown == numbers.size();
        text += (i == 0 ? "" : isLast ? " and " : ", ") + std::to_string(numbers[i]);
    }
    if (shown < numbers.size())
        text += " and " + formatCount(numbers.size() - shown) + " more";
    return text;
}

} // namespace loupe
