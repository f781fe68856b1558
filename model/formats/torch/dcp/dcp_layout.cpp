#include "formats/torch/dcp/dcp_layout.h"

#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shards/shard_name.h"
#include "formats/shared/opaque_name.h"
#include "formats/shared/utf8_text.h"
#include "formats/storages/chunk_faults.h"
#include "formats/storages/lacking_storage.h"
#include "formats/torch/dcp/dcp_rank_metadata.h"
#include "formats/torch/torch_zip.h"

#include <algorithm>
#include <system_error>
#include <tuple>

namespace loupe::torch {

namespace {

/// The size in bytes of one chunk of a tensor that its chunks cover. They do not overlap, so their sizes add up to that
/// of the tensor, which fits in 64 bits.
std::uint64_t boxBytes(const DcpEntry& entry, std::size_t box)
{
    return elementCount(entry.boxes.sizes(box)).value_or(0) * entry.type.elementBytes;
}

} // namespace

Result<> DcpLayout::place()
{
    for (const DcpEntry& entry : m_list.entries) {
        if (m_work.stopped())
            return fail(ErrorCode::Stopped, "stopped while the checkpoint was read", m_source.path().string());
        if (auto done = entry.isTensor ? placeTensor(entry) : placeObject(entry); !done)
            return done;
    }
    reportOthers();
    reportFilesLeft();
    m_losses.state(m_items, m_content.companions);
    for (const DcpFile& file : m_items.files()) {
        if (auto unchanged = file.source ? file.source->checkUnchanged() : Result<>(); !unchanged)
            return unchanged;
    }
    finish();
    return {};
}

void DcpLayout::reportRefusal(const DcpReading& reading, const std::string& name)
{
    if (!reading.stored)
        return;
    const DcpStored& stored = *reading.stored;
    const auto where = [&] { return quote(m_content.companions[m_items.file(*reading.file).companion].path); };
    const auto refuse = [&](std::string_view code, const std::string& what) {
        report(Severity::Error, code, name, what, stored.offset, stored.begins ? "tensor" : "object");
    };
    switch (reading.refusal) {
    case DcpReading::Refusal::UnsafePath:
        return refuse("unsafe-path",
            "is in " + quote(utf8Of(stored.path)) + ", expected one of at most " + formatCount(mostShards)
                + " files in the folder of the metadata: not followed");
    case DcpReading::Refusal::OutOfFile:
        return refuse("item-out-of-file",
            stored.range ? "should end at byte " + formatCount(stored.range->end) + " of " + where() + ", which has "
                    + counted(m_items.file(*reading.file).source->size(), "byte")
                         : "has no valid place in " + where());
    case DcpReading::Refusal::Transformed:
        return refuse("item-transform",
            "was changed as a whole in " + where() + " by "
                + quote(stored.transform.unknown.empty() ? "stream.zstd/1" : utf8Of(stored.transform.unknown))
                + ", which this program cannot undo");
    case DcpReading::Refusal::TooMany:
        return refuse("item-too-many", "comes after items with twice as many bytes as all files: it is not read");
    default:
        return; // another finding says so
    }
}

Result<std::optional<DcpItem>> DcpLayout::itemOf(DcpReading& reading, const std::string& name)
{
    reportRefusal(reading, name);
    if (!reading.item)
        return std::optional<DcpItem>();
    if (!*reading.item)
        return fail(reading.item->error());
    DcpItem& item = **reading.item;
    if (item.form)
        return std::optional(std::move(item));
    const DcpStored& stored = *reading.stored;
    const std::string_view kind = stored.begins ? "tensor" : "object";
    if (const auto fault = torchZipFault(item.content->findings)) {
        report(Severity::Error, "item-not-archive", name,
            "should be an archive of torch.save at byte " + formatCount(stored.range->begin) + " of "
                + quote(m_content.companions[m_items.file(*reading.file).companion].path) + ": " + *fault,
            stored.offset, kind);
        return std::optional<DcpItem>();
    }
    for (const Finding& finding : item.content->findings.list()) {
        if (finding.code == "import-unknown")
            report(finding.severity, finding.code, name, finding.message, stored.offset, kind);
    }
    return std::optional(std::move(item));
}

Result<std::optional<DcpLayout::Chunk>> DcpLayout::chunkOf(
    const DcpEntry& entry, std::size_t box, DcpReading& reading, const std::string& name)
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
    const DcpForm* const form = (*item)->form;
    const std::shared_ptr<const FileContent> content = (*item)->content;
    const auto at = [&] { return "the item of its chunk at " + formatShape(begins); };
    if (content && content->tensors.size() != 1)
        return refuse("item-not-archive", "has " + counted(content->tensors.size(), "tensor") + " in " + at());
    const DType dtype = form ? form->dtype : content->tensors.front().dtype;
    const auto shape = form ? std::span<const std::uint64_t>(form->shape) : content->tensors.front().shape;
    const ByteRange bytes = form ? form->values : content->tensors.front().bytes;
    const bool isKnown = entry.type.dtype != DType::Opaque; // otherwise a finding about the tensor says so
    if (isKnown && dtype != entry.type.dtype)
        return refuse("item-dtype",
            "is " + std::string(entry.type.typeName) + ", but " + at() + " has another type or one without values");
    if (!std::ranges::equal(shape, sizes))
        return refuse("item-shape",
            "has a chunk of shape " + formatShape(sizes) + ", but " + at() + " has shape " + formatShape(shape));
    const DcpFile& file = m_items.file(*reading.file);
    const ByteRange all = *reading.stored->range;
    Chunk chunk{.file = file.source,
        .values = {.source = file.source, .begin = all.begin + bytes.begin},
        .companion = file.companion,
        .range = {all.begin + bytes.begin, all.begin + bytes.end},
        .item = all};
    chunk.isPlain = !content || !content->tensors.front().storage;
    if (reading.stored->transform.any()) {
        chunk.isPlain = false;
        chunk.values = {.source = (*item)->source, .begin = bytes.begin};
        chunk.range = all;
        chunk.unpacked = (*item)->source;
    }
    addPart(file.companion, {all.begin, chunk.range.begin}, RegionKind::Header);
    addPart(file.companion, {chunk.range.end, all.end}, RegionKind::Header);
    if (content && content->tensors.front().storage) {
        chunk.values.source = (*item)->source;
        chunk.values.decoder =
            std::make_shared<const ChunkDecoder>(ChunkDecoder{.tensor = content->tensors.front(), .owner = content});
    }
    return std::optional(std::move(chunk));
}

