#include "items/tree/group_blocks.h"

#include "core/text/block_number.h"

#include <algorithm>

namespace loupe {

namespace {

/// The first part that is a number, except the last part. Unlike layerNumber(), ignores numbers at the end of a part:
/// norm1 and norm2 are not blocks.
std::optional<std::uint64_t> blockBelow(std::string_view name)
{
    const std::size_t last = name.find_last_of("./");
    if (last == std::string_view::npos)
        return std::nullopt;
    return std::ranges::any_of(nameParts(name.substr(0, last)), isBlockNumber) ? layerNumber(name) : std::nullopt;
}

} // namespace

GroupBlocks::GroupBlocks(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, std::size_t path, const Work& work)
    : m_path(path)
{
    for (const Kind kind : {Kind::Layers, Kind::Blocks}) {
        m_kind = kind;
        if ((kind == Kind::Layers || path > 0) && hasSeveral(checkpoint, tensors, work))
            return;
    }
    m_kind = Kind::None;
}

bool GroupBlocks::hasSeveral(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, const Work& work) const
{
    constexpr std::size_t stopInterval = 1 << 12;
    std::optional<std::uint64_t> first;
    std::size_t seen = 0;
    for (const std::uint32_t tensor : tensors) {
        if (seen++ % stopInterval == 0 && work.stopped())
            return false;
        const auto number = numberOf(checkpoint.tensors[tensor].name);
        if (first && number && number != first)
            return true;
        first = first ? first : number;
    }
    return false;
}

std::optional<std::uint64_t> GroupBlocks::numberOf(std::string_view name) const
{
    switch (m_kind) {
    case Kind::None:
        break;
    case Kind::Layers:
        return layerNumber(name);
    case Kind::Blocks:
        return blockBelow(name.substr(m_path));
    }
    return std::nullopt;
}

} // namespace loupe
