#include "saving/in_place/header_journal.h"

#include "analysis/digests/hasher.h"
#include "core/descriptor.h"
#include "formats/shared/header_frame.h"
#include "saving/writing/atomic_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t idSize = 16;
constexpr std::size_t fieldsSize = 8 + 8 + idSize;
constexpr std::size_t digestSize = 32;
constexpr std::size_t overhead = journalMagic.size() + fieldsSize + digestSize;

tl::unexpected<Error> malformedJournal(std::string message)
{
    return fail(ErrorCode::Malformed, std::move(message));
}

/// The fields between the magic and the first header.
std::string fieldsOf(const HeaderEdit& edit)
{
    std::string fields;
    for (const std::uint64_t number : {edit.fileSize, std::uint64_t{edit.before.size()}})
        fields.append(reinterpret_cast<const char*>(&number), sizeof(number));
    fields += edit.format;
    fields.resize(fieldsSize, '\0');
    return fields;
}

std::uint64_t numberAt(std::string_view bytes, std::size_t offset)
{
    std::uint64_t number = 0;
    std::memcpy(&number, bytes.data() + offset, sizeof(number));
    return number;
}

Result<std::string> digestOf(std::initializer_list<std::string_view> parts)
{
    auto hasher = Hasher::create(DigestAlgorithm::Xxh3_128);
    if (!hasher)
        return fail(std::move(hasher.error()));
    for (const std::string_view part : parts)
        (*hasher)->add(std::as_bytes(std::span(part)));
    return (*hasher)->hexDigest();
}

Result<std::string> readAll(const Descriptor& file, std::size_t size)
{
    std::string bytes(size, '\0');
    for (std::size_t done = 0; done < size;) {
        const ssize_t count = ::pread(file.number(), bytes.data() + done, size - done, static_cast<off_t>(done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return fail(systemError(count < 0 ? errno : EIO, "cannot read", {}));
        done += static_cast<std::size_t>(count);
    }
    return bytes;
}

} // namespace

std::optional<fs::path> headerJournalPath(const fs::path& file)
{
    constexpr std::size_t longestName = 255;
    const std::string name = "." + file.filename().string() + ".tloupe-journal";
    if (name.size() > longestName)
        return std::nullopt;
    return file.parent_path() / name;
}

std::uint64_t headerJournalSize(std::uint64_t start)
{
    return overhead + 2 * start;
}

Result<> writeHeaderJournal(const fs::path& journal, const HeaderEdit& edit)
{
    constexpr unsigned mine = 0600;
    const std::string fields = fieldsOf(edit);
    const auto digest = digestOf({journalMagic, fields, edit.before, edit.after});
    if (!digest)
        return fail(digest.error());
    auto file = AtomicFile::create(journal, headerJournalSize(edit.before.size()), Existing::Refuse, mine);
    if (!file)
        return fail(std::move(file.error()));
    std::uint64_t offset = 0;
    for (const std::string_view part : {journalMagic, std::string_view(fields), std::string_view(edit.before),
             std::string_view(edit.after), std::string_view(*digest)}) {
        if (auto written = (*file)->write(offset, std::as_bytes(std::span(part))); !written)
            return written;
        offset += part.size();
    }
    if (auto synced = (*file)->sync(); !synced)
        return synced;
    auto placed = (*file)->commit();
    if (!placed && placed.error().code != ErrorCode::Exists)
        ::unlink(journal.c_str()); // it may exist, but might not survive a crash
    return placed;
}

bool mayOwnJournal(uid_t user, uid_t owner)
{
    return user == owner || user == ::geteuid() || user == 0;
}

Result<HeaderEdit> parseHeaderJournal(std::string_view bytes)
{
    if (bytes.size() < overhead || !bytes.starts_with(journalMagic))
        return malformedJournal("is not a journal of an edit");
    const std::string_view fields = bytes.substr(journalMagic.size(), fieldsSize);
    const std::uint64_t size = numberAt(fields, 8);
    if ((bytes.size() - overhead) % 2 != 0 || size != (bytes.size() - overhead) / 2)
        return malformedJournal("is not whole");
    const std::string_view content = bytes.substr(0, bytes.size() - digestSize);
    const auto digest = digestOf({content});
    if (!digest)
        return fail(digest.error());
    if (bytes.substr(content.size()) != *digest)
        return malformedJournal("is damaged");
    const std::string_view id = fields.substr(fieldsSize - idSize);
    const std::string_view headers = content.substr(journalMagic.size() + fieldsSize);
    return HeaderEdit{.format = std::string(id.substr(0, id.find('\0'))),
        .fileSize = numberAt(fields, 0),
        .before = std::string(headers.substr(0, size)),
        .after = std::string(headers.substr(size))};
}

Result<HeaderEdit> readHeaderJournal(const fs::path& journal, std::uint64_t fileSize, uid_t owner)
try {
    const Descriptor file(::open(journal.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
    struct stat status { };
    if (file.number() < 0 || ::fstat(file.number(), &status) != 0)
        return fail(systemError(errno, "cannot be opened", {}));
    if (!S_ISREG(status.st_mode))
        return malformedJournal("is not a regular file");
    if (!mayOwnJournal(status.st_uid, owner))
        return fail(ErrorCode::PermissionDenied, "belongs to another user than the file");
    const std::uint64_t largest = overhead + 2 * std::min(fileSize, lengthFieldSize + largestReferenceHeader);
    if (static_cast<std::uint64_t>(status.st_size) > largest)
        return malformedJournal("is larger than a journal of this file can be");
    const auto bytes = readAll(file, static_cast<std::size_t>(status.st_size));
    return bytes ? parseHeaderJournal(*bytes) : fail(bytes.error());
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "is larger than the available memory");
}

void removeHeaderJournal(const fs::path& journal)
{
    if (::unlink(journal.c_str()) == 0)
        static_cast<void>(syncFolder(journal.has_parent_path() ? journal.parent_path() : fs::path(".")));
}

} // namespace loupe
