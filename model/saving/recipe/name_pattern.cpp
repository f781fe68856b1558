#include "saving/recipe/name_pattern.h"

#include "core/checked_math.h"
#include "core/text/block_number.h"
#include "core/text/natural_order.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::size_t mostParts = 64; // longer names are malicious
constexpr std::size_t mostRoles = 4;

/// Takes the next part and its separator.
struct NextPart {
    std::string_view text;
    char separator = 0;
};

NextPart takePart(std::string_view& rest, bool isFirst)
{
    NextPart part;
    if (!isFirst) {
        part.separator = rest.front();
        rest.remove_prefix(1);
    }
    const auto end = std::find_if(rest.begin(), rest.end(), isNameSeparator);
    part.text = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
    rest.remove_prefix(part.text.size());
    return part;
}

/// "layers_" for "layers_3", empty for "3". Nullopt for parts that are not block numbers, such as "w1".
std::optional<std::string_view> seriesOf(std::string_view part)
{
    const auto stem = blockStem(part);
    return stem && (stem->empty() || stem->ends_with('_') || stem->ends_with('-')) ? stem : std::nullopt;
}

} // namespace

void NamePattern::add(std::string_view name)
{
    const bool isFirstName = m_names++ == 0;
    std::string_view rest = name;
    std::size_t count = 0;
    while (count == 0 || !rest.empty()) {
        if (isFirstName ? count == mostParts : count == m_parts.size()) {
            m_isAlike = false;
            return;
        }
        const NextPart next = takePart(rest, count == 0);
        if (isFirstName) {
            const auto series = seriesOf(next.text);
            m_parts.push_back({next.text, series.value_or(std::string_view()), next.separator, series.has_value()});
        } else if (m_parts[count].separator != next.separator) {
            break;
        } else {
            addValue(m_parts[count], next.text);
        }
        ++count;
    }
    if (count < m_parts.size()) {
        m_isAlike = false;
        m_parts.resize(count);
    }
}

void NamePattern::addValue(Part& part, std::string_view value)
{
    if (part.hasMany || (part.values.empty() && value == part.first))
        return;
    part.isNumber = part.isNumber && seriesOf(value) == part.stem;
    if (part.values.empty())
        part.values.insert(part.first);
    part.values.insert(value);
    part.hasMany = !part.isNumber && part.values.size() > mostRoles;
}

std::string NamePattern::textOf(const Part& part)
{
    if (part.values.empty())
        return std::string(part.first);
    std::vector<std::string_view> values(part.values.begin(), part.values.end());
    std::ranges::sort(values, naturalLess);
    if (part.isNumber) {
        for (std::string_view& value : values)
            value.remove_prefix(part.stem.size());
        return std::string(part.stem) + blockPattern(values);
    }
    std::string text;
    for (const std::string_view value : values)
        text.append(text.empty() ? "{" : ", ").append(value);
    return text + '}';
}

std::optional<std::string> NamePattern::whole(bool withRoles) const
{
    std::uint64_t names = 1;
    for (const Part& part : m_parts) {
        if (part.hasMany || (!withRoles && !part.isNumber && !part.values.empty()))
            return std::nullopt;
        const auto product = checkedMultiply(names, std::max<std::uint64_t>(part.values.size(), 1));
        if (!product)
            return std::nullopt;
        names = *product;
    }
    return m_isAlike && names == m_names ? std::optional(group(m_parts.size())) : std::nullopt;
}

std::size_t NamePattern::groupParts() const
{
    const auto differs = [](const Part& part) { return !part.isNumber && !part.values.empty(); };
    const auto parts = static_cast<std::size_t>(std::ranges::find_if(m_parts, differs) - m_parts.begin());
    // The last part names a tensor, not a group.
    return std::min(parts, std::max<std::size_t>(m_parts.size(), 1) - 1);
}

std::string NamePattern::group(std::size_t parts) const
{
    std::string text;
    for (std::size_t i = 0; i < parts; ++i) {
        if (i > 0)
            text += m_parts[i].separator;
        text += textOf(m_parts[i]);
    }
    return text;
}

std::size_t NamePattern::partsOf(std::string_view name) const
{
    const std::size_t most = groupParts();
    std::size_t parts = 0;
    while (parts < most && (parts == 0 || !name.empty())) {
        const Part& part = m_parts[parts];
        const NextPart next = takePart(name, parts == 0);
        const bool fits = part.values.empty() ? next.text == part.first : part.values.contains(next.text);
        if (!fits || next.separator != part.separator || name.empty())
            break;
        ++parts;
    }
    return parts;
}

} // namespace loupe
