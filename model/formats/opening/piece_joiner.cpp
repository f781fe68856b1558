#include "formats/opening/piece_joiner.h"

#include "core/checked_math.h"
#include "core/remote/remote_files.h"
#include "core/stated_digests.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shards/process_name.h"
#include "formats/shards/shard_index.h"
#include "formats/shards/shard_name.h"
#include "formats/storages/chunk_faults.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace loupe {

namespace {

/// Whether two tensors have the same dtype, or the same spelling of an unknown dtype.
bool haveOneType(const Checkpoint& checkpoint, std::uint32_t a, std::uint32_t b)
{
    return checkpoint.tensors[a].dtype == checkpoint.tensors[b].dtype
        && checkpoint.dtypeName(a) == checkpoint.dtypeName(b);
}

/// Whether the size of the piece matches its shape. If not, a finding of its file says so.
bool fitsItsBytes(const Tensor& piece)
{
    const auto elements = elementCount(piece.shape);
    const auto bits = elements ? checkedMultiply(*elements, bitsPerElement(piece.dtype)) : std::nullopt;
    return bits && *bits % 8 == 0 && *bits / 8 == piece.bytes.size();
}

/// Whether two tensors of one type and shape have the same digest; nothing if digests do not show whether their values
/// are equal.
std::optional<bool> haveOneDigest(const Checkpoint& checkpoint, std::uint32_t a, std::uint32_t b)
{
    std::array<std::string, 2> digests;
    for (std::size_t i = 0; i < 2; ++i) {
        const Tensor& tensor = checkpoint.tensors[i == 0 ? a : b];
        const CheckpointFile& file = checkpoint.files[tensor.file];
        if (!file.digests || !file.source)
            return std::nullopt;
        const auto stated = file.digests->of(*file.source, (i == 0 ? a : b) - file.firstTensor);
        if (!stated || stated->digests.empty() || !stated->before.empty() || !stated->digests.front().whole.empty())
            return std::nullopt;
        if (stated->digests.front().bytes && stated->digests.size() > 1)
            return std::nullopt; // the digests are of pieces, which may be split differently
        digests[i] = stated->digests.front().digest;
    }
    return digests[0] == digests[1];
}

} // namespace

PieceJoiner::PieceJoiner(Checkpoint& checkpoint, const std::vector<std::optional<TensorPieces>>& pieces)
    : m_checkpoint(checkpoint)
    , m_pieces(checkpoint.tensors.size())
    , m_hasGaps(checkpoint.files.size())
{
    std::vector<std::uint64_t> none;
    const bool othersAreWhole = std::ranges::any_of(pieces, [](const auto& one) { return one && one->othersAreWhole; });
    for (std::uint32_t number = 0; number < checkpoint.files.size(); ++number) {
        const CheckpointFile& file = checkpoint.files[number];
        const TensorPieces* const stated = number < pieces.size() && pieces[number] ? &*pieces[number] : nullptr;
        NameMap<std::string_view, const TensorPieces::Piece*> byName;
        if (stated) {
            addStatements(*stated, number);
            for (const TensorPieces::Piece& piece : stated->pieces)
                byName.try_emplace(piece.tensor, &piece);
        }
        for (std::uint32_t i = file.firstTensor; i < file.firstTensor + file.tensorCount; ++i) {
            const Tensor& tensor = checkpoint.tensors[i];
            const auto known = byName.find(tensor.name);
            if (known != byName.end()) {
                m_pieces[i] = {known->second->whole, known->second->begins};
                continue;
            }
            m_pieces[i] = {tensor.name, std::nullopt, othersAreWhole};
            if (!stated || othersAreWhole) {
                none.assign(tensor.shape.size(), 0);
                m_pieces[i].begins = m_shapes.keep(none, m_arena);
            }
        }
    }
}

