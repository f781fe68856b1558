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

/// A file whose bytes are rewritten where they are. Locked (flock(2)) against other processes that would do the same,
/// as long as the object lives. As AtomicFile, makes the process ignore SIGXFSZ.
class InPlaceFile {
public:
    /// Follows no link. Nothing if another process has the lock and does not give it back within `patience`, or
    /// before stop is asked for. Fails with NotAFile, NotFound, PermissionDenied, Changed where the file was replaced
    /// meanwhile, or Io, also where the file system knows no locks.
    static Result<std::optional<InPlaceFile>> open(
        const std::filesystem::path& path, std::chrono::milliseconds patience, const Work& work);
    /// The same for one that cannot be written: a lock that lets others read, and nobody rewrite it. write() fails.
    static Result<std::optional<InPlaceFile>> openForReading(
        const std::filesystem::path& path, std::chrono::milliseconds patience, const Work& work);
    ~InPlaceFile();
    InPlaceFile(InPlaceFile&& other) noexcept;
    InPlaceFile& operator=(InPlaceFile&&) = delete;

    const FileIdentity& identity() const { return m_identity; }
    uid_t owner() const { return m_owner; }
    /// Has other names (hard links) that would change with this one.
    bool hasOtherNames() const { return m_links > 1; }

    Result<> write(std::uint64_t offset, std::span<const std::byte> bytes) const;
    /// Brings the bytes to the disk.
    Result<> sync() const;

private:
    InPlaceFile(std::filesystem::path path, int descriptor)
        : m_path(std::move(path))
        , m_descriptor(descriptor)
    {
    }
    static Result<std::optional<InPlaceFile>> open(
        const std::filesystem::path& path, int access, int lock, std::chrono::milliseconds patience, const Work& work);
    /// `kind`: as flock(2) has it.
    Result<bool> lock(int kind, std::chrono::milliseconds patience, const Work& work) const;
    Result<> look();

    std::filesystem::path m_path;
    int m_descriptor = -1;
    FileIdentity m_identity;
    uid_t m_owner = 0;
    nlink_t m_links = 1;
};

} // namespace loupe
