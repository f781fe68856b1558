#include "remote/cache/disk_cache.h"

#include "core/file_time.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "remote/cache/about_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

namespace loupe::remote {

namespace fs = std::filesystem;

namespace {

/// The memory limit for blocks that wait to be written.
constexpr std::uint64_t mostWaiting = std::uint64_t{128} << 20;

struct Unit {
    std::string_view name;
    std::uint64_t bytes;
};
constexpr std::array units{Unit{"kB", 1'000}, Unit{"MB", 1'000'000}, Unit{"GB", 1'000'000'000},
    Unit{"TB", 1'000'000'000'000}, Unit{"KiB", std::uint64_t{1} << 10}, Unit{"MiB", std::uint64_t{1} << 20},
    Unit{"GiB", std::uint64_t{1} << 30}, Unit{"TiB", std::uint64_t{1} << 40}};

std::optional<std::uint64_t> readLimit(std::string_view text)
{
    std::uint64_t factor = 1;
    for (const Unit& unit : units) {
        if (text.ends_with(unit.name)) {
            factor = unit.bytes;
            text.remove_suffix(unit.name.size());
            while (text.ends_with(' '))
                text.remove_suffix(1);
            break;
        }
    }
    const auto number = parseNumber(text);
    return number && *number <= INT64_MAX / factor ? std::optional(*number * factor) : std::nullopt;
}

/// Creates missing folders with access only for the owner.
bool makeFolders(const fs::path& folder)
{
    fs::path path;
    for (const fs::path& part : folder) {
        path /= part;
        if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
            return false;
    }
    return true;
}

/// Calls `visitor(path)` for each entry of a folder; not at all if it cannot be read.
template <typename Visitor>
void visitFolder(const fs::path& folder, Visitor visitor)
{
    std::error_code ended;
    for (fs::directory_iterator file(folder, ended); !ended && file != fs::directory_iterator(); file.increment(ended))
        visitor(file->path());
}

struct BlockOnDisk {
    fs::path path;
    std::uint64_t bytes = 0;
    std::int64_t used = 0; ///< nanoseconds since 1970
};

std::optional<BlockOnDisk> statBlock(const fs::path& path)
{
    struct stat status = {};
    if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return std::nullopt;
    return BlockOnDisk{path, static_cast<std::uint64_t>(status.st_size), nanosecondsOf(status.st_mtim)};
}

std::vector<BlockOnDisk> blocksIn(const fs::path& root)
{
    std::vector<BlockOnDisk> blocks;
    visitFolder(root, [&](const fs::path& folder) {
        visitFolder(folder, [&](const fs::path& file) {
            const std::string name = file.filename().string();
            if (!blockOfName(name) && !isUnfinishedName(name))
                return;
            if (auto block = statBlock(file))
                blocks.push_back(std::move(*block));
        });
    });
    return blocks;
}

void removeIfWithoutBlocks(const fs::path& folder)
{
    bool hasBlock = false;
    visitFolder(folder, [&](const fs::path& file) { hasBlock = hasBlock || blockOfName(file.filename().native()); });
    std::error_code ignored;
    if (!hasBlock)
        fs::remove_all(folder, ignored);
}

std::uint64_t bytesOf(const std::vector<BlockOnDisk>& blocks)
{
    std::uint64_t bytes = 0;
    for (const BlockOnDisk& block : blocks)
        bytes += block.bytes;
    return bytes;
}

std::uint64_t versionNumber(const DiskCache::Identity& identity, const Version& version)
{
    return digestOf((identity.digest.empty() ? version.etag : identity.digest) + '\n' + std::to_string(version.size));
}

} // namespace

Result<DiskCache::Settings> DiskCache::settings(const Environment& environment)
{
    Settings settings{.folder = environment("XDG_CACHE_HOME"), .limit = usualLimit};
    if (!settings.folder.is_absolute()) { // as the XDG specification requires
        const fs::path home = environment("HOME");
        settings.folder = home.is_absolute() ? home / ".cache" : fs::path();
    }
    if (!settings.folder.empty())
        settings.folder = settings.folder / "tensorloupe" / "remote";
    const std::string limit = environment("TENSORLOUPE_CACHE_LIMIT");
    const auto bytes = limit.empty() ? usualLimit : readLimit(limit);
    if (!bytes) {
        return fail(ErrorCode::InvalidArgument,
            "TENSORLOUPE_CACHE_LIMIT is " + quote(limit)
                + ", expected a number of bytes such as 2GiB, or 0 for no cache");
    }
    settings.limit = *bytes;
    return settings;
}

DiskCache::DiskCache(Settings settings)
    : m_settings(std::move(settings))
{
}

DiskCache::~DiskCache()
{
    {
        const std::lock_guard lock(m_mutex);
        m_ends = true;
    }
    m_changed.notify_all();
    if (m_writer.joinable())
        m_writer.join();
}

fs::path DiskCache::folderOf(const Identity& identity) const
{
    return m_settings.folder
        / blockFolderName(identity.digest.empty() ? identity.url : identity.repository + '\n' + identity.digest);
}

std::uint64_t DiskCache::mostOf(Reading::Purpose purpose) const
{
    switch (purpose) {
    case Reading::Purpose::Look:
        return m_settings.limit / 4;
    case Reading::Purpose::Copy:
        return m_settings.limit / 2;
    case Reading::Purpose::Scan:
        break;
    }
    return m_settings.limit / 16;
}

std::optional<AboutFile> DiskCache::aboutOf(const Identity& identity) const
{
    if (m_settings.folder.empty() || m_settings.limit == 0)
        return std::nullopt;
    auto about = readAbout(folderOf(identity));
    const bool isIts =
        about && (identity.digest.empty() ? about->url == identity.url : about->digest == identity.digest);
    if (!isIts)
        return std::nullopt;
    return about;
}

void DiskCache::confirm(const Identity& identity) const
{
    confirmAbout(folderOf(identity));
}

std::shared_ptr<CachedBlocks> DiskCache::open(
    const Identity& identity, const Version& version, const std::string& digest, const std::string& commit)
{
    if (m_settings.folder.empty() || m_settings.limit == 0 || !version.hasStrongEtag())
        return nullptr;
    const fs::path folder = folderOf(identity);
    const auto known = readAbout(folder);
    const bool isSame = known && known->url == identity.url && known->version.etag == version.etag
        && known->version.size == version.size && known->digest == digest && known->commit == commit;
    AboutFile about{.url = identity.url,
        .name = identity.name,
        .version = version,
        .digest = digest,
        .commit = commit,
        .confirmed = 0};
    if (!isSame && !(makeFolders(folder) && writeAbout(folder, about)))
        return nullptr;
    return std::make_shared<CachedBlocks>(folder, versionNumber(identity, version), std::move(about));
}

void DiskCache::forget(const Identity& identity)
{
    std::error_code ignored;
    if (!m_settings.folder.empty())
        fs::remove_all(folderOf(identity), ignored);
}

void DiskCache::store(std::shared_ptr<CachedBlocks> blocks, ByteRange range, std::span<const std::byte> bytes,
    std::shared_ptr<const void> keeper)
{
    if (bytes.empty() || bytes.size() > std::min(largestBlock, mostOf(Reading::Purpose::Look)))
        return;
    const std::lock_guard lock(m_mutex);
    if (m_ends || m_waiting + bytes.size() > mostWaiting)
        return;
    m_jobs.push_back({std::move(blocks), range, bytes, std::move(keeper)});
    m_waiting += bytes.size();
    if (!m_writer.joinable())
        m_writer = std::thread([this] { run(); });
    m_changed.notify_all();
}

void DiskCache::flush()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_waiting == 0; });
}

