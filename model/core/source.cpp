#include "core/source.h"

#include "core/descriptor.h"
#include "core/file_time.h"
#include "core/remote/remote_files.h"
#include "core/text/text.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace loupe {

namespace {

/// Network and user-space file systems, on which users report that maps are 30 to 50 times slower than reads. Magic
/// numbers that <linux/magic.h> lacks are from statfs(2).
constexpr long networkFileSystems[] = {NFS_SUPER_MAGIC, SMB_SUPER_MAGIC, 0xff534d42 /* CIFS */, 0xfe534d42 /* SMB2 */,
    0x65735546 /* FUSE */, V9FS_MAGIC, CEPH_SUPER_MAGIC, AFS_SUPER_MAGIC, CODA_SUPER_MAGIC, 0x0bd00bd0 /* Lustre */,
    0x47504653 /* GPFS */, 0x19830326 /* BeeGFS */};

/// Opens without blocking, so that a pipe without a writer cannot hang the caller.
int openForReading(const std::filesystem::path& path)
{
    return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

FileIdentity identityOf(const struct stat& status)
{
    return {.device = status.st_dev,
        .inode = status.st_ino,
        .size = static_cast<std::uint64_t>(status.st_size),
        .modified = nanosecondsOf(status.st_mtim)};
}

Result<FileIdentity> regularFile(const struct stat& status, const std::filesystem::path& path)
{
    if (S_ISREG(status.st_mode))
        return identityOf(status);
    return fail(ErrorCode::NotAFile,
        S_ISDIR(status.st_mode) ? "is a folder, expected a file" : "is a device, pipe or socket, expected a file",
        path.string());
}

/// Whether the path is like "http:/…" and there is no folder "http:".
bool lacksASlash(const std::filesystem::path& path)
{
    const std::string_view text = path.native();
    const std::size_t colon = text.find(':');
    std::error_code ignored;
    return colon != text.npos && colon > 1 && text.find('/') == colon + 1
        && !std::filesystem::exists(text.substr(0, colon + 1), ignored);
}

/// A path that begins like an address was probably meant as one.
Error cannotOpen(int code, const std::filesystem::path& path)
{
    if (code == ENOENT && hasScheme(path)) {
        return {ErrorCode::InvalidArgument,
            "addresses begin with https://, http://, hf://, s3:// or sftp://, and paths of this machine with none of "
            "these",
            path.string(), std::nullopt};
    }
    Error error = systemError(code, "cannot open", path.string());
    if (code == ENOENT && lacksASlash(path))
        error.message += "; addresses begin with https://, http://, hf://, s3:// or sftp://";
    return error;
}

Result<FileIdentity> identifyOpen(const Descriptor& file, const std::filesystem::path& path)
{
    struct stat status = {};
    if (file.number() < 0 || ::fstat(file.number(), &status) != 0)
        return fail(cannotOpen(errno, path));
    return regularFile(status, path);
}

std::uint64_t pageSize()
{
    static const auto size = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    return size;
}

bool onNetwork(const Descriptor& file)
{
    struct statfs system = {};
    if (::fstatfs(file.number(), &system) != 0)
        return false;
    // f_type is signed and sign-extends magic numbers above 2^31.
    for (const long magic : networkFileSystems) {
        if (static_cast<std::uint32_t>(system.f_type) == static_cast<std::uint32_t>(magic))
            return true;
    }
    return false;
}

} // namespace

Result<FileIdentity> identify(const std::filesystem::path& path)
{
    if (isAddress(path)) {
        const auto source = Source::open(path);
        return source ? Result<FileIdentity>((*source)->identity()) : fail(source.error());
    }
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0)
        return fail(cannotOpen(errno, path));
    return regularFile(status, path);
}

Result<std::shared_ptr<const Source>> Source::open(std::filesystem::path path, Access access)
{
    if (isAddress(path)) {
        if (RemoteFiles* const files = remoteFiles())
            return files->open(path.string());
        return fail(
            ErrorCode::Unsupported, "is an address, and this program cannot read from the network", path.string());
    }
    const Descriptor file(openForReading(path));
    const auto identity = identifyOpen(file, path);
    if (!identity)
        return fail(identity.error());

    std::shared_ptr<Source> source(new Source(std::move(path), *identity));
    const bool wantMap = access == Access::Map || (access == Access::Automatic && !onNetwork(file));
    if (!wantMap || identity->size == 0 || identity->size > SIZE_MAX)
        return source;
    void* const map = ::mmap(nullptr, identity->size, PROT_READ, MAP_SHARED, file.number(), 0);
    if (map == MAP_FAILED)
        return source;
    auto* const bytes = static_cast<std::byte*>(map);
    if (source->m_guard.watch(bytes, identity->size))
        source->m_map = bytes;
    else
        ::munmap(map, identity->size);
    return source;
}

