#include "insight/name_roles.h"

#include "core/checked_math.h"
#include "core/text/block_number.h"

#include <algorithm>

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

bool isVisionName(std::string_view name)
{
    return name.find("visual") != std::string_view::npos || name.find("vision") != std::string_view::npos;
}

NameRoles::NameRoles(const Checkpoint& checkpoint)
    : m_checkpoint(checkpoint)
{
    NameMap<std::string, std::size_t> known;
    std::string role;
    m_ofTensors.reserve(checkpoint.tensors.size());
    for (std::uint32_t tensor = 0; tensor < checkpoint.tensors.size(); ++tensor) {
        roleOf(checkpoint.tensors[tensor].name, role);
        const auto [found, isNew] = known.try_emplace(role, m_roles.size());
        if (isNew)
            m_roles.push_back({role, tensor, 0, 0, isVisionName(role)});
        if (m_roles.size() > mostRoles) {
            m_roles.clear();
            m_ofTensors.clear();
            return;
        }
        m_ofTensors.push_back(static_cast<std::uint32_t>(found->second));
        Role& one = m_roles[found->second];
        ++one.tensors;
        one.elements = saturatingAdd(one.elements, checkpoint.tensors[tensor].elements());
    }
}

std::optional<std::uint32_t> NameRoles::find(std::string_view part) const
{
    for (;;) {
        const std::size_t end = part.find('|');
        for (const bool inVision : {false, true}) {
            if (const auto found = findOne(part.substr(0, end), inVision))
                return found;
        }
        if (end == std::string_view::npos)
            return std::nullopt;
        part.remove_prefix(end + 1);
    }
}

std::optional<std::uint32_t> NameRoles::findOne(std::string_view part, bool inVision) const
{
    const std::string role = roleOf(part);
    for (const Role& one : m_roles) {
        if (one.isOfVision != inVision || !hasNamePart(one.name, role))
            continue;
        if (role == part)
            return one.first;
        // Of the tensors of this role, one with these very numbers.
        for (std::uint32_t tensor = one.first; tensor < m_checkpoint.tensors.size(); ++tensor) {
            const std::string_view name = m_checkpoint.tensors[tensor].name;
            if (hasNamePart(name, part) && &m_roles[m_ofTensors[tensor]] == &one)
                return tensor;
        }
    }
    return std::nullopt;
}

} // namespace loupe
