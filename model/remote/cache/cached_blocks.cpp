#include "remote/cache/cached_blocks.h"

#include <algorithm>
#include <system_error>

namespace loupe::remote {

namespace fs = std::filesystem;

CachedBlocks::CachedBlocks(fs::path folder, std::uint64_t version, AboutFile about)
    : m_folder(std::move(folder))
    , m_version(version)
    , m_about(std::move(about))
{
    std::error_code ended;
    for (fs::directory_iterator file(m_folder, ended); !ended && file != fs::directory_iterator();
         file.increment(ended)) {
        const auto block = blockOfName(file->path().filename().native());
        if (!block)
            continue;
        std::error_code ignored;
        if (block->version == m_version)
            add(block->range);
        else
            fs::remove(file->path(), ignored);
    }
}

std::optional<ByteRange> CachedBlocks::at(std::uint64_t offset) const
{
    const std::lock_guard lock(m_mutex);
    // Blocks seldom overlap, so either one of the few before `offset` contains it, or none does.
    constexpr int mostLookedAt = 8;
    auto block = m_blocks.upper_bound(offset);
    for (int i = 0; i < mostLookedAt && block != m_blocks.begin(); ++i) {
        --block;
        if (block->second > offset)
            return ByteRange{block->first, block->second};
    }
    return std::nullopt;
}

std::uint64_t CachedBlocks::nextAfter(std::uint64_t offset) const
{
    const std::lock_guard lock(m_mutex);
    const auto block = m_blocks.upper_bound(offset);
    return block == m_blocks.end() ? UINT64_MAX : block->first;
}

bool CachedBlocks::read(ByteRange block, ByteRange part, std::span<std::byte> target)
{
    if (readBlock(m_folder, key(block), part, target))
        return true;
    const std::lock_guard lock(m_mutex);
    m_blocks.erase(block.begin);
    return false;
}

void CachedBlocks::add(ByteRange block)
{
    const std::lock_guard lock(m_mutex);
    std::uint64_t& end = m_blocks[block.begin];
    end = std::max(end, block.end);
}

} // namespace loupe::remote