/// Adds the statements of a file. Files of different saves contradict one another; reports the first contradiction as a
/// finding.
void PieceJoiner::addStatements(const TensorPieces& pieces, std::uint32_t file)
{
    for (const TensorPieces::Whole& whole : pieces.wholes) {
        const auto [known, isNew] =
            m_stated.try_emplace(whole.name, Stated{.shape = whole.shape, .pieces = whole.pieces, .file = file});
        const Stated& first = known->second;
        const bool isSame = std::ranges::equal(first.shape, whole.shape) && first.pieces == whole.pieces;
        if (isNew || isSame || m_disagree)
            continue;
        m_disagree = true;
        const auto said = [](std::span<const std::uint64_t> shape, std::uint64_t count) {
            return "of shape " + formatShape(shape) + " in " + counted(count, "piece");
        };
        m_checkpoint.findings.add({.code = "shard-other-save",
            .message = "tensor " + quote(whole.name) + " is " + said(first.shape, first.pieces) + " in "
                + fileName(first.file) + ", but " + said(whole.shape, whole.pieces) + " in " + fileName(file)
                + ": these files are not of one checkpoint",
            .refusedAs = invalidIndex,
            .file = file});
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
        const bool areCopies = pieces.size() > 1
            && std::ranges::all_of(pieces, [&](std::uint32_t piece) { return m_pieces[piece].isWhole; });
        tensors.push_back(areCopies ? replicated(pieces) : joined(pieces));
        ++counts[tensors.back().file];
        m_isOfSeveral.push_back(pieces.size() > 1);
    }
    reportAbsent();
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
        file.digests = nullptr; // they are indexed by the file's own tensors
        std::ranges::stable_sort(file.parts, {}, [](const FilePart& part) { return part.range.begin; });
    }
    m_checkpoint.tensors = std::move(tensors);
    m_checkpoint.unknownDTypes = std::move(unknownDTypes);
    m_checkpoint.arenas.push_back(std::make_shared<const Arena>(std::move(m_arena)));
    return {};
}

/// The pieces of each whole tensor, sorted by the first piece's file and bytes.
std::vector<PieceJoiner::Whole> PieceJoiner::wholes() const
{
    std::vector<Whole> all;
    NameMap<std::string_view, std::size_t> numbers;
    for (std::uint32_t i = 0; i < m_checkpoint.tensors.size(); ++i) {
        const auto [number, isNew] = numbers.try_emplace(m_pieces[i].whole, all.size());
        if (isNew)
            all.emplace_back();
        all[number->second].push_back(i);
    }
    return all;
}

Tensor PieceJoiner::joined(const Whole& pieces)
{
    Tensor whole = m_checkpoint.tensors[pieces.front()];
    whole.name = m_pieces[pieces.front()].whole;
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
        return whole; // the piece is the whole tensor
    const std::uint64_t bits = bitsPerElement(whole.dtype);
    if (fits && whole.dtype != DType::Opaque && bits % 8 != 0)
        report("chunk-packed", whole, "has elements that share bytes: its pieces cannot be put together");
    else if (fits && whole.dtype != DType::Opaque && std::ranges::all_of(pieces, [&](std::uint32_t piece) {
                 return m_checkpoint.tensors[piece].storage || fitsItsBytes(m_checkpoint.tensors[piece]);
             })) {
        setValues(pieces, std::move(shape), boxes, whole);
        return whole;
    }
    whole.bytes.end = whole.bytes.begin;
    return whole;
}

/// The tensor for copies in several files, of which each process has all elements: the copy in the first file.
Tensor PieceJoiner::replicated(const Whole& copies)
{
    const Tensor& first = m_checkpoint.tensors[copies.front()];
    bool isKnown = true;
    for (const std::uint32_t copy : std::span(copies).subspan(1)) {
        const Tensor& other = m_checkpoint.tensors[copy];
        if (other.file == first.file)
            continue; // the file's own findings report it
        const bool fits =
            haveOneType(m_checkpoint, copies.front(), copy) && std::ranges::equal(first.shape, other.shape);
        const auto same = fits ? haveOneDigest(m_checkpoint, copies.front(), copy) : std::optional(false);
        isKnown = isKnown && same;
        if (same.value_or(true))
            continue;
        m_checkpoint.findings.add({.severity = Severity::Warning,
            .code = "shard-tensor-differs",
            .message = "tensor " + quote(first.name) + " differs between " + fileName(first.file) + " and "
                + fileName(other.file)
                + ": that of the first one is shown. Open the other one by itself to see its own",
            .file = other.file,
            .tensor = std::string(first.name),
            .aboutTensor = true});
        return first;
    }
    m_uncompared += !isKnown;
    return first;
}

