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

/// The range of values that all of `ranges` are to be drawn on, so that they can be compared by eye: from the least to
/// the greatest bound, without those that lie far from the others. With 0 in the middle where values of both signs are
/// about as large. Never a point. Precondition: there is one.
RoleScale commonScale(const std::vector<RoleScale>& ranges);

/// Scales of roles: tensors with the same name but for numbers of blocks, such as all layers' q_proj.weight, share one.
/// One thread adds, while any others ask.
class RoleScales {
public:
    /// Adds a tensor: numbers 0, 1, 2, …, up to `total`. `range`: of its values; nothing if that is not known.
    void add(std::uint32_t total, std::string_view name, const std::optional<RoleScale>& range);

    /// Nothing if no tensor of the role has a range.
    std::optional<RoleScale> scaleOf(std::uint32_t tensor) const;
    /// How many tensors of the role have a range.
    std::uint32_t membersOf(std::uint32_t tensor) const;

private:
    static constexpr std::uint32_t none = 0xffffffff;
    struct Member {
        float low = 0; ///< as a picture needs it; a range beyond floats is cut
        float high = 0;
        std::uint32_t previous = none; ///< of the same role
    };
    struct Role {
        std::uint32_t last = none;
        std::uint32_t members = 0;
        std::uint32_t scaled = 0; ///< how many of them its scale is about
    };
    struct Shown {
        std::optional<RoleScale> scale;
        std::uint32_t members = 0;
    };

    RoleScale scaleFor(std::uint32_t role);

    // Used only by those that add, one after the other.
    std::vector<Member> m_members; ///< by tensor
    std::vector<Role> m_roles;
    RoleHash m_hash;
    HashNumbers m_numbers; ///< of roles, by their hashes
    std::vector<RoleScale> m_ranges; ///< of the members of the role whose scale is found; kept for its memory

    mutable std::mutex m_mutex; ///< guards what follows; held for no longer than an assignment takes
    std::vector<std::uint32_t> m_roleOf; ///< by tensor
    std::vector<Shown> m_shown; ///< by role
};

} // namespace loupe