std::shared_ptr<const Source> Source::remote(
    std::filesystem::path path, FileIdentity identity, std::shared_ptr<RemoteBytes> bytes)
{
    std::shared_ptr<Source> source(new Source(std::move(path), identity));
    source->m_remote = std::move(bytes);
    return source;
}

Source::~Source()
{
    // Nobody reads anymore. Unregisters the guard first, since another thread may map something at this address right
    // away.
    m_guard.unwatch();
    if (m_map)
        ::munmap(m_map, m_identity.size);
}

Result<> Source::checkRange(ByteRange range) const
{
    if (range.begin <= range.end && range.end <= size())
        return {};
    return fail(ErrorCode::PastTheEnd,
        "bytes " + formatCount(range.begin) + " to " + formatCount(range.end) + " are wanted of a file of "
            + formatCount(size()) + " bytes",
        m_path.string(), range.begin);
}

Result<> Source::checkMap() const
{
    const auto fault = m_guard.faultAt();
    if (!fault)
        return {};
    return fail(
        ErrorCode::Changed, "the file was truncated or its disk failed while it was open", m_path.string(), *fault);
}

Result<std::span<const std::byte>> Source::acquire(
    ByteRange range, Buffer& scratch, std::shared_ptr<const void>& keeper) const
{
    if (auto inside = checkRange(range); !inside)
        return fail(std::move(inside.error()));
    if (m_map)
        return std::span<const std::byte>(m_map + range.begin, range.size());
    if (m_remote)
        return m_remote->view(range, scratch, keeper);
    if (auto room = scratch.resize(range.size()); !room)
        return fail(std::move(room.error()));
    if (auto done = readFile(range.begin, scratch.bytes()); !done)
        return fail(std::move(done.error()));
    return std::span<const std::byte>(scratch.bytes());
}

Result<> Source::read(std::uint64_t offset, std::span<std::byte> target) const
{
    if (offset > size() || target.size() > size() - offset)
        return checkRange({offset, offset + std::min<std::uint64_t>(target.size(), UINT64_MAX - offset)});
    if (target.empty())
        return {};
    if (!m_map)
        return readFile(offset, target);
    std::memcpy(target.data(), m_map + offset, target.size());
    return checkMap();
}

Result<> Source::readFile(std::uint64_t offset, std::span<std::byte> target) const
{
    if (m_remote)
        return m_remote->read(offset, target);
    const Descriptor file(openForReading(m_path));
    const auto identity = identifyOpen(file, m_path);
    if (!identity)
        return fail(identity.error());
    if (*identity != m_identity)
        return fail(ErrorCode::Changed, "the file was changed or replaced while it was open", m_path.string());
    std::size_t done = 0;
    while (done < target.size()) {
        const ssize_t count =
            ::pread(file.number(), target.data() + done, target.size() - done, static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return fail(systemError(errno, "cannot read", m_path.string()));
        if (count == 0)
            return fail(ErrorCode::Changed, "the file was truncated while it was open", m_path.string(), offset + done);
        done += static_cast<std::size_t>(count);
    }
    return {};
}

void Source::fetch(ByteRange range) const
{
    const std::uint64_t begin = range.begin / pageSize() * pageSize();
    const std::uint64_t end = std::min(range.end, size());
    if (m_map && begin < end)
        ::madvise(m_map + begin, end - begin, MADV_POPULATE_READ);
}

void Source::release(ByteRange range) const
{
    const std::uint64_t page = pageSize();
    const std::uint64_t begin = (range.begin + page - 1) / page * page;
    const std::uint64_t end = std::min(range.end, size()) / page * page;
    if (m_map && begin < end)
        ::madvise(m_map + begin, end - begin, MADV_DONTNEED);
}

std::shared_ptr<void> Source::expect(std::vector<ByteRange> ranges, const Reading& reading) const
{
    return m_remote ? m_remote->expect(std::move(ranges), reading) : nullptr;
}

Result<> Source::checkUnchanged() const
{
    if (m_remote)
        return m_remote->checkUnchanged();
    if (auto intact = checkMap(); !intact)
        return intact;
    const auto now = loupe::identify(m_path);
    if (!now)
        return fail(ErrorCode::Changed, "the file is no longer there", m_path.string());
    if (*now != m_identity)
        return fail(ErrorCode::Changed, "the file was changed or replaced while it was open", m_path.string());
    return {};
}

} // namespace loupe