void DiskCache::run()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait(lock, [this] { return m_ends || !m_jobs.empty(); });
        if (m_jobs.empty())
            return;
        Job job = std::move(m_jobs.front());
        m_jobs.pop_front();
        lock.unlock();
        write(job);
        const std::uint64_t done = job.bytes.size();
        job = {};
        lock.lock();
        m_waiting -= done;
        m_changed.notify_all();
    }
}

void DiskCache::write(const Job& job)
{
    try {
        makeRoom(job.bytes.size(), job.blocks->folder());
        const fs::path& folder = job.blocks->folder();
        std::error_code ignored;
        // The folder of an open file disappears with its last block if others need the room or the user clears the
        // cache.
        if (!fs::exists(folder, ignored) && !(makeFolders(folder) && writeAbout(folder, job.blocks->about())))
            return;
        if (!writeBlock(folder, job.blocks->key(job.range), job.bytes))
            return;
        job.blocks->add(job.range);
        m_written += job.bytes.size();
        *m_used += job.bytes.size();
    } catch (const std::exception&) { // out of memory for names: the block is not cached
    }
}

void DiskCache::makeRoom(std::uint64_t more, const fs::path& folder)
{
    // Other processes write, too, so the total is recounted from time to time.
    const bool isCounted = m_used && *m_used + more <= m_settings.limit && m_written < m_settings.limit / 16;
    if (isCounted)
        return;
    auto blocks = blocksIn(m_settings.folder);
    std::uint64_t used = bytesOf(blocks);
    m_written = 0;
    if (used + more > m_settings.limit) {
        // Removes a bit more than needed, so that the next blocks have room.
        const std::uint64_t wanted = m_settings.limit - std::max(more, m_settings.limit / 10);
        std::ranges::sort(blocks, {}, &BlockOnDisk::used);
        for (const BlockOnDisk& block : blocks) {
            if (used <= wanted)
                break;
            std::error_code ignored;
            fs::remove(block.path, ignored);
            used -= block.bytes;
            if (block.path.parent_path() != folder)
                removeIfWithoutBlocks(block.path.parent_path());
        }
    }
    m_used = used;
}

