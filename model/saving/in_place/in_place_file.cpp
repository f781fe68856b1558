#include "saving/in_place/in_place_file.h"

#include "saving/writing/atomic_file.h"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

Result<std::optional<InPlaceFile>> InPlaceFile::open(
    const fs::path& path, std::chrono::milliseconds patience, const Work& work)
{
    surviveSizeLimit();
    return open(path, O_RDWR, LOCK_EX, patience, work);
}

Result<std::optional<InPlaceFile>> InPlaceFile::openForReading(
    const fs::path& path, std::chrono::milliseconds patience, const Work& work)
{
    return open(path, O_RDONLY, LOCK_SH, patience, work);
}

Result<std::optional<InPlaceFile>> InPlaceFile::open(
    const fs::path& path, int access, int lock, std::chrono::milliseconds patience, const Work& work)
{
    const int descriptor = ::open(path.c_str(), access | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) {
        return fail(systemError(errno, access == O_RDONLY ? "cannot be read" : "cannot be written", path.string()));
    }
    InPlaceFile file(path, descriptor);
    const auto locked = file.lock(lock, patience, work);
    if (!locked)
        return fail(locked.error());
    if (!*locked)
        return std::optional<InPlaceFile>();
    if (auto looked = file.look(); !looked)
        return fail(std::move(looked.error()));
    return std::optional(std::move(file));
}

InPlaceFile::~InPlaceFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

InPlaceFile::InPlaceFile(InPlaceFile&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_identity(other.m_identity)
    , m_owner(other.m_owner)
    , m_links(other.m_links)
{
}

Result<bool> InPlaceFile::lock(int kind, std::chrono::milliseconds patience, const Work& work) const
{
    constexpr std::chrono::milliseconds pause(10);
    for (std::chrono::milliseconds waited{0};; waited += pause) {
        if (::flock(m_descriptor, kind | LOCK_NB) == 0)
            return true;
        if (errno != EWOULDBLOCK && errno != EINTR)
            return fail(systemError(errno, "cannot be locked", m_path.string()));
        if (waited >= patience || work.stopped())
            return false;
        ::poll(nullptr, 0, static_cast<int>(pause.count()));
    }
}

Result<> InPlaceFile::look()
{
    struct stat status { };
    if (::fstat(m_descriptor, &status) != 0)
        return fail(systemError(errno, "cannot be read", m_path.string()));
    const auto identity = identify(m_path);
    if (!identity)
        return fail(identity.error());
    if (identity->device != status.st_dev || identity->inode != status.st_ino)
        return fail(ErrorCode::Changed, "the file was replaced meanwhile", m_path.string());
    m_identity = *identity;
    m_owner = status.st_uid;
    m_links = status.st_nlink;
    return {};
}

Result<> InPlaceFile::write(std::uint64_t offset, std::span<const std::byte> bytes) const
{
    while (!bytes.empty()) {
        const ssize_t written = ::pwrite(m_descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return fail(systemError(errno, "cannot write", m_path.string()));
        offset += static_cast<std::uint64_t>(written);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

Result<> InPlaceFile::sync() const
{
    while (::fdatasync(m_descriptor) != 0) {
        if (errno != EINTR)
            return fail(systemError(errno, "cannot flush the file to disk", m_path.string()));
    }
    return {};
}

} // namespace loupe
