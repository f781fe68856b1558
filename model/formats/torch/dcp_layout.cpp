#include "formats/torch/dcp_layout.h"

#include "core/checked_math.h"
#include "core/run_both.h"
#include "core/stop_scope.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shards/shard_name.h"
#include "formats/shared/confined_path.h"
#include "formats/shared/confined_source.h"
#include "formats/shared/opaque_name.h"
#include "formats/shared/utf8_text.h"
#include "formats/storages/chunk_faults.h"

#include <algorithm>
#include <map>
#include <system_error>

namespace loupe::torch {

namespace {

/// What is wrong with an archive, as its reader says.
std::optional<std::string> faultOf(const FileContent& content)
{
    for (const Finding& finding : content.findings.list()) {
        if (finding.severity == Severity::Error || finding.code == "more-archives")
            return finding.message;
    }
    return std::nullopt;
}

} // namespace

Result<> DcpLayout::place(const DcpMetadata& metadata)
{
    index(metadata);
    for (const DcpEntry& entry : metadata.entries) {
        if (m_work.stopped())
            return fail(ErrorCode::Stopped, "stopped while the checkpoint was read", m_source.path().string());
        if (auto done = entry.isTensor ? placeTensor(entry) : placeObject(entry); !done)
            return done;
    }
    reportOthers(metadata);
    reportFilesLeft();
    for (const File& file : m_files) {
        if (auto unchanged = file.source ? file.source->checkUnchanged() : Result<>(); !unchanged)
            return unchanged;
    }
    finish();
    return {};
}

std::string DcpLayout::keyOf(const DcpStored& stored)
{
    return stored.begins ? dcpKeyOf(stored.name, *stored.begins) : dcpKeyOf(stored.name);
}

void DcpLayout::index(const DcpMetadata& metadata)
{
    for (const DcpStored& stored : metadata.stored) {
        m_places.insert_or_assign(keyOf(stored), Place{.stored = &stored, .file = fileAt(stored.path)});
    }
}

std::optional<std::uint32_t> DcpLayout::fileAt(std::string_view path)
{
    const auto [known, isNew] = m_paths.try_emplace(std::string(path), std::nullopt);
    if (!isNew)
        return known->second;
    const auto confined = confinedPath(path);
    if (!confined || path.find('\\') != std::string_view::npos || m_files.size() == mostShards)
        return std::nullopt;
    const auto access = m_source.mapped() ? Source::Access::Automatic : Source::Access::Read;
    const auto number = static_cast<std::uint32_t>(m_files.size());
    File file{.source = openConfined(m_source, *confined, access).value_or(nullptr),
        .headers = {},
        .companion = static_cast<std::uint32_t>(m_content.companions.size())};
    file.headers = file.source;
    if (file.source && file.source->mapped())
        file.headers = openConfined(m_source, *confined, Source::Access::Read).value_or(file.source);
    m_fileBytes = saturatingAdd(m_fileBytes, file.source ? file.source->size() : 0);
    m_files.push_back(std::move(file));
    m_content.companions.push_back({.path = *confined, .refusedAs = dcpRefusal});
    return known->second = number;
}

DcpLayout::Place* DcpLayout::find(const std::string& key)
{
    const auto found = m_places.find(key);
    return found == m_places.end() ? nullptr : &found->second;
}

DcpLayout::Reading DcpLayout::readingOf(Place* place, const std::string& name)
{
    if (!place)
        return {};
    place->isUsed = true;
    const DcpStored& stored = *place->stored;
    const auto refuse = [&](std::string_view code, const std::string& what) {
        report(Severity::Error, code, name, what, stored.offset, stored.begins ? "tensor" : "object");
        return Reading{};
    };
    if (!place->file)
        return refuse("unsafe-path",
            "is in " + quote(utf8Of(stored.path)) + ", expected one of at most " + formatCount(mostShards)
                + " files in the folder of the metadata: not followed");
    const File& file = m_files[*place->file];
    if (!file.source)
        return {}; // a finding about the file says so
    const auto where = [&] { return quote(m_content.companions[file.companion].path); };
    if (!stored.range || stored.range->end > file.source->size())
        return refuse("item-out-of-file",
            stored.range ? "should end at byte " + formatCount(stored.range->end) + " of " + where() + ", which has "
                    + counted(file.source->size(), "byte")
                         : "has no valid place in " + where());
    if (stored.isTransformed)
        return refuse(
            "item-transform", "is compressed or changed as a whole in " + where() + ", which this program cannot undo");
    // Real items share no bytes. Many that do would be read again and again.
    m_itemBytes = saturatingAdd(m_itemBytes, stored.range->size());
    if (m_itemBytes / 2 > m_fileBytes)
        return refuse("item-too-many", "comes after items with twice as many bytes as all files: it is not read");
    return {.place = place, .item = std::nullopt};
}

/// The first ones here, the others on another thread.
void DcpLayout::readAll(std::span<Reading> readings)
{
    constexpr std::size_t costOfOne = 1000; // a header takes some microseconds
    const auto readSome = [this](std::span<Reading> some, std::vector<DcpWindow>& windows) {
        const StopScope scope(m_work.stop); // of this thread: what waits for a server looks there
        windows.resize(m_files.size());
        for (Reading& reading : some) {
            if (!reading.place)
                continue;
            if (m_work.stopped()) {
                reading.item = fail(ErrorCode::Stopped, "stopped");
                continue;
            }
            const std::uint32_t file = *reading.place->file;
            reading.item = readDcpItem(m_files[file].headers, *reading.place->stored->range, m_work, windows[file]);
        }
    };
    const std::size_t half = readings.size() / 2;
    runBoth(
        costOfOne * readings.size(), [&] { readSome(readings.first(half), m_windows[0]); },
        [&] { readSome(readings.subspan(half), m_windows[1]); });
}

Result<std::optional<DcpItem>> DcpLayout::itemOf(Reading& reading, const std::string& name)
{
    if (!reading.item)
        return std::optional<DcpItem>();
    if (!*reading.item)
        return fail(reading.item->error());
    DcpItem& item = **reading.item;
    const DcpStored& stored = *reading.place->stored;
    const std::string_view kind = stored.begins ? "tensor" : "object";
    if (const auto fault = faultOf(item.content)) {
        report(Severity::Error, "item-not-archive", name,
            "should be an archive of torch.save at byte " + formatCount(stored.range->begin) + " of "
                + quote(m_content.companions[m_files[*reading.place->file].companion].path) + ": " + *fault,
            stored.offset, kind);
        return std::optional<DcpItem>();
    }
    for (const Finding& finding : item.content.findings.list()) {
        if (finding.code == "import-unknown")
            report(finding.severity, finding.code, name, finding.message, stored.offset, kind);
    }
    return std::optional(std::move(item));
}

Result<std::optional<DcpLayout::Chunk>> DcpLayout::chunkOf(
    const DcpEntry& entry, std::size_t box, Reading& reading, const std::string& name)
{
    const auto begins = entry.boxes.begins(box);
    const auto sizes = entry.boxes.sizes(box);
    const auto refuse = [&](std::string_view code, const std::string& what) {
        report(Severity::Error, code, name, what, entry.offset);
        return std::optional<Chunk>();
    };
    auto item = itemOf(reading, name);
    if (!item)
        return fail(item.error());
    if (!*item)
        return std::optional<Chunk>();
    FileContent& content = (*item)->content;
    const auto at = [&] { return "the item of its chunk at " + formatShape(begins); };
    if (content.tensors.size() != 1)
        return refuse("item-not-archive", "has " + counted(content.tensors.size(), "tensor") + " in " + at());
    const Tensor& stored = content.tensors.front();
    const bool isKnown = entry.type.dtype != DType::Opaque; // else a finding of the tensor says so
    if (isKnown && stored.dtype != entry.type.dtype)
        return refuse("item-dtype",
            "is " + std::string(entry.type.typeName) + ", but " + at() + " has another type or one without values");
    if (!std::ranges::equal(stored.shape, sizes))
        return refuse("item-shape",
            "has a chunk of shape " + formatShape(sizes) + ", but " + at() + " has shape " + formatShape(stored.shape));
    const File& file = m_files[*reading.place->file];
    const ByteRange all = *reading.place->stored->range;
    Chunk chunk{.values = {.source = file.source, .begin = all.begin + stored.bytes.begin},
        .companion = file.companion,
        .range = {all.begin + stored.bytes.begin, all.begin + stored.bytes.end}};
    addPart(file.companion, {all.begin, chunk.range.begin}, RegionKind::Header);
    addPart(file.companion, {chunk.range.end, all.end}, RegionKind::Header);
    if (stored.storage) {
        chunk.values.source = (*item)->source;
        chunk.values.storage = stored.storage;
        chunk.values.tensor = stored;
        chunk.values.owner = std::make_shared<const FileContent>(std::move(content));
    }
    return std::optional(std::move(chunk));
}

/// Whether the chunks are all of the tensor, and nothing else; adds findings where they are not.
bool DcpLayout::covers(const DcpEntry& entry, const std::string& name, std::uint64_t offset)
{
    const std::vector<ChunkFault> faults = chunkFaults(entry.shape, entry.type.elementBytes, entry.boxes);
    for (const ChunkFault& fault : faults)
        report(Severity::Error, fault.code, name, fault.what, offset);
    return faults.empty();
}

Result<> DcpLayout::placeTensor(const DcpEntry& entry)
{
    const auto number = static_cast<std::uint32_t>(m_content.tensors.size());
    const std::string name = utf8Of(entry.name);
    m_content.tensors.push_back({.name = m_content.arena.copy(name),
        .shape = m_shapes.keep(entry.shape, m_content.arena),
        .bytes = {},
        .dtype = entry.type.dtype});
    if (entry.type.dtype == DType::Opaque) {
        m_content.unknownDTypes.emplace(
            number, entry.type.typeName.empty() ? "unknown" : std::string(opaqueName(entry.type.typeName)));
        report(Severity::Warning, "dtype-unknown", name, "has a type that this program does not know: it has no values",
            entry.offset);
    }
    if (!entry.problem.empty()) {
        report(Severity::Error, "tensor-invalid", name, entry.problem, entry.offset);
        return {};
    }
    bool isWhole = covers(entry, name, entry.offset) && entry.type.dtype != DType::Opaque;
    std::vector<Chunk> chunks;
    std::optional<std::uint32_t> missing;
    std::vector<Reading> readings;
    for (std::size_t first = 0; first < entry.boxes.count(); first += readings.size()) {
        readings.clear();
        for (std::size_t box = first; box < std::min(entry.boxes.count(), first + mostReadAtOnce); ++box) {
            Place* const place = find(dcpKeyOf(entry.name, entry.boxes.begins(box)));
            if (!place)
                report(Severity::Error, "no-storage-entry", name,
                    "has a chunk at " + formatShape(entry.boxes.begins(box)) + " that is stored nowhere", entry.offset);
            else if (place->file && !m_files[*place->file].source)
                missing = m_files[*place->file].companion;
            readings.push_back(readingOf(place, name));
        }
        readAll(readings);
        for (std::size_t i = 0; i < readings.size(); ++i) {
            auto chunk = chunkOf(entry, first + i, readings[i], name);
            if (!chunk)
                return fail(chunk.error());
            isWhole = isWhole && *chunk;
            if (*chunk)
                chunks.push_back(std::move(**chunk));
        }
    }
    // Where no finding about the tensor says so, its file does: the one that is missing.
    if (missing)
        m_content.tensors[number].file = *missing + 1;
    else if (isWhole && !chunks.empty())
        setValues(entry, std::move(chunks), m_content.tensors[number]);
    return {};
}

void DcpLayout::setValues(const DcpEntry& entry, std::vector<Chunk> chunks, Tensor& tensor)
{
    const auto first = std::ranges::min_element(
        chunks, {}, [](const Chunk& chunk) { return std::pair(chunk.companion, chunk.range.begin); });
    tensor.file = first->companion + 1;
    tensor.bytes = first->range;
    if (chunks.size() == 1 && !first->values.storage)
        return; // all of it, as it is
    const auto number = static_cast<std::uint32_t>(m_content.tensors.size() - 1);
    std::vector<ChunkValues> values;
    std::uint64_t bytes = 0;
    for (Chunk& chunk : chunks) {
        bytes += chunk.range.size();
        if (&chunk != &*first && !chunk.range.empty())
            m_laterPieces.push_back({chunk.companion, chunk.range, number});
        values.push_back(std::move(chunk.values));
    }
    m_content.storages.push_back(
        std::make_shared<const ChunkedStorage>(entry.shape, entry.boxes, std::move(values), bytes));
    tensor.storage = m_content.storages.back().get();
}

Result<> DcpLayout::placeObject(const DcpEntry& entry)
{
    const std::string name = utf8Of(entry.name);
    Place* const place = find(dcpKeyOf(entry.name));
    if (!place) {
        report(Severity::Error, "no-storage-entry", name, "is stored nowhere", entry.offset, "object");
        return {};
    }
    Reading reading = readingOf(place, name);
    readAll({&reading, 1});
    auto item = itemOf(reading, name);
    if (!item)
        return fail(item.error());
    if (!*item)
        return {};
    addPart(m_files[*place->file].companion, *place->stored->range, RegionKind::Content);
    FileContent& content = (*item)->content;
    if (content.metadata) {
        for (auto& [key, value] : *content.metadata) {
            std::string whole = name;
            if (!key.empty())
                whole.append(1, '.').append(key);
            m_metadata.add(whole, entry.offset, m_content.findings, [&value = value] { return std::move(value); });
        }
    }
    for (const Tensor& tensor : content.tensors) {
        m_metadata.add(
            tensor.name.empty() ? name : name + '.' + std::string(tensor.name), entry.offset, m_content.findings, [&] {
                return MetadataValue(
                    "tensor " + std::string(dtypeName(tensor.dtype)) + ' ' + formatShape(tensor.shape));
            });
    }
    return {};
}

void DcpLayout::addPart(std::uint32_t companion, ByteRange range, RegionKind kind)
{
    if (!range.empty())
        m_content.companions[companion].parts.push_back({range, kind});
}

void DcpLayout::reportOthers(const DcpMetadata& metadata)
{
    std::map<std::pair<std::uint32_t, std::uint64_t>, const DcpStored*> begins;
    for (const DcpStored& stored : metadata.stored) {
        const Place* const place = find(keyOf(stored));
        const std::string name = utf8Of(stored.name);
        if (place && !place->isUsed && place->stored == &stored)
            report(Severity::Warning, "orphan-storage-entry", name, "is stored, but the list of names lacks it",
                stored.offset, "entry");
        if (!place || !place->file || !stored.range)
            continue;
        const auto [other, isNew] = begins.try_emplace({*place->file, stored.range->begin}, &stored);
        if (!isNew && *other->second->range == *stored.range)
            report(Severity::Warning, "items-share-bytes", utf8Of(other->second->name),
                "and " + quote(name) + " are stored in the same bytes", stored.offset);
    }
}

/// Files of an earlier checkpoint that more processes wrote stay in the folder when it is written again.
void DcpLayout::reportFilesLeft()
{
    if (m_source.isRemote())
        return;
    std::error_code error;
    std::vector<std::string> left;
    std::filesystem::directory_iterator file(
        m_source.path().parent_path().empty() ? "." : m_source.path().parent_path(), error);
    for (std::size_t looked = 0; !error && file != std::filesystem::directory_iterator() && looked < 2 * mostShards;
         file.increment(error), ++looked) {
        const std::string name = file->path().filename().string();
        if (file->path().extension() == ".distcp" && !m_paths.contains(name))
            left.push_back(name);
    }
    std::ranges::sort(left); // a folder has no order of its own
    for (const std::string& name : left) {
        m_content.findings.add({.severity = Severity::Warning,
            .code = "unreferenced-file",
            .message = quote(name)
                + " belongs to no tensor of this checkpoint: it may be of an earlier one, which more "
                  "processes wrote"});
    }
}

void DcpLayout::finish()
{
    m_content.metadata = m_metadata.take();
    sortTensorsWithPieces(m_content, m_laterPieces);
    for (CompanionFile& companion : m_content.companions)
        std::ranges::stable_sort(companion.parts, {}, [](const FilePart& part) { return part.range.begin; });
}

void DcpLayout::report(Severity severity, std::string_view code, const std::string& name, const std::string& what,
    std::uint64_t offset, std::string_view kind)
{
    m_content.findings.add({.severity = severity,
        .code = code,
        .message = std::string(kind) + ' ' + quote(name) + ' ' + what,
        .refusedAs = severity == Severity::Error ? dcpRefusal : std::string_view(),
        .offset = offset == dcpElsewhere ? std::nullopt : std::optional(std::min(offset, m_source.size())),
        .tensor = kind == "tensor" ? name : std::string(),
        .aboutTensor = kind == "tensor"});
}

} // namespace loupe::torch
