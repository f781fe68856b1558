#pragma once

#include "core/result.h"
#include "core/source.h"
#include "remote/cache/cached_blocks.h"
#include "remote/environment.h"
#include "remote/http/http_message.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace loupe::remote {

/// Caches blocks of remote files in a folder that only its owner may read. Each address has a subfolder for one version
/// of the file. Several processes may use the cache at once. Errors are not reported: what cannot be stored is not
/// cached. Usable from any thread.
class DiskCache {
public:
    struct Settings {
        std::filesystem::path folder; ///< if empty, nothing is cached
        std::uint64_t limit = 0; ///< maximum total size of all blocks, in bytes
    };
    static constexpr std::uint64_t usualLimit = std::uint64_t{4} << 30;

    /// Reads the settings: the folder is XDG_CACHE_HOME (default ~/.cache)/tensorloupe/remote. The limit is
    /// TENSORLOUPE_CACHE_LIMIT, a number of bytes, optionally with the unit kB, MB, GB, TB, KiB, MiB, GiB or TiB; 0
    /// disables the cache. Fails with InvalidArgument if it is anything else.
    static Result<Settings> settings(const Environment& environment);

    /// The key of a cached file.
    struct Identity {
        std::string url; ///< the request URL without user and query
        std::string name; ///< for display, without secrets
        /// A hub's repository and the SHA-256 that it reports. If set, these identify the bytes, whatever their URL.
        /// Otherwise both are empty, and the URL and the server's ETag identify them.
        std::string repository = {};
        std::string digest = {};
    };

    explicit DiskCache(Settings settings);
    /// Writes all pending blocks.
    ~DiskCache();
    DiskCache(const DiskCache&) = delete;
    DiskCache& operator=(const DiskCache&) = delete;

    const Settings& limits() const { return m_settings; }
    /// The maximum size in bytes of a read that is cached. Reads for display must not evict everything else. Copies are
    /// cached so that they can resume after an interruption. Scans only need their result, so only small ones are
    /// cached: writing takes more processor time than fetching and scanning together.
    std::uint64_t mostOf(Reading::Purpose purpose) const;

    /// The description of a file that may have blocks.
    std::optional<AboutFile> aboutOf(const Identity& identity) const;
    /// Opens the blocks of a version with a strong ETag and removes those of other versions. `digest` is the hub's
    /// digest of it; `commit` is a commit of the hub that contains this version. Null if nothing can be cached.
    std::shared_ptr<CachedBlocks> open(const Identity& identity, const Version& version, const std::string& digest = {},
        const std::string& commit = {});
    /// Records that a server has confirmed the version as current.
    void confirm(const Identity& identity) const;
    /// Removes all cached data of the file.
    void forget(const Identity& identity);
    /// Schedules bytes for writing; `keeper` keeps them alive until then. Skips them if the disk is too slow.
    void store(std::shared_ptr<CachedBlocks> blocks, ByteRange range, std::span<const std::byte> bytes,
        std::shared_ptr<const void> keeper);
    /// Waits until all pending blocks are written; for tests.
    void flush();

    struct Entry {
        std::string name; ///< empty if unknown
        std::string url; ///< the URL of the last request, without user and query
        std::string commit; ///< as AboutFile::commit
        std::uint64_t bytes = 0; ///< on disk
        std::uint64_t fileSize = 0; ///< size of the remote file
    };
    /// The cached files, sorted by name, without those that have no bytes in the cache.
    std::vector<Entry> entries() const;
    /// True if the file has this name or is in the folder of this name; in a hub repository, at any revision.
    static bool isNamed(std::string_view file, std::string_view name);
    /// Removes the blocks of the files that match `name` as isNamed() does, or of all files without a name. Returns how
    /// many bytes were removed. Fails with Io if some could not be removed.
    Result<std::uint64_t> clear(const std::optional<std::string>& name = {});

private:
    struct Job {
        std::shared_ptr<CachedBlocks> blocks;
        ByteRange range;
        std::span<const std::byte> bytes;
        std::shared_ptr<const void> keeper;
    };

    std::filesystem::path folderOf(const Identity& identity) const;
    void run();
    void write(const Job& job);
    /// Removes the least recently used blocks until there is room for `more` bytes. Keeps `folder`, even if it has no
    /// blocks left.
    void makeRoom(std::uint64_t more, const std::filesystem::path& folder);

    const Settings m_settings;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Job> m_jobs;
    std::uint64_t m_waiting = 0; ///< bytes of pending jobs, including the current one
    bool m_ends = false;
    // Used only by the writing thread:
    std::optional<std::uint64_t> m_used; ///< approximate bytes on disk; other processes write, too
    std::uint64_t m_written = 0; ///< bytes written since m_used was counted
    std::thread m_writer; ///< started by the first job
};

} // namespace loupe::remote