/// Adds the boxes of the pieces, and sets `shape` to the shape that the files state, or else to the smallest one that
/// holds all pieces. If the pieces disagree, returns false and adds a finding. In that case, only some pieces have
/// boxes, unless the pieces disagree only about their type.
bool PieceJoiner::addBoxes(const Whole& pieces, std::vector<std::uint64_t>& shape, ChunkBoxes& boxes)
{
    Tensor first = m_checkpoint.tensors[pieces.front()];
    first.name = m_pieces[pieces.front()].whole;
    bool agree = true;
    for (const std::uint32_t piece : pieces) {
        const Tensor& stored = m_checkpoint.tensors[piece];
        const auto& begins = m_pieces[piece].begins;
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
        if (!begins || begins->size() != shape.size()) {
            report("sharding-info", first,
                "has a piece in " + fileName(stored.file)
                    + ", whose metadata does not say where it begins, expected one number for each dimension");
            return false;
        }
        if (m_pieces[piece].isWhole != m_pieces[pieces.front()].isWhole) {
            report("sharding-info", first,
                "is a whole tensor in one of " + fileName(first.file) + " and " + fileName(stored.file)
                    + ", but a piece in the other one");
            return false;
        }
        for (std::size_t i = 0; i < shape.size(); ++i)
            shape[i] = std::max(shape[i], saturatingAdd((*begins)[i], stored.shape[i]));
        boxes.add(*begins, stored.shape);
    }
    if (const auto stated = m_stated.find(first.name); stated != m_stated.end()) {
        stated->second.isFound = true;
        if (stated->second.shape.size() != shape.size()) {
            report("item-shape", first,
                "has " + counted(shape.size(), "dimension") + " in " + fileName(first.file) + ", but "
                    + formatCount(stated->second.shape.size()) + " where its whole shape is stated");
            return false;
        }
        shape.assign(stated->second.shape.begin(), stated->second.shape.end());
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
        // The checkpoint that owns the new storage also keeps everything alive that the tensor refers to.
        if (stored.storage)
            values.back().decoder = std::make_shared<const ChunkDecoder>(ChunkDecoder{stored, nullptr});
    }
    m_checkpoint.storages.push_back(
        std::make_shared<const ChunkedStorage>(std::move(shape), boxes, std::move(values), bytes));
    tensor.storage = m_checkpoint.storages.back().get();
}

/// Reports tensors whose pieces are all in missing files, and the number of tensors that were not compared.
void PieceJoiner::reportAbsent()
{
    std::map<std::string_view, const Stated*> absent;
    for (const auto& [name, stated] : m_stated) {
        const bool isEmpty = std::ranges::find(stated.shape, std::uint64_t{0}) != stated.shape.end();
        if (!stated.isFound && !isEmpty)
            absent.emplace(name, &stated);
    }
    for (const auto& [name, stated] : absent) {
        m_checkpoint.findings.add({.code = "chunk-gap",
            .message = "tensor " + quote(name) + " of shape " + formatShape(stated->shape)
                + " is not shown: no file has a piece of it",
            .refusedAs = invalidIndex,
            .file = stated->file});
        m_hasGaps[stated->file] = true;
    }
    if (m_uncompared > 0) {
        m_checkpoint.findings.add({.severity = Severity::Note,
            .code = "shard-uncompared",
            .message = counted(m_uncompared, "tensor")
                + " of the first file lie in other files, too, which state no digest of them: they were not compared",
            .file = Finding::noFile});
    }
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

namespace {

/// The absent files of a checkpoint whose file names have only the number of a process, if pieces are missing.
AbsentFiles absentProcesses(const Checkpoint& checkpoint, std::uint64_t processes)
{
    AbsentFiles absent;
    std::set<std::uint64_t> present;
    std::optional<ProcessName> first;
    for (const CheckpointFile& file : checkpoint.files) {
        auto name = parseProcessName(file.path.filename());
        if (!name || (first && !name->isSiblingOf(*first)))
            return absent;
        present.insert(name->rank);
        first = std::move(name);
    }
    if (!first || processes > mostShards || *present.rbegin() > mostShards)
        return absent;
    // Some writers count from 1, or continue after the numbers of another part.
    const std::uint64_t last = *present.rbegin();
    const std::uint64_t begin = *present.begin() > 0 && last >= processes ? last - processes + 1 : 0;
    const std::filesystem::path folder = checkpoint.files.front().path.parent_path();
    for (std::uint64_t rank = begin; rank < begin + processes; ++rank) {
        if (!present.contains(rank))
            absent.missing.push_back(inFolder(folder, first->sibling(rank)));
    }
    return absent;
}

} // namespace

AbsentFiles absentFilesOf(const Checkpoint& checkpoint, const std::vector<bool>& hasGaps, std::uint64_t processes)
{
    AbsentFiles absent;
    if (processes > 0) // the files state the shapes of tensors: if there is no gap, no file is missing
        return std::ranges::find(hasGaps, true) == hasGaps.end() ? absent : absentProcesses(checkpoint, processes);
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
