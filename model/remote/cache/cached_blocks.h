#pragma once

#include "remote/cache/about_file.h"
#include "remote/cache/block_file.h"

#include <map>
#include <mutex>
#include <optional>

namespace loupe::remote {

/// Tracks which blocks of one version of a remote file are on disk, to this process's knowledge. Usable from any
/// thread.
class CachedBlocks {
public:
    /// Reads the folder and removes blocks of other versions. `about` describes the folder.
    CachedBlocks(std::filesystem::path folder, std::uint64_t version, AboutFile about);

    const std::filesystem::path& folder() const { return m_folder; }
    const AboutFile& about() const { return m_about; }
    BlockKey key(ByteRange range) const { return {m_version, range}; }

    /// The block that contains the byte at `offset`.
    std::optional<ByteRange> at(std::uint64_t offset) const;
    /// The begin of the next block after `offset`; the largest number if there is none. Ignores a block at `offset`
    /// itself, which may have been added since at() found none there.
    std::uint64_t nextAfter(std::uint64_t offset) const;
    /// Fills `target` with `part` of a block. If the block is gone or damaged, forgets it and returns false.
    bool read(ByteRange block, ByteRange part, std::span<std::byte> target);
    void add(ByteRange block);

private:
    const std::filesystem::path m_folder;
    const std::uint64_t m_version;
    const AboutFile m_about;
    mutable std::mutex m_mutex;
    /// Ends by begin; blocks may overlap if several processes wrote them.
    std::map<std::uint64_t, std::uint64_t> m_blocks;
};

} // namespace loupe::remote
