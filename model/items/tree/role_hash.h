#pragma once

#include "core/name_hash.h"
#include "core/random_seed.h"
#include "core/text/block_number.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace loupe {

/// Hashes the roles of names, with a seed: a million tensors may have a role each. Neighbors mostly are in one group:
/// its part of the role is made and hashed once for all of them.
class RoleHash {
public:
    /// `findRole(group, role)` writes what the name's role has of its group, which is all up to and including the last
    /// separator. Of the last part, the role has the text, or that it is a number.
    template <typename FindRole>
    std::uint64_t of(std::string_view name, FindRole&& findRole)
    {
        std::size_t end = name.size();
        while (end > 0 && name[end - 1] != '.' && name[end - 1] != '/')
            --end;
        const std::string_view group = name.substr(0, end);
        if (!m_hasGroup || m_group != group) {
            m_hasGroup = true;
            m_group = group;
            m_role.clear();
            findRole(group, m_role);
            m_ofGroup = hashName(m_role, m_seed);
        }
        const std::string_view part = name.substr(end);
        return isBlockNumber(part) ? foldedProduct(m_ofGroup, ~m_seed) : hashName(part, m_ofGroup);
    }

private:
    const std::uint64_t m_seed = randomSeed();
    bool m_hasGroup = false;
    std::string m_group;
    std::uint64_t m_ofGroup = 0;
    std::string m_role; ///< kept for its memory
};

} // namespace loupe
