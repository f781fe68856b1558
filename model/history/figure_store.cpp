#include "history/figure_store.h"

#include "core/file_time.h"
#include "history/figure_text.h"
#include "remote/cache/block_file.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <sys/stat.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// In nanoseconds. Clocks of file systems may be this coarse.
constexpr std::int64_t coarsestClock = 2'000'000'000;
constexpr std::string_view storeSuffix = ".figures";
/// Larger files are neither read nor written, so that a file in the cache cannot exhaust the memory.
constexpr std::uintmax_t largestStored = std::uintmax_t{64} << 20;

std::int64_t systemClock()
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

/// One line about the file that was opened as `source`. Nothing if it may change unseen, or has changed since.
std::optional<std::string> fileIdentity(const Source& source, std::int64_t now)
{
    struct stat status = {};
    if (source.isRemote() || ::stat(source.path().c_str(), &status) != 0)
        return std::nullopt;
    const FileIdentity& opened = source.identity();
    const std::int64_t modified = nanosecondsOf(status.st_mtim);
    const std::int64_t changed = nanosecondsOf(status.st_ctim);
    if (opened
        != FileIdentity{.device = status.st_dev,
            .inode = status.st_ino,
            .size = static_cast<std::uint64_t>(status.st_size),
            .modified = modified})
        return std::nullopt;
    if (std::max(modified, changed) > now - coarsestClock)
        return std::nullopt;
    std::error_code code;
    std::string line = fs::absolute(source.path(), code).string();
    if (code)
        return std::nullopt; // the working folder is gone
    for (const std::uint64_t number : {opened.device, opened.inode, opened.size})
        line += ' ' + std::to_string(number);
    return line + ' ' + std::to_string(modified) + ' ' + std::to_string(changed) + '\n';
}

} // namespace

FigureStore::FigureStore(fs::path folder, std::uint64_t limit, Clock clock)
    : m_folder(limit > 0 ? std::move(folder) : fs::path())
    , m_limit(limit)
    , m_clock(clock ? std::move(clock) : systemClock)
{
}

std::optional<std::string> FigureStore::identityOf(const Checkpoint& checkpoint, bool stored) const
{
    if (m_folder.empty() || checkpoint.quantized)
        return std::nullopt;
    const std::int64_t now = m_clock();
    std::string identity = stored ? "stored\n" : "values\n";
    std::vector<std::shared_ptr<const Source>> sources;
    if (checkpoint.index)
        sources.push_back(checkpoint.index);
    for (const CheckpointFile& file : checkpoint.files) {
        if (!file.source || file.encryption)
            return std::nullopt;
        sources.push_back(file.source);
    }
    for (const auto& source : sources) {
        const auto line = fileIdentity(*source, now);
        if (!line)
            return std::nullopt;
        identity += *line;
    }
    return identity;
}

fs::path FigureStore::fileOf(const fs::path& path) const
{
    std::error_code code;
    fs::path whole = fs::absolute(path, code);
    if (code)
        whole = path; // the working folder is gone
    std::array<char, 17> digits{};
    const auto digest = static_cast<unsigned long long>(remote::digestOf(whole.lexically_normal().native()));
    std::snprintf(digits.data(), digits.size(), "%016llx", digest);
    return m_folder / (std::string(digits.data()) + std::string(storeSuffix));
}

KeptFigures FigureStore::load(const fs::path& path, const std::string& identity) const
{
    const fs::path file = fileOf(path);
    std::error_code code;
    const std::uintmax_t size = fs::file_size(file, code);
    if (code || size > largestStored)
        return {};
    std::string text(size, '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(text.data(), static_cast<std::streamsize>(size));
    if (!stream || static_cast<std::uintmax_t>(stream.gcount()) != size)
        return {};
    return figuresOf(text, identity).value_or(KeptFigures());
}

void FigureStore::save(const fs::path& path, const std::string& identity, const KeptFigures& kept) const
{
    const std::string text = figureText(identity, kept);
    if (text.size() > largestStored || text.size() > m_limit)
        return;
    std::error_code code;
    if (fs::create_directories(m_folder, code))
        fs::permissions(m_folder, fs::perms::owner_all, code);
    if (remote::writePrivateFile(fileOf(path), std::as_bytes(std::span(text)), {}))
        makeRoom();
}

std::uint64_t FigureStore::bytes() const
{
    std::uint64_t bytes = 0;
    std::error_code code;
    for (fs::directory_iterator entry(m_folder, code), end; !code && entry != end; entry.increment(code)) {
        std::error_code ignored;
        const std::uintmax_t size = entry->is_regular_file(ignored) ? entry->file_size(ignored) : 0;
        bytes += ignored ? 0 : size;
    }
    return bytes;
}

Result<> FigureStore::clear() const
{
    std::error_code code;
    if (!m_folder.empty())
        fs::remove_all(m_folder, code);
    if (code)
        return fail(systemError(code.value(), "cannot clear the cache", m_folder.string()));
    return {};
}

void FigureStore::makeRoom() const
{
    std::vector<std::tuple<fs::file_time_type, fs::path, std::uintmax_t>> files;
    std::uintmax_t kept = 0;
    std::error_code code;
    for (fs::directory_iterator entry(m_folder, code), end; !code && entry != end; entry.increment(code)) {
        std::error_code gone; // another process may have removed the file
        if (entry->path().extension() != storeSuffix || !entry->is_regular_file(gone))
            continue;
        const std::uintmax_t size = entry->file_size(gone);
        const auto time = gone ? fs::file_time_type() : entry->last_write_time(gone);
        if (gone)
            continue;
        kept += size;
        files.emplace_back(time, entry->path(), size);
    }
    if (kept <= m_limit)
        return;
    std::ranges::sort(files);
    for (const auto& [time, path, size] : files) {
        if (kept <= m_limit)
            return;
        std::error_code failed;
        fs::remove(path, failed);
        if (!failed)
            kept -= size;
    }
}

} // namespace loupe
