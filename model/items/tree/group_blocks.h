#pragma once

#include "core/checkpoint.h"
#include "core/work.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace loupe {

/// How the numbers in their names order the tensors of a group: by layer; where all are in one layer, by the blocks
/// that the group divides into, such as experts.
class GroupBlocks {
public:
    enum class Kind : std::uint8_t { None, Layers, Blocks };

    GroupBlocks() = default;
    /// `path`: bytes that the names of all of them begin with, the separator included; 0 if they do not begin alike.
    GroupBlocks(
        const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, std::size_t path, const Work& work);

    /// None if there are not several numbers.
    Kind kind() const { return m_kind; }
    /// Nothing for a tensor of the group that is in no layer or block.
    std::optional<std::uint64_t> numberOf(std::string_view name) const;

private:
    bool hasSeveral(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, const Work& work) const;

    Kind m_kind = Kind::None;
    std::size_t m_path = 0;
};

} // namespace loupe
