#include "app/cli/lists/columns.h"
#include "app/cli/verbs.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "history/kept_figures.h"
#include "remote/address.h"
#include "remote/cache/disk_cache.h"
#include "remote/hub/hub_address.h"
#include "remote/hub/hub_settings.h"

namespace loupe {

namespace {

using remote::DiskCache;

/// The cache name of an address, which also selects the names below it.
std::optional<std::string> chosenName(const CacheOptions& options)
{
    return options.address.empty() ? std::nullopt : std::optional(remote::shownName(options.address));
}

/// Repeats the address, because it may have been mistyped.
std::string nothingOf(const CacheOptions& options)
{
    return "nothing is kept of " + printable(*chosenName(options)) + '\n';
}

std::vector<DiskCache::Entry> chosenEntries(const DiskCache& cache, const CacheOptions& options)
{
    auto entries = cache.entries();
    if (const auto name = chosenName(options))
        std::erase_if(entries, [&](const DiskCache::Entry& entry) { return !DiskCache::isNamed(entry.name, *name); });
    return entries;
}

/// The commit of a hub's file, or the branch it was requested by; empty for other files.
std::string revisionOf(const DiskCache::Entry& entry)
{
    const bool isOfHub = entry.name.starts_with("hf://");
    return !entry.commit.empty() || !isOfHub ? entry.commit : remote::revisionInFileUrl(entry.url);
}

std::string shortRevision(const DiskCache::Entry& entry)
{
    constexpr std::size_t enough = 10;
    const std::string revision = revisionOf(entry);
    return remote::isCommit(revision) ? revision.substr(0, enough) : revision;
}

std::uint64_t bytesOf(const std::vector<DiskCache::Entry>& entries)
{
    std::uint64_t bytes = 0;
    for (const DiskCache::Entry& entry : entries)
        bytes += entry.bytes;
    return bytes;
}

void printJson(const DiskCache& cache, const std::vector<DiskCache::Entry>& entries, const FigureStore& figures,
    const Session& session)
{
    JsonWriter json = session.json();
    json.beginObject();
    json.member("folder", cache.limits().folder.string());
    json.member("bytes", bytesOf(entries));
    json.member("limit", cache.limits().limit);
    json.member("history_bytes", figures.bytes());
    json.key("files");
    json.beginArray(JsonWriter::Layout::Lines);
    for (const DiskCache::Entry& entry : entries) {
        json.beginObject();
        json.member("address", entry.name);
        if (const std::string revision = revisionOf(entry); !revision.empty())
            json.member("revision", revision);
        json.member("bytes", entry.bytes);
        json.member("file_bytes", entry.fileSize);
        json.endObject();
    }
    json.endArray();
    json.endObject();
    json.finish();
}

void printText(const DiskCache& cache, const std::vector<DiskCache::Entry>& entries, const CacheOptions& options,
    const FigureStore& figures, const Session& session)
{
    using enum Columns::Align;
    const std::string folder = cache.limits().folder.string();
    session.print((folder.empty() ? "no folder: neither XDG_CACHE_HOME nor HOME is set" : printable(folder)) + '\n');
    const std::uint64_t limit = cache.limits().limit;
    session.print(formatBytes(bytesOf(entries))
        + (limit > 0 ? " of at most " + formatBytes(limit) + " (TENSORLOUPE_CACHE_LIMIT)\n"
                     : "; nothing more is kept, as TENSORLOUPE_CACHE_LIMIT is 0\n"));
    if (const std::uint64_t bytes = figures.bytes(); bytes > 0 && options.address.empty())
        session.print(formatBytes(bytes) + " of figures of training runs (tloupe history)\n");
    if (entries.empty() && !options.address.empty())
        session.print(nothingOf(options));
    if (entries.empty())
        return;
    const bool hasRevisions =
        std::ranges::any_of(entries, [](const DiskCache::Entry& entry) { return !revisionOf(entry).empty(); });
    std::vector<std::vector<std::string>> rows{{"KEPT", "OF", hasRevisions ? "REVISION" : "", "ADDRESS"}};
    for (const DiskCache::Entry& entry : entries) {
        rows.push_back({formatBytes(entry.bytes), entry.name.empty() ? "" : formatBytes(entry.fileSize),
            printable(shortRevision(entry)), entry.name.empty() ? "(unknown)" : printable(entry.name)});
    }
    session.print('\n' + table({Right, Right, Left, Left}, rows));
}

ExitStatus clear(DiskCache& cache, const CacheOptions& options, const FigureStore& figures, const Session& session)
{
    const bool isNothing = chosenEntries(cache, options).empty();
    auto removed = cache.clear(chosenName(options));
    if (!removed)
        return session.reportAsAnswer(removed.error());
    if (options.address.empty()) {
        const std::uint64_t bytes = figures.bytes();
        if (auto cleared = figures.clear(); !cleared)
            return session.reportAsAnswer(cleared.error());
        *removed += bytes;
    }
    if (options.common.json) {
        JsonWriter json = session.json();
        json.beginObject();
        json.member("removed_bytes", *removed);
        json.endObject();
        json.finish();
    } else if (!options.common.quiet) {
        session.print(
            isNothing && !options.address.empty() ? nothingOf(options) : formatBytes(*removed) + " removed\n");
    }
    return ExitStatus::Done;
}

} // namespace

ExitStatus run(const CacheOptions& options, const Session& session)
{
    auto settings = DiskCache::settings(remote::environmentValue);
    if (!settings)
        return session.reportAsAnswer(settings.error());
    DiskCache cache(std::move(*settings));
    const auto figures = keptFigures();
    if (!figures)
        return session.reportAsAnswer(figures.error());
    if (options.clear)
        return clear(cache, options, *figures, session);
    const auto entries = chosenEntries(cache, options);
    if (options.common.json)
        printJson(cache, entries, *figures, session);
    else if (!options.common.quiet)
        printText(cache, entries, options, *figures, session);
    return ExitStatus::Done;
}

} // namespace loupe
