#include "analysis/comparison/common_place.h"

#include "core/text/block_number.h"
#include "core/text/text.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t mostParts = 64; // deeper names are malicious

/// "3", "3 and 4", "3, 5 and 9".
std::string listed(const std::vector<std::string>& items)
{
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i)
        text += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
    return text;
}

} // namespace

std::string_view CommonPlace::Prefix::part(std::size_t number) const
{
    const std::size_t begin = number == 0 ? 0 : m_ends[number - 1] + 1;
    return std::string_view(m_text).substr(begin, m_ends[number] - begin);
}

void CommonPlace::Prefix::cutTo(std::span<const std::string_view> parts)
{
    if (!std::exchange(m_begun, true)) {
        for (const std::string_view part : parts)
            m_ends.push_back(static_cast<std::size_t>(part.data() + part.size() - parts.front().data()));
        if (!parts.empty())
            m_text.assign(parts.front().data(), m_ends.back());
        return;
    }
    std::size_t same = 0;
    while (same < m_ends.size() && same < parts.size() && part(same) == parts[same])
        ++same;
    m_ends.resize(same);
    m_text.resize(same == 0 ? 0 : m_ends.back());
}

void CommonPlace::add(std::string_view name)
{
    if (m_count++ == 0)
        m_first = name;
    const auto parts = nameParts(name, mostParts);
    const auto groups = std::span(parts).first(parts.size() - 1);
    m_path.cutTo(groups);
    if (addToLayers(name, groups))
        return;
    if (m_otherCount++ < mostOthers)
        m_others.emplace_back(name);
}

/// False if the name is not in a layer, or is in a layer of another stack.
bool CommonPlace::addToLayers(std::string_view name, std::span<const std::string_view> groups)
{
    const auto number = std::find_if(groups.begin(), groups.end(), isBlockNumber);
    const auto layer = layerNumber(name);
    if (!layer || number == groups.end())
        return false;
    const std::string_view stack = name.substr(0, static_cast<std::size_t>(number->data() - name.data()));
    if (m_layers.empty())
        m_stack = stack;
    if (m_stack != stack || (m_layers.size() == mostLayers && !m_layers.contains(*layer)))
        return false;
    m_role.cutTo(groups.subspan(static_cast<std::size_t>(number - groups.begin()) + 1));
    m_layers.insert(*layer);
    return true;
}

std::optional<CommonPlace::Layers> CommonPlace::layers() const
{
    return m_count <= 1 || m_otherCount > 0 ? std::nullopt : std::optional(layersThere());
}

std::optional<CommonPlace::Mostly> CommonPlace::mostly() const
{
    const std::uint64_t inLayers = m_count - m_otherCount;
    if (m_otherCount == 0 || m_otherCount > mostOthers || inLayers <= m_otherCount)
        return std::nullopt;
    return Mostly{layersThere(), inLayers, m_others};
}

/// Precondition: there is at least one layer.
CommonPlace::Layers CommonPlace::layersThere() const
{
    constexpr std::size_t mostRanges = 4;
    Layers layers{m_role.text(), {}, m_layers.size(), *m_layers.begin(), *m_layers.rbegin()};
    for (auto first = m_layers.begin(); first != m_layers.end();) {
        auto last = first;
        for (auto next = std::next(first); next != m_layers.end() && *next == *last + 1; ++next)
            last = next;
        const bool isPair = *last == *first + 1;
        layers.ranges.push_back(std::to_string(*first));
        if (isPair)
            layers.ranges.push_back(std::to_string(*last));
        else if (last != first)
            layers.ranges.back() += "–" + std::to_string(*last);
        first = std::next(last);
    }
    if (layers.ranges.size() > mostRanges)
        layers.ranges.clear();
    return layers;
}

std::string CommonPlace::text() const
{
    const auto layers = this->layers();
    if (!layers)
        return m_count <= 1 ? m_first : m_path.text();
    const std::string numbers = layers->count == 1 ? "layer " + layers->ranges.front()
        : layers->ranges.empty() ? formatCount(layers->count) + " layers between " + std::to_string(layers->first)
            + " and " + std::to_string(layers->last)
                                 : "layers " + listed(layers->ranges);
    return layers->role.empty() ? numbers : layers->role + " of " + numbers;
}

} // namespace loupe
