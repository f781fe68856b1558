#include "insight/name_roles.h"

#include "core/checked_math.h"
#include "core/text/block_number.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace loupe {

bool hasNamePart(std::string_view name, std::string_view part)
{
    for (std::size_t at = name.find(part); at != std::string_view::npos; at = name.find(part, at + 1)) {
        const std::size_t end = at + part.size();
        if ((at == 0 || isNameSeparator(name[at - 1])) && (end == name.size() || isNameSeparator(name[end])))
            return true;
    }
    return false;
}

bool hasNumberedPart(std::string_view name, std::string_view part)
{
    const auto fits = [](std::string_view one, std::string_view wanted) {
        return wanted == "#" ? isBlockNumber(one) : one == wanted;
    };
    const std::vector<std::string_view> names = nameParts(name);
    const std::vector<std::string_view> wanted = nameParts(part);
    return wanted.empty() || std::search(names.begin(), names.end(), wanted.begin(), wanted.end(), fits) != names.end();
}

bool isListed(std::string_view list, std::string_view text)
{
    return !text.empty() && text.find(' ') == std::string_view::npos
        && (" " + std::string(list) + " ").find(" " + std::string(text) + " ") != std::string::npos;
}

bool isOfVision(std::string_view name)
{
    constexpr std::array<std::string_view, 5> parts{
        "visual", "vision", "audio_tower", "multi_modal_projector", "mm_projector"};
    return std::ranges::any_of(parts, [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

NameRoles::NameRoles(const Checkpoint& checkpoint)
    : m_checkpoint(checkpoint)
{
    NameMap<std::string, std::uint32_t> known;
    std::vector<Role> found; // in the order of tensors
    m_ofTensors.reserve(checkpoint.tensors.size());
    std::string role;
    for (std::uint32_t tensor = 0; tensor < checkpoint.tensors.size(); ++tensor) {
        roleOf(checkpoint.tensors[tensor].name, role);
        const auto [place, isNew] = known.try_emplace(role, static_cast<std::uint32_t>(found.size()));
        if (isNew)
            found.push_back({role, tensor, 0, 0});
        if (found.size() > mostRoles) {
            m_ofTensors.clear();
            return;
        }
        m_ofTensors.push_back(place->second);
        Role& one = found[place->second];
        ++one.tensors;
        one.elements = saturatingAdd(one.elements, checkpoint.tensors[tensor].elements());
    }
    std::vector<std::uint32_t> order(found.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_partition(order.begin(), order.end(), [&](std::uint32_t one) { return !isOfVision(found[one].name); });
    std::vector<std::uint32_t> places(found.size());
    for (const std::uint32_t one : order) {
        places[one] = static_cast<std::uint32_t>(m_roles.size());
        m_roles.push_back(std::move(found[one]));
    }
    for (std::uint32_t& one : m_ofTensors)
        one = places[one];
}

std::optional<std::uint32_t> NameRoles::find(std::string_view part) const
{
    for (;;) {
        const std::size_t end = part.find('|');
        if (const auto found = findOne(part.substr(0, end)))
            return found;
        if (end == std::string_view::npos)
            return std::nullopt;
        part.remove_prefix(end + 1);
    }
}

std::optional<std::uint32_t> NameRoles::findOne(std::string_view part) const
{
    const std::string role = roleOf(part);
    std::vector<bool> areLike;
    for (const Role& one : m_roles) {
        areLike.push_back(hasNamePart(one.name, role));
        if (areLike.back() && role == part)
            return one.first;
    }
    if (std::find(areLike.begin(), areLike.end(), true) == areLike.end())
        return std::nullopt;
    std::optional<std::uint32_t> found; // of the first such role, with these very numbers
    for (std::uint32_t tensor = 0; tensor < m_checkpoint.tensors.size(); ++tensor) {
        const bool isEarlier = areLike[of(tensor)] && (!found || of(tensor) < of(*found));
        if (isEarlier && hasNumberedPart(m_checkpoint.tensors[tensor].name, part))
            found = tensor;
    }
    return found;
}

} // namespace loupe
