#include "formats/shared/tensor_order.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace loupe {

std::vector<std::uint32_t> sortTensors(FileContent& content)
{
    auto& tensors = content.tensors;
    const auto liesBefore = [](const Tensor& a, const Tensor& b) {
        return std::tie(a.file, a.bytes.begin, a.bytes.end) < std::tie(b.file, b.bytes.begin, b.bytes.end);
    };
    if (std::is_sorted(tensors.begin(), tensors.end(), liesBefore))
        return {};
    std::vector<std::uint32_t> order(tensors.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
        [&](std::uint32_t a, std::uint32_t b) { return liesBefore(tensors[a], tensors[b]); });
    std::vector<Tensor> sorted;
    sorted.reserve(tensors.size());
    std::vector<std::uint32_t> indexes(tensors.size());
    std::unordered_map<std::uint32_t, std::string> names;
    for (const std::uint32_t old : order) {
        indexes[old] = static_cast<std::uint32_t>(sorted.size());
        if (const auto name = content.unknownDTypes.find(old); name != content.unknownDTypes.end())
            names.emplace(indexes[old], std::move(name->second));
        sorted.push_back(tensors[old]);
    }
    tensors = std::move(sorted);
    content.unknownDTypes = std::move(names);
    for (FilePart& part : content.parts) {
        if (part.kind == RegionKind::Tensor)
            part.tensor = indexes[part.tensor];
    }
    return order;
}

void sortTensorsWithPieces(FileContent& content, std::span<const LaterPiece> pieces)
{
    const std::vector<std::uint32_t> order = sortTensors(content);
    std::vector<std::uint32_t> newIndexes(content.tensors.size());
    for (std::uint32_t i = 0; i < newIndexes.size(); ++i)
        newIndexes[order.empty() ? i : order[i]] = i;
    for (const LaterPiece& piece : pieces) {
        const auto first = std::ranges::lower_bound(content.tensors, piece.file, {}, &Tensor::file);
        const auto firstOfFile = static_cast<std::uint32_t>(first - content.tensors.begin());
        auto& parts = piece.file == 0 ? content.parts : content.companions[piece.file - 1].parts;
        parts.push_back({piece.range, RegionKind::Tensor, newIndexes[piece.tensor] - firstOfFile});
    }
}

void sortParts(FileContent& content)
{
    std::ranges::stable_sort(content.parts, {}, [](const FilePart& part) { return part.range.begin; });
}

std::vector<ByteRange> tensorRanges(const FileContent& content)
{
    std::vector<ByteRange> ranges;
    for (const Tensor& tensor : content.tensors) {
        if (tensor.file == 0)
            ranges.push_back(tensor.bytes);
    }
    for (const FilePart& part : content.parts) {
        if (part.kind == RegionKind::Tensor)
            ranges.push_back(part.range);
    }
    std::ranges::sort(ranges, {}, [](ByteRange range) { return std::pair(range.begin, UINT64_MAX - range.end); });
    std::uint64_t end = 0;
    std::erase_if(ranges, [&](ByteRange range) {
        const bool isWithin = range.empty() || range.end <= end;
        end = std::max(end, range.end);
        return isWithin;
    });
    return ranges;
}

void addHeaderAround(std::uint64_t end, FileContent& content)
{
    std::uint64_t position = 0;
    const auto addUntil = [&](std::uint64_t begin) {
        const ByteRange range{position, std::max(position, begin)};
        if (position == 0)
            content.header = content.headerContent = range;
        else if (!range.empty())
            content.parts.push_back({range, RegionKind::Header});
    };
    for (const ByteRange range : tensorRanges(content)) {
        addUntil(std::min(range.begin, end));
        position = std::max(position, range.end);
    }
    addUntil(end);
    sortParts(content);
}

} // namespace loupe