bool DiskCache::isNamed(std::string_view file, std::string_view name)
{
    if (!file.starts_with(name))
        return false;
    const std::string_view rest = file.substr(name.size());
    // The same repository at any revision.
    const bool isRevision = rest.starts_with('@') && name.starts_with("hf://") && name.find('@') == name.npos;
    return rest.empty() || name.ends_with('/') || rest.starts_with('/') || isRevision;
}

std::vector<DiskCache::Entry> DiskCache::entries() const
{
    std::vector<Entry> entries;
    if (m_settings.folder.empty())
        return entries;
    visitFolder(m_settings.folder, [&](const fs::path& folder) {
        Entry entry;
        if (const auto about = readAbout(folder)) {
            entry.name = about->name;
            entry.url = about->url;
            entry.commit = about->commit;
            entry.fileSize = about->version.size;
            if (entry.fileSize == 0)
                return;
        }
        visitFolder(folder, [&](const fs::path& file) {
            if (const auto block = statBlock(file))
                entry.bytes += block->bytes;
        });
        entries.push_back(std::move(entry));
    });
    std::ranges::sort(entries, {}, &Entry::name);
    return entries;
}

Result<std::uint64_t> DiskCache::clear(const std::optional<std::string>& name)
{
    std::uint64_t removed = 0;
    std::error_code problem;
    if (m_settings.folder.empty())
        return removed;
    visitFolder(m_settings.folder, [&](const fs::path& folder) {
        const auto about = name ? readAbout(folder) : std::nullopt;
        if (name && !(about && isNamed(about->name, *name)))
            return;
        std::uint64_t bytes = 0;
        visitFolder(folder, [&](const fs::path& file) {
            if (const auto block = statBlock(file))
                bytes += block->bytes;
        });
        std::error_code failed;
        fs::remove_all(folder, failed);
        if (failed)
            problem = failed;
        else
            removed += bytes;
    });
    if (problem)
        return fail(systemError(problem.value(), "cannot empty the cache", m_settings.folder.string()));
    return removed;
}

} // namespace loupe::remote
