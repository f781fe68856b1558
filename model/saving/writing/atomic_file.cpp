#include "saving/writing/atomic_file.h"

#include "core/text/text.h"
#include "saving/recipe/places.h"
#include "saving/writing/extended_attributes.h"
#include "saving/writing/last_close.h"
#include "saving/writing/unfinished_files.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <optional>

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

constexpr mode_t permissionBits = 07777;

fs::path folderOf(const fs::path& file)
{
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

/// Bytes that this process may still write to the file system.
std::uint64_t freeBytes(const struct statvfs& system)
{
    const auto blocks = ::geteuid() == 0 ? system.f_bfree : system.f_bavail;
    return std::uint64_t{blocks} * system.f_frsize;
}

/// Whether closing it takes longer than having another process do it.
bool isLargeAndDeleted(int file)
{
    constexpr off_t large = off_t{64} << 20;
    struct stat status { };
    return ::fstat(file, &status) == 0 && status.st_nlink == 0 && status.st_size >= large;
}

bool isInProc(const fs::path& link)
{
    struct statfs system { };
    return ::statfs(folderOf(link).c_str(), &system) == 0 && system.f_type == PROC_SUPER_MAGIC;
}

} // namespace

bool isFileThere(const fs::path& path)
{
    std::error_code ignored;
    return fs::exists(fs::status(path, ignored));
}

std::uint64_t freeBytes(const fs::path& folder)
{
    struct statvfs system { };
    return ::statvfs(folder.c_str(), &system) == 0 ? freeBytes(system) : UINT64_MAX;
}

Error fileExists(const fs::path& path)
{
    return {ErrorCode::Exists, "the file exists", path.string(), {}};
}

Error cannotWriteInto(int errorNumber, const fs::path& path)
{
    if (errorNumber != ENOENT)
        return systemError(errorNumber, "cannot write into its folder", path.string());
    Error error = systemError(errorNumber, {}, path.string());
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    error.message = "folder " + printable(folder.string()) + " does not exist; create it first";
    return error;
}

Error noRoom(std::uint64_t needed, std::uint64_t free, const fs::path& path)
{
    return {ErrorCode::NoSpace, "needs " + formatCount(needed) + " bytes, free are " + formatCount(free), path.string(),
        {}};
}

void surviveSizeLimit()
{
    struct sigaction now { };
    if (::sigaction(SIGXFSZ, nullptr, &now) == 0 && now.sa_handler == SIG_DFL)
        std::signal(SIGXFSZ, SIG_IGN);
}

Result<fs::path> writablePath(const fs::path& path)
{
    constexpr int mostLinks = 40; // the kernel's limit
    fs::path current = path;
    for (int links = 0; links <= mostLinks; ++links) {
        struct stat status { };
        if (!current.has_filename())
            return fail(ErrorCode::NotAFile, "is a folder, expected a file", path.string());
        if (::lstat(current.c_str(), &status) != 0) {
            if (errno == ENOENT)
                return current;
            return fail(systemError(errno, "cannot write", path.string()));
        }
        if (S_ISREG(status.st_mode))
            return current;
        if (!S_ISLNK(status.st_mode)) {
            return fail(ErrorCode::NotAFile,
                S_ISDIR(status.st_mode) ? "is a folder, expected a file"
                                        : "is a device, pipe or socket, expected a file",
                path.string());
        }
        if (isInProc(current)) {
            return fail(ErrorCode::NotAFile, "is a link to what a process has open, expected a file", path.string());
        }
        std::error_code error;
        const fs::path link = fs::read_symlink(current, error);
        if (error)
            return fail(systemError(error.value(), "cannot follow the link", path.string()));
        current = link.is_absolute() ? link : current.parent_path() / link;
    }
    return fail(systemError(ELOOP, "cannot follow the link", path.string()));
}

Result<> syncFolder(const fs::path& folder)
{
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return fail(systemError(errno, "cannot open the folder", folder.string()));
    const int error = ::fsync(descriptor) == 0 ? 0 : errno;
    ::close(descriptor);
    // Some file systems do not support it because they do not need it.
    if (error != 0 && error != EINVAL && error != EROFS)
        return fail(systemError(error, "cannot flush the folder to disk", folder.string()));
    return {};
}

AtomicFile::AtomicFile(fs::path target, Existing existing)
    : m_target(std::move(target))
    , m_existing(existing)
{
}

