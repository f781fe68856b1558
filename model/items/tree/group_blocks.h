#pragma once

#include "core/checkpoint.h"
#include "core/work.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace loupe {

/// Orders the tensors of a group by a number in their names: the layer or, if all are in the same layer, the block that
/// the group consists of, such as the expert.
class GroupBlocks {
public:
    enum class Kind : std::uint8_t { None, Layers, Blocks };

    GroupBlocks() = default;
    /// `path`: length in bytes of the common prefix of all names, including the separator; 0 if there is none.
    GroupBlocks(
        const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, std::size_t path, const Work& work);

    /// None if there is at most one number.
    Kind kind() const { return m_kind; }
    /// Nullopt for a tensor of the group that is not in any layer or block.
    std::optional<std::uint64_t> numberOf(std::string_view name) const;

private:
    bool hasSeveral(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, const Work& work) const;

    Kind m_kind = Kind::None;
    std::size_t m_path = 0;
};

} // namespace loupe
