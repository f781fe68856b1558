#pragma once

#include "core/checkpoint.h"
#include "core/name_hash.h"
#include "insight/adapter_name.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

/// Looks up the modules of a base under each of the names that adapters use for them.
class BaseNames {
public:
    explicit BaseNames(const Checkpoint& base);

    /// A weight, or some of its rows.
    struct Place {
        std::uint32_t tensor = 0;
        std::uint64_t firstRow = 0;
        std::uint64_t rows = 0; ///< 0: all
        bool swapsHalves = false; ///< the module stores the second half of these rows first

        bool operator==(const Place&) const = default;
    };
    enum class Answer : std::uint8_t { Found, Missing, Ambiguous };

    /// Finds the weight of a module.
    std::pair<Answer, Place> find(const AdapterPlace& place) const;
    /// The tensor with that name; nothing if there is none.
    std::optional<std::uint32_t> tensor(std::string_view name) const;
    /// The bias next to a weight.
    std::optional<std::uint32_t> biasOf(std::uint32_t weight) const;
    /// The path of a weight as adapters spell it: without the prefixes that programs put before it.
    std::string_view pathOf(std::uint32_t tensor) const;
    /// The path, among those that adapters use for the weight, that equals `joined` when dots become underscores.
    /// Nothing if there is none.
    std::optional<std::string> pathAs(std::uint32_t tensor, std::string_view joined) const;
    /// As pathOf(), for a name; also returns the component that the prefix denotes.
    static std::pair<AdapterComponent, std::string_view> placeOf(std::string_view name);

private:
    struct Known {
        Place place;
        std::uint8_t stripped = 0; ///< number of removed prefixes; matches with fewer are preferred
        std::uint8_t components = 0; ///< bits by AdapterComponent
    };

    void addWeight(std::uint32_t tensor, std::string_view path);
    void addSlices(std::uint32_t tensor, std::string_view path, Known known);
    void add(std::string_view path, const Known& known);

    const Checkpoint& m_base;
    NameMap<std::string_view, std::uint32_t> m_tensors;
    NameMap<std::string, std::vector<Known>> m_dotted;
    NameMap<std::string, std::vector<Known>> m_joined; ///< with underscores for dots
};

/// Removes ".weight" from the end of a name; returns other names unchanged.
std::string_view withoutWeight(std::string_view name);

/// `path` with underscores for dots.
std::string joinedPath(std::string_view path);

} // namespace loupe
