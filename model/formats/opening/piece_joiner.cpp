#include "formats/opening/piece_joiner.h"

#include "core/checked_math.h"
#include "core/name_hash.h"
#include "core/remote_files.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shards/shard_index.h"
#include "formats/shards/shard_name.h"
#include "formats/storages/chunk_faults.h"

#include <algorithm>
#include <set>
#include <utility>

namespace loupe {

namespace {

/// The same dtype, or the same spelling of one that is not known.
bool haveOneType(const Checkpoint& checkpoint, std::uint32_t a, std::uint32_t b)
{
    return checkpoint.tensors[a].dtype == checkpoint.tensors[b].dtype
        && checkpoint.dtypeName(a) == checkpoint.dtypeName(b);
}

/// Whether the bytes of the piece are those of its shape; where not, a finding of its file says so.
bool fitsItsBytes(const Tensor& piece)
{
    const auto elements = elementCount(piece.shape);
    const auto bits = elements ? checkedMultiply(*elements, bitsPerElement(piece.dtype)) : std::nullopt;
    return bits && *bits % 8 == 0 && *bits / 8 == piece.bytes.size();
}

} // namespace

PieceJoiner::PieceJoiner(Checkpoint& checkpoint, const std::vector<std::optional<TensorPieces>>& pieces)
    : m_checkpoint(checkpoint)
    , m_begins(checkpoint.tensors.size())
    , m_hasGaps(checkpoint.files.size())
{
    std::vector<std::uint64_t> none;
    for (std::uint32_t number = 0; number < checkpoint.files.size(); ++number) {
        const CheckpointFile& file = checkpoint.files[number];
        const TensorPieces* const stated = number < pieces.size() && pieces[number] ? &*pieces[number] : nullptr;
        for (std::uint32_t i = 0; i < file.tensorCount; ++i) {
            const std::uint32_t tensor = file.firstTensor + i;
            none.assign(checkpoint.tensors[tensor].shape.size(), 0);
            m_begins[tensor] = stated ? stated->begins[i] : std::optional(m_shapes.keep(none, m_arena));
        }
    }
}

Result<> PieceJoiner::join(const Work& work)
{
    constexpr std::size_t stopInterval = 1024;
    const std::vector<Whole> all = wholes();
    std::vector<Tensor> tensors;
    std::unordered_map<std::uint32_t, std::string> unknownDTypes;
    std::vector<std::uint32_t> counts(m_checkpoint.files.size());
    tensors.reserve(all.size());
    for (const Whole& pieces : all) {
        if (tensors.size() % stopInterval == 0 && work.stopped())
            return fail(ErrorCode::Stopped, "stopped while pieces were put together", m_checkpoint.path.string());
        if (m_checkpoint.tensors[pieces.front()].dtype == DType::Opaque)
            unknownDTypes.emplace(static_cast<std::uint32_t>(tensors.size()), m_checkpoint.dtypeName(pieces.front()));
        tensors.push_back(joined(pieces));
        ++counts[tensors.back().file];
    }
    std::uint32_t first = 0;
    std::vector<std::uint32_t> firstTensors;
    firstTensors.reserve(counts.size());
    for (const std::uint32_t count : counts)
        firstTensors.push_back(std::exchange(first, first + count));
    for (std::uint32_t number = 0; number < all.size(); ++number) {
        for (const std::uint32_t piece : all[number]) {
            const Tensor& stored = m_checkpoint.tensors[piece];
            const bool isFirst = stored.file == tensors[number].file && stored.bytes == tensors[number].bytes;
            if (!isFirst && !stored.bytes.empty())
                m_checkpoint.files[stored.file].parts.push_back(
                    {stored.bytes, RegionKind::Tensor, number - firstTensors[stored.file]});
        }
    }
    for (std::size_t i = 0; i < counts.size(); ++i) {
        CheckpointFile& file = m_checkpoint.files[i];
        file.firstTensor = firstTensors[i];
        file.tensorCount = counts[i];
        std::ranges::stable_sort(file.parts, {}, [](const FilePart& part) { return part.range.begin; });
    }
    m_checkpoint.tensors = std::move(tensors);
    m_checkpoint.unknownDTypes = std::move(unknownDTypes);
    m_checkpoint.arenas.push_back(std::make_shared<const Arena>(std::move(m_arena)));
    return {};
}

/// In the order of their first pieces: file by file, and by their bytes.
std::vector<PieceJoiner::Whole> PieceJoiner::wholes() const
{
    std::vector<Whole> all;
    NameMap<std::string_view, std::size_t> numbers;
    for (std::uint32_t i = 0; i < m_checkpoint.tensors.size(); ++i) {
        const auto [number, isNew] = numbers.try_emplace(m_checkpoint.tensors[i].name, all.size());
        if (isNew)
            all.emplace_back();
        all[number->second].push_back(i);
    }
    return all;
}

Tensor PieceJoiner::joined(const Whole& pieces)
{
    Tensor whole = m_checkpoint.tensors[pieces.front()];
    std::vector<std::uint64_t> shape(whole.shape.size());
    ChunkBoxes boxes(shape.size());
    bool fits = addBoxes(pieces, shape, boxes);
    if (boxes.count() == pieces.size()) {
        whole.shape = m_shapes.keep(shape, m_arena);
        for (const ChunkFault& fault : chunkFaults(shape, bitsPerElement(whole.dtype) / 8, boxes)) {
            report(fault.code, whole, fault.what);
            m_hasGaps[whole.file] = m_hasGaps[whole.file] || fault.code == "chunk-gap";
            fits = false;
        }
    }
    if (fits && pieces.size() == 1)
        return whole; // all of it, as it is
    const std::uint64_t bits = bitsPerElement(whole.dtype);
    if (fits && whole.dtype != DType::Opaque && bits % 8 != 0)
        report("chunk-packed", whole, "has elements that share bytes: its pieces cannot be put together");
    else if (fits && whole.dtype != DType::Opaque && std::ranges::all_of(pieces, [&](std::uint32_t piece) {
                 return fitsItsBytes(m_checkpoint.tensors[piece]);
             })) {
        setValues(pieces, std::move(shape), boxes, whole);
        return whole;
    }
    whole.bytes.end = whole.bytes.begin;
    return whole;
}

/// Where the pieces lie, and the least shape that holds all of them. False, with a finding, where they disagree; then
/// there are boxes for some of them only, unless they disagree on nothing but their type.
bool PieceJoiner::addBoxes(const Whole& pieces, std::vector<std::uint64_t>& shape, ChunkBoxes& boxes)
{
    const Tensor& first = m_checkpoint.tensors[pieces.front()];
    bool agree = true;
    for (const std::uint32_t piece : pieces) {
        const Tensor& stored = m_checkpoint.tensors[piece];
        const auto& begins = m_begins[piece];
        if (agree && !haveOneType(m_checkpoint, pieces.front(), piece)) {
            report("item-dtype", first,
                "is " + std::string(m_checkpoint.dtypeName(pieces.front())) + " in " + fileName(first.file) + ", but "
                    + std::string(m_checkpoint.dtypeName(piece)) + " in " + fileName(stored.file));
            agree = false;
        }
        if (stored.shape.size() != shape.size()) {
            report("item-shape", first,
                "has " + counted(shape.size(), "dimension") + " in " + fileName(first.file) + ", but "
                    + formatCount(stored.shape.size()) + " in " + fileName(stored.file));
            return false;
        }
        if (!begins) {
            report("sharding-info", first,
                "has a piece in " + fileName(stored.file)
                    + ", whose metadata does not say where it begins, expected one number for each dimension");
            return false;
        }
        for (std::size_t i = 0; i < shape.size(); ++i)
            shape[i] = std::max(shape[i], saturatingAdd((*begins)[i], stored.shape[i]));
        boxes.add(*begins, stored.shape);
    }
    return agree;
}

void PieceJoiner::setValues(
    const Whole& pieces, std::vector<std::uint64_t> shape, const ChunkBoxes& boxes, Tensor& tensor)
{
    std::vector<ChunkValues> values;
    std::uint64_t bytes = 0;
    for (const std::uint32_t piece : pieces) {
        const Tensor& stored = m_checkpoint.tensors[piece];
        bytes += stored.bytes.size();
        values.push_back({.source = m_checkpoint.files[stored.file].source, .begin = stored.bytes.begin});
    }
    m_checkpoint.storages.push_back(
        std::make_shared<const ChunkedStorage>(std::move(shape), boxes, std::move(values), bytes));
    tensor.storage = m_checkpoint.storages.back().get();
}

void PieceJoiner::report(std::string_view code, const Tensor& tensor, const std::string& what)
{
    m_checkpoint.findings.add({.code = code,
        .message = "tensor " + quote(tensor.name) + ' ' + what,
        .refusedAs = invalidIndex,
        .file = tensor.file,
        .tensor = std::string(tensor.name),
        .aboutTensor = true});
}

std::string PieceJoiner::fileName(std::uint32_t file) const
{
    return quote(m_checkpoint.files[file].path.filename().string());
}

AbsentFiles absentFilesOf(const Checkpoint& checkpoint, const std::vector<bool>& hasGaps)
{
    AbsentFiles absent;
    std::set<std::pair<std::uint64_t, std::uint64_t>> present; // process and file
    std::set<std::uint64_t> filesWithGaps;
    std::set<std::uint64_t> files;
    std::optional<RankShardName> name;
    std::uint64_t ranks = 0;
    for (std::size_t i = 0; i < checkpoint.files.size(); ++i) {
        auto other = parseRankShardName(checkpoint.files[i].path.filename());
        if (!other || (name && name->file.sibling(1) != other->file.sibling(1)))
            return absent;
        ranks = std::max(ranks, other->rank);
        present.emplace(other->rank, other->file.number);
        files.insert(other->file.number);
        if (hasGaps[i])
            filesWithGaps.insert(other->file.number);
        name = std::move(other);
    }
    if (!name || ranks > mostShards || name->file.count > mostShards)
        return absent;
    const std::filesystem::path folder = checkpoint.files.front().path.parent_path();
    for (std::uint64_t file = 1; file <= name->file.count; ++file) {
        const bool isKnown = files.contains(file);
        const std::uint64_t last = isKnown ? ranks : 1;
        for (std::uint64_t rank = 1; rank <= last && absent.missing.size() + absent.others.size() < mostShards;
             ++rank) {
            if (present.contains({rank, file}))
                continue;
            auto& list = !isKnown || filesWithGaps.contains(file) ? absent.missing : absent.others;
            list.push_back(inFolder(folder, name->sibling(rank, file)));
        }
    }
    return absent;
}

} // namespace loupe
