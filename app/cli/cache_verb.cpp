#include "app/cli/columns.h"
#include "app/cli/verbs.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "remote/address.h"
#include "remote/cache/disk_cache.h"

namespace loupe {

namespace {

using remote::DiskCache;

/// The name under which the file of an address is listed, and those below it.
std::optional<std::string> chosenName(const CacheOptions& options)
{
    return options.address.empty() ? std::nullopt : std::optional(remote::shownName(options.address));
}

/// Perhaps the address was mistyped.
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

std::uint64_t bytesOf(const std::vector<DiskCache::Entry>& entries)
{
    std::uint64_t bytes = 0;
    for (const DiskCache::Entry& entry : entries)
        bytes += entry.bytes;
    return bytes;
}

void printJson(const DiskCache& cache, const std::vector<DiskCache::Entry>& entries, const Session& session)
{
    JsonWriter json = session.json();
    json.beginObject();
    json.member("folder", cache.limits().folder.string());
    json.member("bytes", bytesOf(entries));
    json.member("limit", cache.limits().limit);
    json.key("files");
    json.beginArray(JsonWriter::Layout::Lines);
    for (const DiskCache::Entry& entry : entries) {
        json.beginObject();
        json.member("address", entry.name);
        json.member("bytes", entry.bytes);
        json.member("file_bytes", entry.fileSize);
        json.endObject();
    }
    json.endArray();
    json.endObject();
    json.finish();
}

void printText(const DiskCache& cache, const std::vector<DiskCache::Entry>& entries, const CacheOptions& options,
    const Session& session)
{
    using enum Columns::Align;
    const std::string folder = cache.limits().folder.string();
    session.print((folder.empty() ? "no folder: neither XDG_CACHE_HOME nor HOME is set" : printable(folder)) + '\n');
    session.print(formatBytes(bytesOf(entries)) + " of at most " + formatBytes(cache.limits().limit)
        + " (TENSORLOUPE_CACHE_LIMIT)\n");
    if (entries.empty() && !options.address.empty())
        session.print(nothingOf(options));
    if (entries.empty())
        return;
    std::vector<std::vector<std::string>> rows{{"KEPT", "OF", "ADDRESS"}};
    for (const DiskCache::Entry& entry : entries) {
        rows.push_back({formatBytes(entry.bytes), entry.name.empty() ? "" : formatBytes(entry.fileSize),
            entry.name.empty() ? "(unknown)" : printable(entry.name)});
    }
    session.print('\n' + table({Right, Right, Left}, rows));
}

ExitStatus clear(DiskCache& cache, const CacheOptions& options, const Session& session)
{
    const bool isNothing = chosenEntries(cache, options).empty();
    const auto removed = cache.clear(chosenName(options));
    if (!removed)
        return session.reportAsAnswer(removed.error());
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
    if (options.clear)
        return clear(cache, options, session);
    const auto entries = chosenEntries(cache, options);
    if (options.common.json)
        printJson(cache, entries, session);
    else if (!options.common.quiet)
        printText(cache, entries, options, session);
    return ExitStatus::Done;
}

} // namespace loupe
