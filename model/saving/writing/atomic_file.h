#pragma once

#include "core/byte_range.h"
#include "core/result.h"
#include "saving/writing/new_folder.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace loupe {

/// The action if the file exists already.
enum class Existing : std::uint8_t { Refuse, Replace };

/// A file that appears atomically: it is written under another name in the same folder, then renamed. A process that
/// reads or maps a file which is replaced keeps the old content. The mode of the replaced file is kept and, if the
/// system allows it, so are its owner, its access control list and its "user.*" attributes. Other hard links keep the
/// old content.
///
/// The temporary name, ".NAME.tloupe-XXXXXXXXXXXXXXXX.part" with a random number, cannot be mistaken for a checkpoint.
/// The temporary file is removed with the object or, if the process was killed, when another file is written under the
/// same NAME.
///
/// Makes the process ignore SIGXFSZ if that would kill it: exceeding the file size limit is then an ordinary error.
class AtomicFile {
public:
    /// Reserves disk space for `size` bytes. Follows symbolic links. Creates the folder of `path` if only that folder
    /// is missing, and removes it again if the file does not get its final name. A new file has the permissions `mode`,
    /// less the process's umask. Fails, leaving nothing behind, with NotAFile, Exists (with Existing::Refuse), NoSpace,
    /// TooLarge, PermissionDenied, NotFound or Io.
    static Result<std::unique_ptr<AtomicFile>> create(
        const std::filesystem::path& path, std::uint64_t size, Existing existing, unsigned mode = 0666);
    /// Continues a file that an earlier process left under the name `temporary`, and keeps its bytes. Fails as create()
    /// does; with Exists if another process is writing it, PermissionDenied if it belongs to another user, and
    /// Malformed if it has more than `size` bytes.
    static Result<std::unique_ptr<AtomicFile>> reopen(const std::filesystem::path& temporary,
        const std::filesystem::path& path, std::uint64_t size, Existing existing);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// The final path, with links followed.
    const std::filesystem::path& target() const { return m_target; }
    /// The path until commit().
    const std::filesystem::path& temporary() const { return m_temporary; }

    /// May be called from several threads at once. Fails as create() does, and with Changed if `bytes` is in a map
    /// whose file was truncated.
    Result<> write(std::uint64_t offset, std::span<const std::byte> bytes);

    /// Lets the system start syncing a range that is already written, so that sync() has less to wait for.
    void beginSync(ByteRange range) const;

    /// Syncs the bytes written so far to disk. Thread-safe.
    Result<> syncBytes() const;
    /// Syncs everything to disk.
    Result<> sync();

    /// If `isKept`, the temporary file remains if the object or the process ends before commit(), so that it can be
    /// reopened with reopen().
    void keep(bool isKept);
    std::uint64_t inode() const;

    /// Renames the file to its final name. Call it once, after sync(). Fails with Exists if a file has appeared that
    /// must not be replaced, or with Io.
    Result<> commit();
    /// As above, but with another name in the same folder, which must not exist yet.
    Result<> commitAs(const std::filesystem::path& path);
    /// True if the file has its final name. Also true if commit() failed because the folder could not be synced to
    /// disk.
    bool isPlaced() const { return m_temporary.empty(); }

private:
    AtomicFile(std::filesystem::path target, Existing existing);
    Result<> open(unsigned newMode);
    Result<> take(const std::filesystem::path& temporary, std::uint64_t size);
    Result<> reserve(std::uint64_t size, std::uint64_t there = 0);
    Result<> takePermissions();
    static Result<> rename(const std::filesystem::path& from, const std::filesystem::path& to, Existing existing);
    Result<> putAt(const std::filesystem::path& path, Existing existing);
    tl::unexpected<Error> failure(std::string_view action) const;

    NewFolder m_folder; ///< removed after the temporary file in it
    std::filesystem::path m_target;
    std::filesystem::path m_temporary; ///< empty if there is none
    Existing m_existing;
    bool m_isKept = false;
    int m_descriptor = -1;
};

/// The path with symbolic links resolved. The file itself need not exist. Fails with NotAFile if it is not a regular
/// file, or if a link in /proc refers to an open file of a process, such as /dev/stdout.
Result<std::filesystem::path> writablePath(const std::filesystem::path& path);

/// Makes the process ignore SIGXFSZ if that would kill it.
void surviveSizeLimit();

/// Syncs a folder's entries to disk.
Result<> syncFolder(const std::filesystem::path& folder);

/// Removes all unfinished files, and the folders created for them if they are empty then. Their commit() fails from now
/// on. For a process that is about to exit without waiting for its threads.
void removeUnfinishedFiles();

} // namespace loupe
