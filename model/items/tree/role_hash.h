#pragma once

#include "core/name_hash.h"
#include "core/random_seed.h"
#include "core/text/block_number.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace loupe {

/// Hashes the roles of names, with a seed, as a million tensors may each have a different role. Consecutive names are
/// mostly in the same group, so the group's part of the role is computed and hashed only once for them.
class RoleHash {
public:
    /// `findRole(group, role)` writes the part of the role for the group, which is the name up to and including the
    /// last separator. The last part of the name contributes its text, or the fact that it is a number.
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
    std::string m_role; ///< a member only to reuse its memory
};

} // namespace loupe
