#pragma once

#include "items/tree/hash_numbers.h"
#include "items/tree/role_hash.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

namespace loupe {

struct RoleScale {
    double low = 0;
    double high = 0;

    bool operator==(const RoleScale&) const = default;
};

/// A common range for drawing all of `ranges`, so that they can be compared visually: from the lowest to the highest
/// bound, except outliers. Centered at 0 if values of both signs have a similar magnitude. Never empty. Precondition:
/// `ranges` is not empty.
RoleScale commonScale(const std::vector<RoleScale>& ranges);

/// Scales of roles: tensors with the same name except for block numbers, such as q_proj.weight in all layers, share a
/// scale. One thread adds while any threads read.
class RoleScales {
public:
    /// Adds a tensor; the numbers are 0, 1, 2, …, up to `total`. `range`: of its values; nullopt if unknown.
    void add(std::uint32_t total, std::string_view name, const std::optional<RoleScale>& range);

    /// Nullopt if no tensor of the role has a range.
    std::optional<RoleScale> scaleOf(std::uint32_t tensor) const;
    /// How many tensors of the role have a range.
    std::uint32_t membersOf(std::uint32_t tensor) const;

private:
    static constexpr std::uint32_t none = 0xffffffff;
    struct Member {
        float low = 0; ///< for drawing; a range that exceeds floats is cut
        float high = 0;
        std::uint32_t previous = none; ///< the previous member of the same role
    };
    struct Role {
        std::uint32_t last = none;
        std::uint32_t members = 0;
        std::uint32_t scaled = 0; ///< how many members are included in its scale
    };
    struct Shown {
        std::optional<RoleScale> scale;
        std::uint32_t members = 0;
    };

    RoleScale scaleFor(std::uint32_t role);

    // Used only by threads that add, one at a time.
    std::vector<Member> m_members; ///< indexed by tensor
    std::vector<Role> m_roles;
    RoleHash m_hash;
    HashNumbers m_numbers; ///< of roles, by hash
    std::vector<RoleScale> m_ranges; ///< the ranges of the members of the current role; a member only to reuse its
                                     ///< memory

    mutable std::mutex m_mutex; ///< guards all members below; held no longer than an assignment takes
    std::vector<std::uint32_t> m_roleOf; ///< indexed by tensor
    std::vector<Shown> m_shown; ///< indexed by role
};

} // namespace loupe
