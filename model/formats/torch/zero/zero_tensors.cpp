#include "formats/torch/zero/zero_tensors.h"

#include "formats/shared/tensor_order.h"
#include "formats/storages/spanning_storage.h"

#include <algorithm>
#include <tuple>

namespace loupe::torch {

namespace {

bool beginsBefore(const ZeroPiece& a, const ZeroPiece& b)
{
    return std::tie(a.file, a.range.begin) < std::tie(b.file, b.range.begin);
}

/// The sorted stretches that `pieces` cover, without adjacent or overlapping ones. `pieces` are sorted and from one
/// file.
std::vector<ByteRange> merged(std::span<const ZeroPiece> pieces)
{
    std::vector<ByteRange> ranges;
    for (const ZeroPiece& piece : pieces) {
        if (!ranges.empty() && piece.range.begin <= ranges.back().end)
            ranges.back().end = std::max(ranges.back().end, piece.range.end);
        else
            ranges.push_back(piece.range);
    }
    return ranges;
}

/// Removes the covered stretches from parts that are not tensors. Both lists are sorted.
std::vector<FilePart> withoutCovered(const std::vector<FilePart>& parts, const std::vector<ByteRange>& covered)
{
    std::vector<FilePart> left;
    for (const FilePart& part : parts) {
        if (part.kind != RegionKind::Content) {
            left.push_back(part);
            continue;
        }
        std::uint64_t position = part.range.begin;
        auto next = std::ranges::upper_bound(covered, position, {}, &ByteRange::end);
        for (; next != covered.end() && next->begin < part.range.end; ++next) {
            if (next->begin > position)
                left.push_back({{position, next->begin}, part.kind});
            position = std::min(next->end, part.range.end);
        }
        if (position < part.range.end)
            left.push_back({{position, part.range.end}, part.kind});
    }
    return left;
}

} // namespace

void FlatNumbers::add(std::uint32_t file, ByteRange range)
{
    if (range.empty())
        return;
    m_ends.push_back(bytes() + range.size());
    m_pieces.push_back({file, range});
}

void FlatNumbers::take(std::uint64_t begin, std::uint64_t count, std::vector<ZeroPiece>& pieces) const
{
    auto at = static_cast<std::size_t>(std::ranges::upper_bound(m_ends, begin) - m_ends.begin());
    for (; count > 0; ++at) {
        const ByteRange whole = m_pieces[at].range;
        const std::uint64_t skipped = whole.size() - (m_ends[at] - begin);
        const std::uint64_t taken = std::min(count, whole.size() - skipped);
        pieces.push_back({m_pieces[at].file, {whole.begin + skipped, whole.begin + skipped + taken}});
        begin += taken;
        count -= taken;
    }
}

std::uint32_t ZeroTensors::addFile(std::string path, std::shared_ptr<const Source> source, std::vector<FilePart> parts,
    const std::vector<TorchMember>& members)
{
    addMembers(static_cast<std::uint32_t>(m_sources.size()), path, source, members);
    m_content.companions.push_back({.path = std::move(path), .parts = std::move(parts), .refusedAs = "RuntimeError"});
    m_sources.push_back(std::move(source));
    return static_cast<std::uint32_t>(m_content.companions.size());
}

void ZeroTensors::addMembers(std::uint32_t file, const std::string& name, const std::shared_ptr<const Source>& source,
    const std::vector<TorchMember>& members)
{
    DigestedFile& digested = m_digests.file(file);
    digested.name = name;
    digested.source = source;
    digested.add(members);
}

Tensor& ZeroTensors::addTensor(
    const std::string& name, std::span<const std::uint64_t> shape, DType dtype, std::uint32_t file)
{
    return m_content.tensors.emplace_back(Tensor{.name = m_content.arena.copy(name),
        .shape = m_shapes.keep(shape, m_content.arena),
        .bytes = {},
        .file = file,
        .dtype = dtype});
}

void ZeroTensors::adopt(FileContent& part, std::uint32_t file)
{
    for (std::uint32_t i = 0; i < part.tensors.size(); ++i) {
        const Tensor& tensor = part.tensors[i];
        if (const auto unknown = part.unknownDTypes.find(i); unknown != part.unknownDTypes.end()) {
            m_content.unknownDTypes.emplace(
                static_cast<std::uint32_t>(m_content.tensors.size()), std::move(unknown->second));
        }
        Tensor& own = addTensor(std::string(tensor.name), tensor.shape, tensor.dtype, file);
        own.bytes = tensor.bytes;
        own.storage = tensor.storage;
    }
    // Storages may hold tensors, whose names and shapes are in the part's arena.
    const auto arena = std::make_shared<const Arena>(std::move(part.arena));
    for (const auto& storage : part.storages) {
        const auto both =
            std::make_shared<std::pair<std::shared_ptr<const Arena>, std::shared_ptr<const Storage>>>(arena, storage);
        m_content.storages.emplace_back(both, storage.get());
    }
}

void ZeroTensors::add(const std::string& name, std::span<const std::uint64_t> shape, DType dtype,
    const std::vector<ZeroPiece>& pieces, std::uint32_t fileIfEmpty)
{
    const auto first = std::ranges::min_element(pieces, beginsBefore);
    const auto number = static_cast<std::uint32_t>(m_content.tensors.size());
    Tensor& tensor = addTensor(name, shape, dtype, first == pieces.end() ? fileIfEmpty : first->file);
    if (first == pieces.end())
        return;
    tensor.bytes = first->range;
    m_covered.insert(m_covered.end(), pieces.begin(), pieces.end());
    if (pieces.size() == 1)
        return;
    std::vector<SourcePiece> all;
    all.reserve(pieces.size());
    for (const ZeroPiece& piece : pieces) {
        // The source of the content's own file is null, since it is the tensor's own file.
        all.push_back({m_sources[piece.file], piece.range});
        if (&piece != &*first)
            m_laterPieces.push_back({piece.file, piece.range, number});
    }
    m_content.storages.push_back(std::make_shared<const SpanningStorage>(std::move(all)));
    tensor.storage = m_content.storages.back().get();
    std::vector<TorchDigests::Place> places;
    places.reserve(pieces.size());
    for (const ZeroPiece& piece : pieces)
        places.emplace_back(piece.file, piece.range.begin);
    m_digests.add(tensor.storage, std::move(places));
}

void ZeroTensors::addWithoutValues(
    const std::string& name, std::span<const std::uint64_t> shape, DType dtype, std::uint32_t file)
{
    addTensor(name, shape, dtype, file);
}

const Tensor* ZeroTensors::find(const std::string& name)
{
    for (; m_named < m_content.tensors.size(); ++m_named)
        m_names.emplace(m_content.tensors[m_named].name, m_named);
    const auto found = m_names.find(name);
    return found == m_names.end() ? nullptr : &m_content.tensors[found->second];
}

bool ZeroTensors::addAlias(const std::string& alias, const std::string& name)
{
    const Tensor* const named = find(name);
    if (!named)
        return false;
    const Tensor target = *named;
    const auto index = static_cast<std::uint32_t>(named - m_content.tensors.data());
    const auto number = static_cast<std::uint32_t>(m_content.tensors.size());
    Tensor& tensor = addTensor(alias, target.shape, target.dtype, target.file);
    tensor.bytes = target.bytes;
    tensor.storage = target.storage;
    if (const auto unknown = m_content.unknownDTypes.find(index); unknown != m_content.unknownDTypes.end())
        m_content.unknownDTypes.emplace(number, std::string(unknown->second));
    return true;
}

void ZeroTensors::finish()
{
    std::ranges::sort(m_covered, beginsBefore);
    auto covered = m_covered.begin();
    for (std::uint32_t file = 0; file < m_sources.size(); ++file) {
        const auto coveredEnd = std::ranges::upper_bound(m_covered, file, {}, &ZeroPiece::file);
        std::vector<FilePart>& parts = partsOf(file);
        std::ranges::stable_sort(parts, {}, [](const FilePart& part) { return part.range.begin; });
        parts = withoutCovered(parts, merged({covered, coveredEnd}));
        covered = coveredEnd;
    }
    sortTensorsWithPieces(m_content, m_laterPieces);
    m_digests.state(m_content);
    for (std::uint32_t file = 0; file < m_sources.size(); ++file)
        std::ranges::stable_sort(partsOf(file), {}, [](const FilePart& part) { return part.range.begin; });
}

} // namespace loupe::torch
