#pragma once

#include "core/buffer.h"
#include "core/byte_range.h"
#include "core/map_guard.h"
#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Identifies a file and its version, based on what the system reports.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;
    std::int64_t modified = 0; ///< nanoseconds since 1970

    bool operator==(const FileIdentity&) const = default;
};

/// The current identity of the regular file at `path`, or of an open file at an address. Fails with NotFound,
/// PermissionDenied, NotAFile or Io.
Result<FileIdentity> identify(const std::filesystem::path& path);

/// How announced bytes will be read.
struct Reading {
    enum class Purpose : std::uint8_t {
        Look, ///< for display; the same bytes may be looked at again
        Copy, ///< the whole file is copied; an interrupted copy is read again
        Scan, ///< all of it is read once, for a result
    };

    Purpose purpose = Purpose::Look;
    /// The ranges are read roughly in file order, so fetching ahead pays off. Otherwise they only say what the purpose
    /// applies to.
    bool isInOrder = true;
    bool isRepeated = false; ///< some bytes are read twice within a short time
    std::uint64_t altogether = 0; ///< total bytes, if the read includes other files
};

/// The bytes of a remote file. Usable from any thread.
class RemoteBytes {
public:
    virtual ~RemoteBytes() = default;
    /// Copies bytes of the version that was opened, or fails. Precondition: the range is inside the file. Stops waiting
    /// when the thread's StopScope says so.
    virtual Result<> read(std::uint64_t offset, std::span<std::byte> target) = 0;
    /// As read(), but without a copy if possible: the bytes are in memory that `keeper` keeps alive, or in `scratch`.
    virtual Result<std::span<const std::byte>> view(
        ByteRange range, Buffer& scratch, std::shared_ptr<const void>& keeper) = 0;
    /// Announces bytes that will be read soon, until the token is destroyed. The ranges must ascend.
    virtual std::shared_ptr<void> expect(std::vector<ByteRange> ranges, const Reading& reading) = 0;
    /// Fails with Changed if a server response has shown a different version.
    virtual Result<> checkUnchanged() const = 0;
    /// The server's name for the version that was opened, the same for every client: an ETag or a time.
    virtual std::string version() const = 0;
};

/// The bytes of one file. All reads go through this class. Immutable and usable from any thread.
///
/// Implemented by a guarded memory map; by positioned reads on network file systems and where mapping fails; or by a
/// remote file that has an address instead of a path (remote_files.h). Holds no descriptor: a map does not need one,
/// and a read reopens the path and checks its identity. This allows thousands of shards and detects replaced files.
class Source : public std::enable_shared_from_this<Source> {
public:
    enum class Access : std::uint8_t { Automatic, Map, Read };

    static Result<std::shared_ptr<const Source>> open(std::filesystem::path path, Access access = Access::Automatic);
    /// `path` is the address without secrets; the device of `identity` must be remoteDevice.
    static std::shared_ptr<const Source> remote(
        std::filesystem::path path, FileIdentity identity, std::shared_ptr<RemoteBytes> bytes);
    static constexpr std::uint64_t remoteDevice = UINT64_MAX;
    ~Source();
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    const std::filesystem::path& path() const { return m_path; }
    const FileIdentity& identity() const { return m_identity; }
    std::uint64_t size() const { return m_identity.size; }
    bool mapped() const { return m_map != nullptr; }
    bool isRemote() const { return m_remote != nullptr; }
    /// RemoteBytes::version(); for a local file, its modification time in nanoseconds since 1970.
    std::string version() const { return m_remote ? m_remote->version() : std::to_string(m_identity.modified); }

    /// Calls `visitor(std::span<const std::byte>)` once with the bytes of `range`: part of the map, bytes received of a
    /// remote file, or a copy in `scratch`. Since it may copy, keep ranges of unmapped sources to a few MiB. Use what
    /// the visitor computed only if the call succeeds: where the file shrank by whole pages of the map, the visitor
    /// reads zeros and the call fails with Changed. Bytes that were rewritten, or cut off within the last remaining
    /// page, are detected only by checkUnchanged(): call it once at the end of a longer read. Fails with PastTheEnd,
    /// Changed, Io or OutOfMemory.
    template <typename Visitor>
    Result<> visit(ByteRange range, Buffer& scratch, Visitor&& visitor) const
    {
        std::shared_ptr<const void> keeper;
        auto bytes = acquire(range, scratch, keeper);
        if (!bytes)
            return fail(std::move(bytes.error()));
        visitor(*bytes);
        return checkMap();
    }

    /// Copies the bytes starting at `offset` into `target`. Fails as visit() does; for a remote file also with Stopped,
    /// if the thread's StopScope says so.
    Result<> read(std::uint64_t offset, std::span<std::byte> target) const;

    /// Loads a range of the map into memory at once, which is faster than page by page. Does nothing without a map or
    /// if the system does not support it.
    void fetch(ByteRange range) const;
    /// Returns the memory of a range that will not be needed soon to the system.
    void release(ByteRange range) const;

    /// Announces which bytes will be read soon, in ascending order. Those of a remote file are fetched ahead, and no
    /// others, until the result is destroyed. Does nothing for a local file.
    [[nodiscard]] std::shared_ptr<void> expect(std::vector<ByteRange> ranges, const Reading& reading = {}) const;

    /// Fails with Changed if the path no longer refers to the same file with the same size and time.
    Result<> checkUnchanged() const;

private:
    Source(std::filesystem::path path, FileIdentity identity)
        : m_path(std::move(path))
        , m_identity(identity)
    {
    }
    Result<std::span<const std::byte>> acquire(
        ByteRange range, Buffer& scratch, std::shared_ptr<const void>& keeper) const;
    Result<> readFile(std::uint64_t offset, std::span<std::byte> target) const;
    Result<> checkRange(ByteRange range) const;
    Result<> checkMap() const;

    std::filesystem::path m_path;
    FileIdentity m_identity;
    std::byte* m_map = nullptr;
    MapGuard m_guard;
    std::shared_ptr<RemoteBytes> m_remote;
};

} // namespace loupe