bool DcpLayout::addLoss(const DcpEntry& entry, std::size_t box, const DcpReading& reading, const std::string& name)
{
    const bool isTooShort = reading.refusal == DcpReading::Refusal::OutOfFile && reading.stored->range.has_value();
    if (!isTooShort && reading.refusal != DcpReading::Refusal::NoFile)
        return false;
    const auto range = reading.stored->range.value_or(ByteRange());
    m_losses.add(*reading.file, name, boxBytes(entry, box), range.end);
    return true;
}

/// Whether the chunks cover the tensor exactly; adds findings if they do not.
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
    const bool isCovered = covers(entry, name, entry.offset);
    bool isWhole = isCovered && entry.type.dtype != DType::Opaque;
    std::vector<Chunk> chunks;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> begins; // of each piece: file, offset in bytes
    std::optional<std::uint32_t> lacking; // the companion of the last piece that is lost
    std::uint64_t lost = 0; // bytes
    chunks.reserve(entry.boxes.count());
    for (std::size_t box = 0; box < entry.boxes.count(); ++box) {
        DcpReading& reading = m_items.next();
        if (reading.refusal == DcpReading::Refusal::Nowhere)
            report(Severity::Error, "no-storage-entry", name,
                "has a chunk at " + formatShape(entry.boxes.begins(box)) + " that is stored nowhere", entry.offset);
        if (reading.file && reading.stored && reading.stored->range && !reading.stored->range->empty())
            begins.emplace_back(*reading.file, reading.stored->range->begin);
        if (isCovered && addLoss(entry, box, reading, name)) {
            lacking = m_items.file(*reading.file).companion;
            lost += boxBytes(entry, box);
            continue;
        }
        auto chunk = chunkOf(entry, box, reading, name);
        if (!chunk)
            return fail(chunk.error());
        isWhole = isWhole && *chunk;
        if (*chunk)
            chunks.push_back(std::move(**chunk));
    }
    std::ranges::sort(begins);
    if (isCovered && std::ranges::adjacent_find(begins) != begins.end()) {
        // torch reads this tensor, with values that were never saved.
        m_content.findings.add({.code = "pieces-share-bytes",
            .message = "tensor " + quote(name)
                + " has two pieces that are stored in the same bytes: one of them is lost, or .metadata is damaged",
            .tensor = name,
            .aboutTensor = true});
        isWhole = false;
    }
    if (!lacking && isWhole && !chunks.empty()) {
        setValues(entry, std::move(chunks), m_content.tensors[number]);
        return {};
    }
    std::uint64_t present = 0;
    for (const Chunk& chunk : chunks) { // these bytes exist, although the tensor cannot be read
        addPart(chunk.companion, chunk.range, RegionKind::Content);
        present += chunk.range.size();
    }
    if (lacking)
        m_content.tensors[number].file = *lacking + 1;
    if (lost > 0 && isWhole) {
        m_content.storages.push_back(std::make_shared<const LackingStorage>(present, lost));
        m_content.tensors[number].storage = m_content.storages.back().get();
    }
    return {};
}

