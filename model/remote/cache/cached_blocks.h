#pragma once

#include "remote/cache/about_file.h"
#include "remote/cache/block_file.h"

#include <map>
#include <mutex>
#include <optional>

namespace loupe::remote {

/// Which blocks of one version of a remote file lie on disk, as far as this process knows. Usable from any thread.
class CachedBlocks {
public:
    /// Looks into the folder; what is there of other versions is removed. `about`: what the folder is about.
    CachedBlocks(std::filesystem::path folder, std::uint64_t version, AboutFile about);

    const std::filesystem::path& folder() const { return m_folder; }
    const AboutFile& about() const { return m_about; }
    BlockKey key(ByteRange range) const { return {m_version, range}; }

    /// The block with the byte at `offset`.
    std::optional<ByteRange> at(std::uint64_t offset) const;
    /// Where the next block after `offset` begins; the largest number where there is none. A block at `offset` itself
    /// does not count: it may have been added since at() found none there.
    std::uint64_t nextAfter(std::uint64_t offset) const;
    /// Fills `target` with `part` of a block. False where the block is not there any more, or not whole; it is
    /// forgotten then.
    bool read(ByteRange block, ByteRange part, std::span<std::byte> target);
    void add(ByteRange block);

private:
    const std::filesystem::path m_folder;
    const std::uint64_t m_version;
    const AboutFile m_about;
    mutable std::mutex m_mutex;
    std::map<std::uint64_t, std::uint64_t> m_blocks; ///< ends by begins; may overlap, if several processes wrote them
};

} // namespace loupe::remote
