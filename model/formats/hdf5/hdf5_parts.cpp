#include "formats/hdf5/hdf5_parts.h"

#include "formats/shared/tensor_order.h"

#include <algorithm>
#include <utility>

namespace loupe::hdf5 {

void Hdf5Parts::add(std::size_t tensor, ByteRange range)
{
    if (!range.empty())
        m_pieces.push_back({range, tensor});
}

void Hdf5Parts::add(std::size_t tensor, const std::vector<Hdf5Chunk>& chunks)
{
    for (const Hdf5Chunk& chunk : chunks) {
        if (chunk.offset > m_stream.size || chunk.size > m_stream.size - chunk.offset)
            continue; // never written, or missing
        const std::uint64_t begin = m_stream.range.begin + chunk.offset;
        add(tensor, {begin, begin + chunk.size});
    }
}

void Hdf5Parts::addAlias(std::size_t tensor, std::size_t alias)
{
    m_aliases.emplace_back(tensor, alias);
}

void Hdf5Parts::addContent(std::uint64_t offset, std::uint64_t size)
{
    if (offset <= m_stream.size)
        add(noTensor,
            {m_stream.range.begin + offset, m_stream.range.begin + offset + std::min(size, m_stream.size - offset)});
}

void Hdf5Parts::finish(FileContent& content, std::uint64_t begin, std::uint64_t end)
{
    if (!m_stream.inflating) {
        mergeRuns(content);
        for (const auto& [tensor, alias] : m_aliases)
            content.tensors[alias].bytes = content.tensors[tensor].bytes;
        const std::uint64_t first = m_stream.range.begin + std::min(begin, m_stream.size);
        if (first > m_stream.range.begin)
            content.parts.push_back({{m_stream.range.begin, first}, RegionKind::Content}); // the user block
        addGaps(content, {first, std::max(first, m_stream.range.begin + std::min(end, m_stream.size))});
    }
    sortTensors(content);
}

void Hdf5Parts::mergeRuns(FileContent& content)
{
    std::sort(
        m_pieces.begin(), m_pieces.end(), [](const Piece& a, const Piece& b) { return a.range.begin < b.range.begin; });
    struct Run {
        ByteRange range;
        std::size_t tensor;
        std::uint64_t bytes;
    };
    std::vector<Run> runs;
    std::uint64_t end = 0;
    bool overlap = false;
    for (const Piece& piece : m_pieces) {
        if (piece.range.begin < end && !std::exchange(overlap, true)) {
            content.findings.add({.severity = Severity::Warning,
                .code = "offset-overlap",
                .message = "data overlaps",
                .offset = piece.range.begin});
        }
        end = std::max(end, piece.range.end);
        if (runs.empty() || piece.tensor == noTensor || runs.back().tensor != piece.tensor)
            runs.push_back({piece.range, piece.tensor, piece.range.size()});
        else {
            runs.back().range.end = std::max(runs.back().range.end, piece.range.end);
            runs.back().bytes += piece.range.size();
        }
    }
    std::vector<std::size_t> longest(content.tensors.size(), SIZE_MAX);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (runs[i].tensor == noTensor)
            continue;
        std::size_t& best = longest[runs[i].tensor];
        if (best == SIZE_MAX || runs[best].bytes < runs[i].bytes)
            best = i;
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (runs[i].tensor != noTensor && longest[runs[i].tensor] == i)
            content.tensors[runs[i].tensor].bytes = runs[i].range;
        else
            content.parts.push_back({runs[i].range, RegionKind::Content});
    }
}

/// Adds object headers, heaps, indexes and free space: the library does not report their offsets.
void Hdf5Parts::addGaps(FileContent& content, ByteRange whole) const
{
    std::vector<ByteRange> claims;
    for (const Tensor& tensor : content.tensors)
        claims.push_back(tensor.bytes);
    for (const FilePart& part : content.parts)
        claims.push_back(part.range);
    std::sort(claims.begin(), claims.end(), [](ByteRange a, ByteRange b) { return a.begin < b.begin; });
    std::uint64_t position = whole.begin;
    for (const ByteRange claim : claims) {
        if (claim.begin > position && position < whole.end)
            content.parts.push_back({{position, std::min(claim.begin, whole.end)}, RegionKind::Header});
        position = std::max(position, claim.end);
    }
    if (position < whole.end)
        content.parts.push_back({{position, whole.end}, RegionKind::Header});
    sortParts(content);
}

} // namespace loupe::hdf5
