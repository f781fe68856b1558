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

/// What makes a file the same file with the same content, as far as the system says.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;
    std::int64_t modified = 0; ///< nanoseconds since 1970

    bool operator==(const FileIdentity&) const = default;
};

/// The identity of the regular file at `path` now, or of the one at an address while it is open. Fails with NotFound,
/// PermissionDenied, NotAFile or Io.
Result<FileIdentity> identify(const std::filesystem::path& path);

/// How expected bytes will be read, and what else with them.
struct Reading {
    enum class Purpose : std::uint8_t {
        Look, ///< at something that may be looked at again
        Copy, ///< all of it, again if that is interrupted
        Scan, ///< all of it: what is wanted is the outcome
    };

    Purpose purpose = Purpose::Look;
    /// The ranges are read about as they lie in the file: what comes next is worth fetching. Otherwise they only are
    /// what the purpose is about.
    bool isInOrder = true;
    bool isRepeated = false; ///< some of it is read twice, one time soon after the other
    std::uint64_t altogether = 0; ///< bytes of the whole reading, if other files belong to it
};

/// The bytes of a file on another machine. Usable from any thread.
class RemoteBytes {
public:
    virtual ~RemoteBytes() = default;
    /// Copies bytes of the version of the file that was opened, or fails; the range is inside of it. Waits no longer
    /// than the StopScope of the thread allows.
    virtual Result<> read(std::uint64_t offset, std::span<std::byte> target) = 0;
    /// The same bytes where they lie in memory, which `keeper` keeps; or a copy in `scratch`.
    virtual Result<std::span<const std::byte>> view(
        ByteRange range, Buffer& scratch, std::shared_ptr<const void>& keeper) = 0;
    /// Bytes that will be read soon, until the token is gone; the ranges ascend.
    virtual std::shared_ptr<void> expect(std::vector<ByteRange> ranges, const Reading& reading) = 0;
    /// Changed where an answer has shown another version since.
    virtual Result<> checkUnchanged() const = 0;
    /// What its server names the version that was opened, the same for whoever asks: an ETag, or a time.
    virtual std::string version() const = 0;
};

/// The bytes of one file, and the only way to them. Immutable and usable from any thread.
///
/// A guarded memory map; or, on network file systems and where mapping fails, positioned reads; or a file that has an
/// address instead of a path (remote_files.h). Holds no descriptor: a map does not need one, and a read opens the path
/// again and checks its identity, so that neither thousands of shards nor a replaced file can hurt.
class Source : public std::enable_shared_from_this<Source> {
public:
    enum class Access : std::uint8_t { Automatic, Map, Read };

    static Result<std::shared_ptr<const Source>> open(std::filesystem::path path, Access access = Access::Automatic);
    /// `path` is the address without secrets, the device of `identity` is remoteDevice.
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
    /// RemoteBytes::version(); of a file of this machine, when it was modified, in nanoseconds since 1970.
    std::string version() const { return m_remote ? m_remote->version() : std::to_string(m_identity.modified); }

    /// Calls `visitor(std::span<const std::byte>)` once with the bytes of `range`: the map itself, what has arrived of
    /// a remote file, or a copy in `scratch`, so keep ranges of unmapped sources to a few MiB. What the visitor
    /// computed counts only if the result is a success: where whole pages of the map went with the file's end, zeros
    /// are read and that is reported here (Changed). Bytes that went within the last page that is left, or were
    /// rewritten, are noticed by checkUnchanged() alone: ask it once at the end of a longer reading. Fails with
    /// PastTheEnd, Changed, Io or OutOfMemory.
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

    /// Copies the bytes from `offset` on into `target`. Fails as visit() does; that of a remote file with Stopped, too,
    /// where the thread's StopScope says so.
    Result<> read(std::uint64_t offset, std::span<std::byte> target) const;

    /// Brings a range of a map into memory at once, which is quicker than page by page; without one, or where the
    /// system cannot, does nothing.
    void fetch(ByteRange range) const;
    /// Gives the memory of a range that will not be needed soon back to the system.
    void release(ByteRange range) const;

    /// Tells which bytes will be read soon, in ascending order: those of a remote file are fetched ahead, and no
    /// others. Holds until the result is gone. Does nothing for a file of this machine.
    [[nodiscard]] std::shared_ptr<void> expect(std::vector<ByteRange> ranges, const Reading& reading = {}) const;

    /// Changed where the path no longer names the same file with the same size and time.
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
