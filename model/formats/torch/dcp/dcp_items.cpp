#include "formats/torch/dcp/dcp_items.h"

#include "core/checked_math.h"
#include "core/run_both.h"
#include "core/stop_scope.h"
#include "formats/shards/shard_name.h"
#include "formats/shared/confined_path.h"
#include "formats/shared/confined_source.h"
#include "formats/storages/decompression.h"

#include <algorithm>

namespace loupe::torch {

std::size_t DcpItems::Hash::operator()(const Key& key) const
{
    const std::uint64_t seed = randomSeed();
    const auto bytes = std::as_bytes(key.begins.value_or(std::span<const std::uint64_t>()));
    const std::string_view begins(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return hashName(key.name, seed) ^ (key.begins ? hashName(begins, ~seed) : 0);
}

std::size_t DcpItems::Hash::operator()(std::uint32_t stored) const
{
    return (*this)(keyOf(*metadata, stored));
}

bool DcpItems::Equal::operator()(const Key& a, const Key& b) const
{
    return a.name == b.name && a.begins.has_value() == b.begins.has_value()
        && (!a.begins || std::ranges::equal(*a.begins, *b.begins));
}

DcpItems::DcpItems(
    const DcpMetadata& metadata, const Source& source, const Work& work, std::vector<CompanionFile>& companions)
    : m_metadata(metadata)
    , m_source(source)
    , m_work(work)
    , m_companions(companions)
    , m_isUsed(metadata.stored.size())
    , m_places(metadata.stored.size(), Hash{&metadata}, Equal{&metadata})
{
    m_fileOf.reserve(metadata.stored.size());
    for (const DcpStored& stored : metadata.stored)
        m_fileOf.push_back(fileAt(stored.path));
    for (std::size_t i = metadata.stored.size(); i-- > 0;) // the last of several places counts, as in a dictionary
        m_places.insert(static_cast<std::uint32_t>(i));
}

std::uint32_t DcpItems::fileAt(std::string_view path)
{
    if (const auto known = m_paths.find(path); known != m_paths.end())
        return known->second;
    std::uint32_t& number = m_paths.emplace(std::string(path), noFile).first->second;
    const auto confined = confinedPath(path);
    if (!confined || path.find('\\') != std::string_view::npos || m_files.size() == mostShards)
        return noFile;
    number = static_cast<std::uint32_t>(m_files.size());
    const auto access = m_source.mapped() ? Source::Access::Automatic : Source::Access::Read;
    auto opened = openConfined(m_source, *confined, access);
    DcpFile file{.source = opened ? *opened : nullptr,
        .error = opened ? Error() : opened.error(),
        .headers = {},
        .companion = static_cast<std::uint32_t>(m_companions.size())};
    file.headers = file.source;
    if (file.source && file.source->mapped())
        file.headers = openConfined(m_source, *confined, Source::Access::Read).value_or(file.source);
    m_fileBytes = saturatingAdd(m_fileBytes, file.source ? file.source->size() : 0);
    m_files.push_back(std::move(file));
    m_companions.push_back({.path = *confined, .refusedAs = dcpRefusal});
    return number;
}

std::optional<std::uint32_t> DcpItems::fileOf(std::size_t stored) const
{
    return m_fileOf[stored] == noFile ? std::nullopt : std::optional(m_fileOf[stored]);
}

bool DcpItems::counts(std::size_t stored) const
{
    const auto place = m_places.find(static_cast<std::uint32_t>(stored));
    return place != m_places.end() && *place == stored;
}

DcpReading& DcpItems::next()
{
    if (m_taken == m_ahead.size())
        readAhead();
    return m_ahead[m_taken++];
}

void DcpItems::readAhead()
{
    m_ahead.clear();
    m_taken = 0;
    for (; m_entry < m_metadata.entries.size() && m_ahead.size() < mostReadAtOnce; ++m_entry, m_box = 0) {
        const DcpEntry& entry = m_metadata.entries[m_entry];
        for (; m_box < boxesOf(entry) && m_ahead.size() < mostReadAtOnce; ++m_box) {
            Key key{entry.name, std::nullopt};
            if (entry.isTensor)
                key.begins = entry.boxes.begins(m_box);
            m_ahead.push_back(readingOf(key));
        }
        if (m_box < boxesOf(entry))
            break;
    }
    std::vector<DcpReading*> readings;
    readings.reserve(m_ahead.size());
    for (DcpReading& reading : m_ahead) {
        if (reading.refusal == DcpReading::Refusal::None)
            readings.push_back(&reading);
    }
    read(readings);
}

DcpReading DcpItems::readingOf(const Key& key)
{
    using enum DcpReading::Refusal;
    const auto place = m_places.find(key);
    if (place == m_places.end())
        return {.refusal = Nowhere};
    m_isUsed[*place] = true;
    const DcpStored& stored = m_metadata.stored[*place];
    DcpReading reading{.stored = &stored, .file = fileOf(*place)};
    const auto refuse = [&](DcpReading::Refusal refusal) {
        reading.refusal = refusal;
        return reading;
    };
    if (!reading.file)
        return refuse(UnsafePath);
    const DcpFile& file = m_files[*reading.file];
    if (!file.source)
        return refuse(NoFile);
    if (!stored.range || stored.range->end > file.source->size())
        return refuse(OutOfFile);
    if (!stored.transform.unknown.empty() || (stored.transform.isZstd && !unpacksZstd()))
        return refuse(Transformed);
    // Real items share no bytes. Many that do would make the reader read the same bytes over and over.
    m_itemBytes = saturatingAdd(m_itemBytes, stored.range->size());
    return m_itemBytes / 2 > m_fileBytes ? refuse(TooMany) : reading;
}

/// Reads the first half here, and the second half on another thread.
void DcpItems::read(std::vector<DcpReading*>& readings)
{
    constexpr std::size_t costOfOne = 1000; // a header takes some microseconds
    std::ranges::stable_sort(readings, {},
        [](const DcpReading* reading) { return std::pair(*reading->file, reading->stored->range->begin); });
    const auto readSome = [this](std::span<DcpReading* const> some, DcpItemReader& reader) {
        const StopScope scope(m_work.stop); // for this thread: code that waits for a server checks it
        for (DcpReading* const reading : some) {
            if (m_work.stopped())
                reading->item = fail(ErrorCode::Stopped, "stopped");
            else
                reading->item = reader.read(m_files[*reading->file].headers, *reading->stored, m_work);
        }
        reader.close();
    };
    const std::span<DcpReading* const> all = readings;
    const std::size_t half = all.size() / 2;
    runBoth(
        costOfOne * all.size(), [&] { readSome(all.first(half), m_readers[0]); },
        [&] { readSome(all.subspan(half), m_readers[1]); });
}

} // namespace loupe::torch