Result<std::unique_ptr<AtomicFile>> AtomicFile::create(
    const fs::path& path, std::uint64_t size, Existing existing, unsigned mode)
{
    surviveSizeLimit();
    auto target = writablePath(path);
    if (!target)
        return fail(std::move(target.error()));
    auto folder = NewFolder::createFor(path);
    if (!folder)
        return fail(std::move(folder.error()));
    std::unique_ptr<AtomicFile> file(new AtomicFile(std::move(*target), existing));
    file->m_folder = std::move(*folder);
    if (auto opened = file->open(mode); !opened)
        return fail(std::move(opened.error()));
    if (auto reserved = file->reserve(size); !reserved)
        return fail(std::move(reserved.error()));
    return file;
}

Result<std::unique_ptr<AtomicFile>> AtomicFile::reopen(
    const fs::path& temporary, const fs::path& path, std::uint64_t size, Existing existing)
{
    surviveSizeLimit();
    auto target = writablePath(path);
    if (!target)
        return fail(std::move(target.error()));
    std::unique_ptr<AtomicFile> file(new AtomicFile(std::move(*target), existing));
    if (auto taken = file->take(temporary, size); !taken)
        return fail(std::move(taken.error()));
    return file;
}

AtomicFile::~AtomicFile()
{
    if (!m_temporary.empty() && !m_isKept) {
        finishUnfinished(m_temporary, [&] {
            ::unlink(m_temporary.c_str());
            return true;
        });
    }
    if (m_descriptor < 0)
        return;
    std::optional<LastClose> elsewhere;
    if (isLargeAndDeleted(m_descriptor))
        elsewhere.emplace(std::span(&m_descriptor, 1));
    ::close(m_descriptor);
}

tl::unexpected<Error> AtomicFile::failure(std::string_view action) const
{
    return fail(systemError(errno, action, m_target.string()));
}

Result<> AtomicFile::open(unsigned newMode)
{
    removeLeftovers(m_target);
    struct stat there { };
    const bool replaces = ::stat(m_target.c_str(), &there) == 0;
    if (replaces && m_existing == Existing::Refuse)
        return fail(fileExists(m_target));
    // The file must not be more accessible than the one it replaces.
    const mode_t mode = replaces ? 0600 : newMode;
    for (;;) {
        const fs::path name = unfinishedName(m_target);
        m_descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
        if (m_descriptor < 0 && errno == EEXIST)
            continue;
        if (m_descriptor < 0)
            return fail(cannotWriteInto(errno, m_target));
        m_temporary = name;
        rememberUnfinished(m_temporary, m_descriptor);
        // Before it was locked, another process may have taken the file for a leftover and removed it; then create
        // another one. Without lock support, no process removes leftovers.
        struct stat mine { };
        while (::flock(m_descriptor, LOCK_EX) != 0 && errno == EINTR) { } // a process that checks for leftovers holds
                                                                          // the lock only briefly
        if (::fstat(m_descriptor, &mine) == 0 && mine.st_nlink > 0)
            return {};
        ::close(m_descriptor);
        finishUnfinished(m_temporary, [] { return true; });
    }
}

