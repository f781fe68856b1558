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
    /// The name must outlive this object.
    void add(std::string_view name);

    /// The full pattern, if it matches only the names that were added; else nullopt. `withRoles`: allows differences in
    /// parts other than block numbers.
    std::optional<std::string> whole(bool withRoles) const;
    /// The number of leading parts that name a group of all names. Such parts are equal in all names, or block numbers.
    std::size_t groupParts() const;
    /// Precondition: parts <= groupParts().
    std::string group(std::size_t parts) const;
    /// The largest number of leading parts that name a group which contains `name`. Precondition: a name was added.
    std::size_t partsOf(std::string_view name) const;

private:
    struct Part {
        std::string_view first;
        std::string_view stem; ///< the text before a number
        char separator = 0; ///< the separator before the part; 0 for the first part
        bool isNumber = false; ///< it is a number in all names
        bool hasMany = false; ///< it has more different values than a label can show
        std::unordered_set<std::string_view, NameHash, std::equal_to<>> values = {}; ///< empty: only `first` was seen
    };
    static std::string textOf(const Part& part);
    static void addValue(Part& part, std::string_view value);

    std::vector<Part> m_parts; ///< the parts that all names have
    std::uint64_t m_names = 0;
    bool m_isAlike = true; ///< all names have the same number of parts, with the same separators
};

} // namespace loupe
