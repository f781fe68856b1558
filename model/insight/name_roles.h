#pragma once

#include "core/checkpoint.h"
#include "core/name_hash.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The roles of a checkpoint's tensors. A role is a name with block numbers replaced by "#", as roleOf() does. A model
/// has a few dozen roles, however many tensors it has.
class NameRoles {
public:
    /// If names are not those of a model, each may be a role of its own. With more roles than this, the list is left
    /// empty.
    static constexpr std::size_t mostRoles = 4096;

    struct Role {
        std::string name;
        std::uint32_t first = 0; ///< its first tensor, an index into Checkpoint::tensors
        std::uint32_t tensors = 0;
        std::uint64_t elements = 0; ///< saturates at the largest 64-bit number
    };

    /// `checkpoint` must outlive this.
    explicit NameRoles(const Checkpoint& checkpoint);

    const std::vector<Role>& list() const { return m_roles; }
    /// The role of a tensor, as an index into list(). Precondition: list() is not empty.
    std::uint32_t of(std::uint32_t tensor) const { return m_ofTensors[tensor]; }
    /// The first tensor whose name contains `part`, delimited on both sides by a dot, a slash or an end of the name. A
    /// "#" in `part` matches any block number; other numbers match literally, also next to a "#". Alternatives are
    /// separated by "|"; the first one that any name contains counts. Names of a vision encoder come last, because the
    /// language model has the same roles. Nothing if no name contains it.
    std::optional<std::uint32_t> find(std::string_view part) const;
    bool has(std::string_view part) const { return find(part).has_value(); }
    const Checkpoint& checkpoint() const { return m_checkpoint; }

private:
    std::optional<std::uint32_t> findOne(std::string_view part) const;

    const Checkpoint& m_checkpoint;
    std::vector<Role> m_roles; ///< roles of a vision encoder come last
    std::vector<std::uint32_t> m_ofTensors;
};

/// Whether `name` contains `part`, delimited on both sides by a separator or an end.
bool hasNamePart(std::string_view name, std::string_view part);

/// As above, but "#" in `part` matches any number.
bool hasNumberedPart(std::string_view name, std::string_view part);

/// Whether `text` is one of the words in `list`, which are separated by spaces.
bool isListed(std::string_view list, std::string_view text);

/// Whether `isOne` holds for one of `choices`, which are separated by "|". False if `choices` is empty.
template <typename Predicate>
bool anyChoice(std::string_view choices, const Predicate& isOne)
{
    while (!choices.empty()) {
        const std::string_view choice = choices.substr(0, choices.find('|'));
        if (isOne(choice))
            return true;
        choices.remove_prefix(std::min(choices.size(), choice.size() + 1));
    }
    return false;
}

/// Whether the name is that of a tensor of an encoder of images or sound beside a language model, or of its connector.
bool isOfVision(std::string_view name);

} // namespace loupe
