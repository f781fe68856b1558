#include "insight/like_layers.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t fewestLayers = 4;

using Shape = std::vector<std::uint64_t>;

/// Layers that have a role, and how many of them have its most usual shape.
struct RoleShapes {
    std::uint64_t layers = 0;
    std::uint64_t alike = 0;
};

std::vector<RoleShapes> shapesOf(const LayerStack& stack, const Checkpoint& checkpoint)
{
    constexpr std::size_t mostShapes = 16;
    std::vector<std::map<Shape, std::uint64_t>> seen(stack.roles.size());
    std::vector<RoleShapes> roles(stack.roles.size());
    for (const auto& [number, layer] : stack.layers) {
        for (const ModelLayer::Role& role : layer.roles) {
            const auto shape = checkpoint.tensors[role.first].shape;
            auto& shapes = seen[role.role];
            ++roles[role.role].layers;
            if (shapes.size() < mostShapes || shapes.contains({shape.begin(), shape.end()}))
                roles[role.role].alike = std::max(roles[role.role].alike, ++shapes[{shape.begin(), shape.end()}]);
        }
    }
    return roles;
}

/// A text that is equal for equal values; numbers count as none and some.
std::string entryText(const JsonValue& value)
{
    if (const auto number = value.number())
        return *number == 0 ? "0" : "1";
    if (const auto truth = value.boolean())
        return *truth ? "true" : "false";
    std::string text(value.string());
    for (const JsonValue& element : value.elements())
        text.append(",").append(entryText(element));
    for (const auto& [key, member] : value.members())
        text.append(",").append(key).append("=").append(entryText(member));
    return text;
}

} // namespace

bool mayHaveLikeLayers(ModelKind kind)
{
    constexpr std::array others{ModelKind::ImageGeneration, ModelKind::VideoGeneration, ModelKind::Autoencoder,
        ModelKind::Control, ModelKind::Adapter, ModelKind::Embedding, ModelKind::TrainingState};
    return std::ranges::find(others, kind) == others.end();
}

bool hasLikeLayers(const LayerStack& stack, const Checkpoint& checkpoint)
{
    constexpr std::size_t fewestRoles = 4;
    if (stack.layers.size() < fewestLayers)
        return false;
    std::size_t usual = 0; // roles of modules that most layers have
    std::size_t ofOneSize = 0;
    const std::vector<RoleShapes> roles = shapesOf(stack, checkpoint);
    for (std::size_t role = 0; role < roles.size(); ++role) {
        const bool isOfModule = stack.roles[role].find('.') != std::string::npos;
        if (!isOfModule || roles[role].layers * 2 <= stack.layers.size())
            continue;
        ++usual;
        if (roles[role].alike * 4 >= roles[role].layers * 3)
            ++ofOneSize;
    }
    return usual >= fewestRoles && ofOneSize * 2 >= usual;
}

bool isAlone(const LayerStack& stack, const LayerStacks& stacks)
{
    constexpr std::uint64_t fewTimes = 10;
    return std::ranges::all_of(stacks.list(), [&](const LayerStack& other) {
        return &other == &stack || isOfVision(other.name) || other.elements < stack.elements / fewTimes;
    });
}

bool isRegular(const std::vector<std::uint64_t>& numbers, std::uint64_t last)
{
    if (numbers.empty() || numbers.front() == 0 || numbers.back() == last)
        return true;
    if (numbers.size() < 2)
        return false;
    const std::uint64_t period = numbers[1] - numbers[0];
    for (std::size_t i = 1; i < numbers.size(); ++i) {
        if (numbers[i] - numbers[i - 1] != period)
            return false;
    }
    // Each n-th one: none is left out before and behind.
    return period > 1 && numbers.front() < period && last - numbers.back() < period;
}

bool isCompanion(std::string_view role)
{
    constexpr std::array<std::string_view, 5> parts{"scale", "zero", "absmax", "quant", "g_idx"};
    return std::ranges::any_of(parts, [&](std::string_view part) { return role.find(part) != std::string_view::npos; });
}

LayerKinds::LayerKinds(const ModelConfig& config, const LayerStack* stack)
{
    if (!stack)
        return;
    const std::uint64_t layers = stack->layers.rbegin()->first + 1;
    take(config.json(), layers);
    take(config.textPart(), layers);
}

void LayerKinds::take(const JsonValue& config, std::uint64_t layers)
{
    for (const auto& [key, value] : config.members()) {
        std::vector<std::string> list;
        if (value.elements().size() == layers)
            std::ranges::transform(value.elements(), std::back_inserter(list), entryText);
        else if (key.find("pattern") != std::string::npos && value.string().size() == layers)
            std::ranges::transform(value.string(), std::back_inserter(list), [](char c) { return std::string(1, c); });
        if (!list.empty())
            m_lists.push_back(std::move(list));
    }
}

std::string LayerKinds::of(std::uint64_t layer) const
{
    std::string kind;
    for (const std::vector<std::string>& list : m_lists)
        kind.append(layer < list.size() ? list[layer] : "").append(";");
    return kind;
}

} // namespace loupe
