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

/// The roles of a checkpoint's tensors: their names with "#" for numbers of blocks, as roleOf() makes them. A model has
/// some dozens, however many tensors it has.
class NameRoles {
public:
    /// Names that a model does not have may have a role each. Beyond this many, none are known.
    static constexpr std::size_t mostRoles = 4096;

    struct Role {
        std::string name;
        std::uint32_t first = 0; ///< of its tensors, an index into Checkpoint::tensors
        std::uint32_t tensors = 0;
        std::uint64_t elements = 0; ///< the largest number where they do not fit
    };

    /// `checkpoint` must live as long.
    explicit NameRoles(const Checkpoint& checkpoint);

    const std::vector<Role>& list() const { return m_roles; }
    /// That of a tensor, as an index into list(), which must not be empty.
    std::uint32_t of(std::uint32_t tensor) const { return m_ofTensors[tensor]; }
    /// The first tensor whose name has `part`, from one dot or slash, or an end of the name, to another. A "#" in
    /// `part` stands for any number of a block; numbers stand for themselves, also next to a "#". Several parts with
    /// "|" between them: the first of these that a name has. Names of a vision encoder come last: the language model
    /// has the same roles. Nothing if no name has it.
    std::optional<std::uint32_t> find(std::string_view part) const;
    bool has(std::string_view part) const { return find(part).has_value(); }
    const Checkpoint& checkpoint() const { return m_checkpoint; }

private:
    std::optional<std::uint32_t> findOne(std::string_view part) const;

    const Checkpoint& m_checkpoint;
    std::vector<Role> m_roles; ///< those of a vision encoder last
    std::vector<std::uint32_t> m_ofTensors;
};

/// Whether `name` has `part` from one separator or end to another.
bool hasNamePart(std::string_view name, std::string_view part);

/// The same where "#" in `part` stands for any number.
bool hasNumberedPart(std::string_view name, std::string_view part);

/// Whether `text` is one of the words of `list`, which have spaces between them.
bool isListed(std::string_view list, std::string_view text);

/// Whether one of `choices`, which have "|" between them, is such a one. Without any none is.
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

/// Whether what has this name is of the vision encoder next to a language model, or of what joins them.
bool isOfVision(std::string_view name);

} // namespace loupe
