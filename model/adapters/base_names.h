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

/// The modules of a base, under each of the names that adapters have for them.
class BaseNames {
public:
    explicit BaseNames(const Checkpoint& base);

    /// A weight, or rows of one.
    struct Place {
        std::uint32_t tensor = 0;
        std::uint64_t firstRow = 0;
        std::uint64_t rows = 0; ///< 0: all

        bool operator==(const Place&) const = default;
    };
    enum class Answer : std::uint8_t { Found, Missing, Ambiguous };

    /// The weight of a module.
    std::pair<Answer, Place> find(const AdapterPlace& place) const;
    /// The tensor of that name; nothing if there is none.
    std::optional<std::uint32_t> tensor(std::string_view name) const;
    /// The bias next to a weight.
    std::optional<std::uint32_t> biasOf(std::uint32_t weight) const;
    /// The path of a weight, without the prefixes that programs put before it: what adapters call it.
    std::string_view pathOf(std::uint32_t tensor) const;
    /// The one of the paths that adapters have for a weight which reads so with underscores for dots; nothing if
    /// none does.
    std::optional<std::string> pathAs(std::uint32_t tensor, std::string_view joined) const;
    /// The same of a name, and the component that its prefix stands for.
    static std::pair<AdapterComponent, std::string_view> placeOf(std::string_view name);

private:
    struct Known {
        Place place;
        std::uint8_t stripped = 0; ///< prefixes that were taken away: fewer are better
        std::uint8_t components = 0; ///< bits by AdapterComponent
    };

    void addWeight(std::uint32_t tensor, std::string_view path);
    void addSlices(std::uint32_t tensor, std::string_view path, Known known);
    void add(std::string_view path, const Known& known);

    const Checkpoint& m_base;
    NameMap<std::string_view, std::uint32_t> m_tensors;
    NameMap<std::string, std::vector<Known>> m_dotted;
    NameMap<std::string, std::vector<Known>> m_joined; ///< underscores for the dots
};

/// A module of diffusers, and its rows of the weight that has an original name.
struct DiffusersPart {
    std::string path;
    std::uint64_t firstRow = 0;
    std::uint64_t rows = 0;
    bool swapsHalves = false; ///< it has the second half of these rows first
};

/// What diffusers and transformers call a module whose path is an original one of Flux or of a text encoder of
/// open_clip, and whose weight is [outputs, inputs…]: several parts where it joins them. Empty for all other paths, and
/// where the sizes are not those of such parts. Precondition: the model is that; others have modules of the same names.
std::vector<DiffusersPart> diffusersParts(std::string_view original, std::uint64_t outputs, std::uint64_t inputs);

/// The original path of Flux that reads so with underscores for dots; nothing if there is none.
std::optional<std::string> originalPathOf(std::string_view joined);

/// The name of a weight without ".weight"; other names as they are.
std::string_view withoutWeight(std::string_view name);

/// `path` with underscores for dots.
std::string joinedPath(std::string_view path);

} // namespace loupe
