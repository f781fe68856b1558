#pragma once

#include "core/result.h"
#include "core/source.h"
#include "remote/cache/cached_blocks.h"
#include "remote/environment.h"
#include "remote/http_message.h"

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

/// Blocks of remote files that were read before, in a folder that only its owner may read: one folder in it for each
/// address, of one version of the file. Several processes may use it at once. Nothing here fails: what cannot be kept
/// is not kept. Usable from any thread.
class DiskCache {
public:
    struct Settings {
        std::filesystem::path folder; ///< empty: nothing is kept
        std::uint64_t limit = 0; ///< bytes that all blocks may have
    };
    static constexpr std::uint64_t usualLimit = std::uint64_t{4} << 30;

    /// XDG_CACHE_HOME (else ~/.cache)/tensorloupe/remote, and TENSORLOUPE_CACHE_LIMIT: a number of bytes, also with kB,
    /// MB, GB, TB, KiB, MiB, GiB or TiB behind it, 0 for no cache. Fails with InvalidArgument if it is another text.
    static Result<Settings> settings(const Environment& environment);

    /// What a file is kept under.
    struct Identity {
        std::string url; ///< as it is asked for, without user and query
        std::string name; ///< for people, without secrets
        /// A hub's repository and the SHA-256 that it states: then these name the bytes, at whichever URL they are.
        /// Both empty otherwise: then the URL does, and the server's ETag.
        std::string repository = {};
        std::string digest = {};
    };

    explicit DiskCache(Settings settings);
    /// Writes what was handed over.
    ~DiskCache();
    DiskCache(const DiskCache&) = delete;
    DiskCache& operator=(const DiskCache&) = delete;

    const Settings& limits() const { return m_settings; }
    /// A reading of more than this is not kept. What is looked at may not push out all else. A copy is kept so that it
    /// can go on after an interruption. Of a scan, the outcome is wanted, not the bytes: only little ones are kept,
    /// since writing takes the processor more time than fetching and scanning together.
    std::uint64_t mostOf(Reading::Purpose purpose) const;

    /// What is known of the file of which there may be blocks.
    std::optional<AboutFile> aboutOf(const Identity& identity) const;
    /// The blocks of a version with a strong ETag; those of other versions are removed. `digest`: that a hub states of
    /// it. `commit`: of a hub, that has this version. Null if nothing can be kept.
    std::shared_ptr<CachedBlocks> open(const Identity& identity, const Version& version, const std::string& digest = {},
        const std::string& commit = {});
    /// A server has said that the version is still the one of now.
    void confirm(const Identity& identity) const;
    /// Removes what is kept of the file.
    void forget(const Identity& identity);
    /// Keeps bytes, which `keeper` keeps until then, soon. Leaves it out where the disk is too slow.
    void store(std::shared_ptr<CachedBlocks> blocks, ByteRange range, std::span<const std::byte> bytes,
        std::shared_ptr<const void> keeper);
    /// Waits until what was handed over is written: for tests.
    void flush();

    struct Entry {
        std::string name; ///< empty if the folder does not say
        std::string url; ///< that was asked last, without user and query
        std::string commit; ///< of a hub, as AboutFile has it
        std::uint64_t bytes = 0; ///< on disk
        std::uint64_t fileSize = 0; ///< of the remote file
    };
    /// The files of which there are blocks, by name; none without bytes.
    std::vector<Entry> entries() const;
    /// Whether a file is the one with this name, or lies below it; in a repository of a hub, at whatever revision.
    static bool isNamed(std::string_view file, std::string_view name);
    /// Removes the blocks of the files that are named so; of all without a name. Gives how many bytes that were; fails
    /// with Io where something stays.
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
    /// Removes the longest unused blocks until `more` bytes have room; `folder` stays, also without blocks.
    void makeRoom(std::uint64_t more, const std::filesystem::path& folder);

    const Settings m_settings;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Job> m_jobs;
    std::uint64_t m_waiting = 0; ///< bytes of the jobs, and of the one under way
    bool m_ends = false;
    // Used by the writing thread only:
    std::optional<std::uint64_t> m_used; ///< bytes on disk, about: others write, too
    std::uint64_t m_written = 0; ///< since these were counted
    std::thread m_writer; ///< since the first job
};

} // namespace loupe::remote
