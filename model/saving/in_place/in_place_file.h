#pragma once

#include "core/result.h"
#include "core/source.h"
#include "core/work.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

#include <sys/types.h>

namespace loupe {

/// A file whose bytes are rewritten in place. While the object lives, the file is locked (flock(2)) against other
/// processes that would do the same. Like AtomicFile, it makes the process ignore SIGXFSZ.
class InPlaceFile {
public:
    /// Does not follow links. Returns nullopt if another process holds the lock and does not release it within
    /// `patience`, or before a stop is requested. Fails with NotAFile, NotFound, PermissionDenied, Changed if the file
    /// was replaced meanwhile, or Io, also if the file system does not support locks.
    static Result<std::optional<InPlaceFile>> open(
        const std::filesystem::path& path, std::chrono::milliseconds patience, const Work& work);
    /// As above, for a file that cannot be written. Takes a shared lock: others may read the file but not rewrite it.
    /// write() fails.
    static Result<std::optional<InPlaceFile>> openForReading(
        const std::filesystem::path& path, std::chrono::milliseconds patience, const Work& work);
    ~InPlaceFile();
    InPlaceFile(InPlaceFile&& other) noexcept;
    InPlaceFile& operator=(InPlaceFile&&) = delete;

    const FileIdentity& identity() const { return m_identity; }
    uid_t owner() const { return m_owner; }
    /// True if the file has other hard links, which would change with it.
    bool hasOtherNames() const { return m_links > 1; }

    Result<> write(std::uint64_t offset, std::span<const std::byte> bytes) const;
    /// Syncs the bytes to disk.
    Result<> sync() const;

private:
    InPlaceFile(std::filesystem::path path, int descriptor)
        : m_path(std::move(path))
        , m_descriptor(descriptor)
    {
    }
    static Result<std::optional<InPlaceFile>> open(
        const std::filesystem::path& path, int access, int lock, std::chrono::milliseconds patience, const Work& work);
    /// `kind`: LOCK_SH or LOCK_EX, as for flock(2).
    Result<bool> lock(int kind, std::chrono::milliseconds patience, const Work& work) const;
    Result<> look();

    std::filesystem::path m_path;
    int m_descriptor = -1;
    FileIdentity m_identity;
    uid_t m_owner = 0;
    nlink_t m_links = 1;
};

} // namespace loupe