void DcpLayout::setValues(const DcpEntry& entry, std::vector<Chunk> chunks, Tensor& tensor)
{
    const auto first = std::ranges::min_element(
        chunks, {}, [](const Chunk& chunk) { return std::pair(chunk.companion, chunk.range.begin); });
    tensor.file = first->companion + 1;
    tensor.bytes = first->range;
    addDigests(chunks);
    if (chunks.size() == 1 && first->isPlain)
        return; // the whole tensor, stored plainly
    const auto number = static_cast<std::uint32_t>(m_content.tensors.size() - 1);
    std::vector<ChunkValues> values;
    std::vector<TorchDigests::Place> places;
    std::uint64_t bytes = 0;
    for (Chunk& chunk : chunks) {
        places.emplace_back(chunk.companion + 1, chunk.item.begin);
        bytes += chunk.range.size();
        if (&chunk != &*first && !chunk.range.empty())
            m_laterPieces.push_back({chunk.companion + 1, chunk.range, number});
        values.push_back(std::move(chunk.values));
    }
    m_content.storages.push_back(
        std::make_shared<const ChunkedStorage>(entry.shape, entry.boxes, std::move(values), bytes));
    tensor.storage = m_content.storages.back().get();
    m_digests.add(tensor.storage, std::move(places));
}

/// The archive of each chunk states a CRC-32.
void DcpLayout::addDigests(const std::vector<Chunk>& chunks)
{
    for (const Chunk& chunk : chunks) {
        const CompanionFile& companion = m_content.companions[chunk.companion];
        DigestedFile& file = m_digests.file(chunk.companion + 1);
        if (file.name.empty()) {
            file.name = companion.path;
            file.source = chunk.file;
        }
        file.stretches.push_back({.range = chunk.item, .values = chunk.range.begin, .unpacked = chunk.unpacked});
    }
}

Result<> DcpLayout::placeObject(const DcpEntry& entry)
{
    const std::string name = utf8Of(entry.name);
    DcpReading& reading = m_items.next();
    if (reading.refusal == DcpReading::Refusal::Nowhere) {
        report(Severity::Error, "no-storage-entry", name, "is stored nowhere", entry.offset, "object");
        return {};
    }
    auto item = itemOf(reading, name);
    if (!item)
        return fail(item.error());
    if (!*item)
        return {};
    addPart(m_items.file(*reading.file).companion, *reading.stored->range, RegionKind::Content);
    FileContent& content = *(*item)->content;
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

void DcpLayout::reportOthers()
{
    struct Begin {
        std::uint32_t file;
        std::uint32_t stored;
        std::uint64_t begin;
    };
    std::vector<Begin> begins;
    begins.reserve(m_list.stored.size());
    for (std::size_t i = 0; i < m_list.stored.size(); ++i) {
        const DcpStored& stored = m_list.stored[i];
        if (!m_items.isUsed(i) && m_items.counts(i))
            report(Severity::Warning, "orphan-storage-entry", utf8Of(stored.name),
                "is stored, but the list of names lacks it", stored.offset, "entry");
        if (const auto file = m_items.fileOf(i); file && stored.range)
            begins.push_back({*file, static_cast<std::uint32_t>(i), stored.range->begin});
    }
    std::ranges::sort(begins, {}, [](const Begin& item) { return std::tuple(item.file, item.begin, item.stored); });
    std::vector<std::pair<std::uint32_t, std::uint32_t>>
        shared; // an index of DcpMetadata::stored, and the first one at the same byte
    std::size_t first = 0;
    for (std::size_t i = 1; i < begins.size(); ++i) {
        if (begins[i].file != begins[first].file || begins[i].begin != begins[first].begin)
            first = i;
        else if (*m_list.stored[begins[i].stored].range == *m_list.stored[begins[first].stored].range)
            shared.emplace_back(begins[i].stored, begins[first].stored);
    }
    std::ranges::sort(shared);
    for (const auto& [place, other] : shared) {
        const std::string name = utf8Of(m_list.stored[other].name);
        if (m_list.stored[place].name == m_list.stored[other].name && m_items.isUsed(place) && m_items.isUsed(other))
            continue; // already reported by placeTensor()
        report(Severity::Warning, "items-share-bytes", name,
            "and " + quote(utf8Of(m_list.stored[place].name)) + " are stored in the same bytes",
            m_list.stored[place].offset);
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
        if (file->path().extension() == ".distcp" && !m_items.hasFile(name))
            left.push_back(name);
    }
    std::ranges::sort(left); // folder listings are unordered
    const bool isByRank = rankOfMetadata(m_source.path()).has_value();
    for (const std::string& name : left) {
        const auto rank = isByRank ? rankOfPiece(name) : std::nullopt;
        const std::string list = rank ? rankMetadataName(*rank) : std::string();
        const bool isListLost = rank && !std::filesystem::exists(m_source.path().parent_path() / list, error);
        m_content.findings.add({.severity = Severity::Warning,
            .code = "unreferenced-file",
            .message = quote(name) + " belongs to no tensor of this checkpoint: "
                + (isListLost ? "the list of its process, " + quote(list) + ", is missing"
                              : "it may be of an earlier one, which more processes wrote")});
    }
}

void DcpLayout::finish()
{
    m_content.metadata = m_metadata.take();
    sortTensorsWithPieces(m_content, m_laterPieces);
    m_digests.state(m_content);
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
