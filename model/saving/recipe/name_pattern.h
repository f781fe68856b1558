#pragma once

#include "core/name_hash.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace loupe {

/// The common pattern of several names, part by part: "model.layers.{3…7}.self_attn.{k_proj, q_proj}.weight".
class NamePattern {
public:
    /// The name lives as long as this.
    void add(std::string_view name);

    /// All parts, where that stands for the names that were added and no others; else nothing. `withRoles`: also where
    /// other parts than numbers of blocks differ.
    std::optional<std::string> whole(bool withRoles) const;
    /// How many of their first parts name a group that all are in: parts that are the same, and numbers of blocks.
    std::size_t groupParts() const;
    /// Precondition: parts <= groupParts().
    std::string group(std::size_t parts) const;
    /// The most of these parts that name a group which `name` is in. Precondition: a name was added.
    std::size_t partsOf(std::string_view name) const;

private:
    struct Part {
        std::string_view first;
        std::string_view stem; ///< before a number
        char separator = 0; ///< before the part; none before the first
        bool isNumber = false; ///< in all names
        bool hasMany = false; ///< roles: more than anyone reads
        std::unordered_set<std::string_view, NameHash, std::equal_to<>> values = {}; ///< empty: the first alone
    };
    static std::string textOf(const Part& part);
    static void addValue(Part& part, std::string_view value);

    std::vector<Part> m_parts; ///< that all names have
    std::uint64_t m_names = 0;
    bool m_isAlike = true; ///< as many parts in all names, with the same separators
};

} // namespace loupe