Result<> AtomicFile::take(const fs::path& temporary, std::uint64_t size)
{
    m_descriptor = ::open(temporary.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    struct stat mine { };
    if (m_descriptor < 0 || ::fstat(m_descriptor, &mine) != 0)
        return fail(systemError(errno, "cannot be opened", temporary.string()));
    if (!S_ISREG(mine.st_mode))
        return fail(ErrorCode::NotAFile, "is no regular file", temporary.string());
    if (mine.st_uid != ::geteuid())
        return fail(ErrorCode::PermissionDenied, "belongs to another user", temporary.string());
    if (::flock(m_descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return fail(ErrorCode::Exists, "is being written by another process", temporary.string());
    if (static_cast<std::uint64_t>(mine.st_size) > size)
        return fail(ErrorCode::Malformed,
            "has " + counted(static_cast<std::uint64_t>(mine.st_size), "byte") + ", expected at most "
                + formatCount(size),
            temporary.string());
    m_temporary = temporary;
    m_isKept = true;
    return reserve(size, static_cast<std::uint64_t>(mine.st_size));
}

void AtomicFile::keep(bool isKept)
{
    if (m_temporary.empty() || isKept == m_isKept)
        return;
    m_isKept = isKept;
    if (isKept)
        finishUnfinished(m_temporary, [] { return true; });
    else
        rememberUnfinished(m_temporary, m_descriptor);
}

std::uint64_t AtomicFile::inode() const
{
    struct stat mine { };
    return ::fstat(m_descriptor, &mine) == 0 ? mine.st_ino : 0;
}

/// `there`: how many bytes it already has.
Result<> AtomicFile::reserve(std::uint64_t size, std::uint64_t there)
{
    struct statvfs system { };
    if (::fstatvfs(m_descriptor, &system) == 0 && size - there > freeBytes(system))
        return fail(noRoom(size - there, freeBytes(system), m_target));
    while (size > there && ::fallocate(m_descriptor, 0, 0, static_cast<off_t>(size)) != 0) {
        if (errno == EOPNOTSUPP || errno == ENOSYS)
            return {};
        if (errno != EINTR)
            return failure("no room for " + formatCount(size) + " bytes");
    }
    return {};
}

Result<> AtomicFile::write(std::uint64_t offset, std::span<const std::byte> bytes)
{
    // Larger writes are slower because the copied data leaves the cache before they return.
    constexpr std::size_t most = std::size_t{256} << 10;
    while (!bytes.empty()) {
        const std::size_t size = std::min(bytes.size(), most);
        const ssize_t written = ::pwrite(m_descriptor, bytes.data(), size, static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0 && errno == EFAULT)
            return fail(ErrorCode::Changed, "the source was truncated meanwhile", m_target.string());
        if (written < 0)
            return failure("cannot write");
        offset += static_cast<std::uint64_t>(written);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

void AtomicFile::beginSync(ByteRange range) const
{
    ::sync_file_range(
        m_descriptor, static_cast<off_t>(range.begin), static_cast<off_t>(range.size()), SYNC_FILE_RANGE_WRITE);
}

Result<> AtomicFile::syncBytes() const
{
    while (::fdatasync(m_descriptor) != 0) {
        if (errno != EINTR)
            return failure("cannot flush the file to disk");
    }
    return {};
}

Result<> AtomicFile::sync()
{
    if (auto kept = takePermissions(); !kept)
        return kept;
    while (::fsync(m_descriptor) != 0) {
        if (errno != EINTR)
            return failure("cannot flush the file to disk");
    }
    return {};
}

Result<> AtomicFile::takePermissions()
{
    struct stat there { };
    struct stat mine { };
    if (::stat(m_target.c_str(), &there) != 0 || ::fstat(m_descriptor, &mine) != 0)
        return {};
    mode_t mode = there.st_mode & permissionBits;
    const bool sameOwner = there.st_uid == mine.st_uid && there.st_gid == mine.st_gid;
    if (!sameOwner && ::fchown(m_descriptor, there.st_uid, there.st_gid) != 0) {
        // Only root can set another owner. The group can be set by any of its members.
        [[maybe_unused]] const int ignored = ::fchown(m_descriptor, static_cast<uid_t>(-1), there.st_gid);
        mode &= ~static_cast<mode_t>(S_ISUID | S_ISGID);
    }
    copyExtendedAttributes(m_target, m_descriptor);
    if (::fchmod(m_descriptor, mode) != 0)
        return failure("cannot keep the permissions");
    return {};
}

Result<> AtomicFile::rename(const fs::path& from, const fs::path& to, Existing existing)
{
    constexpr std::string_view action = "cannot move the file into place";
    if (existing == Existing::Replace)
        return ::rename(from.c_str(), to.c_str()) == 0 ? Result<>() : fail(systemError(errno, action, to.string()));
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0)
        return {};
    if (errno == EEXIST)
        return fail(ErrorCode::Exists, "the file was created meanwhile", to.string());
    // If the file system cannot guarantee not to replace it, check once more.
    struct stat there { };
    if (errno == EINVAL && ::lstat(to.c_str(), &there) != 0 && errno == ENOENT
        && ::rename(from.c_str(), to.c_str()) == 0)
        return {};
    return fail(systemError(errno, action, to.string()));
}

Result<> AtomicFile::putAt(const fs::path& path, Existing existing)
{
    Result<> done = fail(ErrorCode::Stopped, "stopped", path.string());
    const bool renamed = finishUnfinished(m_temporary, [&] {
        done = rename(m_temporary, path, existing);
        return done.has_value();
    });
    if (!renamed)
        return done;
    m_temporary.clear();
    return syncFolder(folderOf(path));
}

Result<> AtomicFile::commit()
{
    return putAt(m_target, m_existing);
}

Result<> AtomicFile::commitAs(const fs::path& path)
{
    return putAt(path, Existing::Refuse);
}

} // namespace loupe
