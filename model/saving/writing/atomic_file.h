#pragma once

#include "core/byte_range.h"
#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace loupe {

/// What to do where there is a file already.
enum class Existing : std::uint8_t { Refuse, Replace };

/// A file that is there whole or not at all: written under another name in the same folder, then renamed. Whoever reads
/// or maps the file that is replaced keeps that one. Its mode is kept and, where the system allows it, its owner, its
/// access control list and its attributes "user.*"; other hard links to it stay with the old content.
///
/// The other name, ".NAME.tloupe-XXXXXXXXXXXXXXXX.part" with a random number, is nobody's checkpoint. It goes away with
/// the object; where the process was killed, with the next file that is written under the same NAME.
///
/// Makes the process ignore SIGXFSZ where that would end it: the limit on a file's size is an error like others.
class AtomicFile {
public:
    /// Takes the room for `size` bytes. A symbolic link is followed to what it names. Fails, leaving nothing behind,
    /// with NotAFile, Exists (with Existing::Refuse), NoSpace, TooLarge, PermissionDenied, NotFound or Io.
    /// A new file has the permissions `mode`, less what the process's mask takes away.
    static Result<std::unique_ptr<AtomicFile>> create(
        const std::filesystem::path& path, std::uint64_t size, Existing existing, unsigned mode = 0666);
    /// Goes on with a file that an earlier process has left under the name `temporary`, whose bytes stay. Fails as
    /// create() does; with Exists where another process is writing it, PermissionDenied where it is another user's, and
    /// Malformed where it has more than `size` bytes.
    static Result<std::unique_ptr<AtomicFile>> reopen(const std::filesystem::path& temporary,
        const std::filesystem::path& path, std::uint64_t size, Existing existing);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// Where the file will be, links followed.
    const std::filesystem::path& target() const { return m_target; }
    /// Where it is until commit().
    const std::filesystem::path& temporary() const { return m_temporary; }

    /// From several threads at once, if they like. Fails as create() does, and with Changed where `bytes` are those of
    /// a map whose file was truncated.
    Result<> write(std::uint64_t offset, std::span<const std::byte> bytes);

    /// The system may begin to bring a range that is written to the disk, while others are: then sync() has less to
    /// wait for.
    void beginSync(ByteRange range) const;

    /// Brings all bytes to the disk that are written so far. From any thread.
    Result<> syncBytes() const;
    /// Brings all to the disk.
    Result<> sync();

    /// Whether it stays where the object or the process ends before it is in its place: for reopen().
    void keep(bool isKept);
    std::uint64_t inode() const;

    /// Puts the file in its place; to be called once, after sync(). Fails with Exists if a file has appeared that
    /// must not be replaced, or Io.
    Result<> commit();
    /// The same under another name in the same folder, which no file has.
    Result<> commitAs(const std::filesystem::path& path);
    /// Whether it is in its place; also where commit() failed because its folder could not be brought to the disk.
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

    std::filesystem::path m_target;
    std::filesystem::path m_temporary; ///< empty while there is none
    Existing m_existing;
    bool m_isKept = false;
    int m_descriptor = -1;
};

/// The path that `path` leads to when symbolic links are followed; the last file need not be there. Fails with NotAFile
/// where that is no regular file, or where a link of /proc leads on to what a process has open: /dev/stdout.
Result<std::filesystem::path> writablePath(const std::filesystem::path& path);

/// Makes the process ignore SIGXFSZ where that would end it.
void surviveSizeLimit();

/// Brings a folder's entries to the disk.
Result<> syncFolder(const std::filesystem::path& folder);

/// Removes all files that are not yet in their place; their commit() fails from now on. For a process that is about to
/// end without waiting for its threads.
void removeUnfinishedFiles();

} // namespace loupe
