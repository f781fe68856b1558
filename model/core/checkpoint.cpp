#include "core/checkpoint.h"

#include "core/checked_math.h"
#include "core/elements.h"
#include "core/quantization.h"
#include "core/shared_tensors.h"

#include <algorithm>

namespace loupe {

std::uint64_t CheckpointFile::headerBytes() const
{
    std::uint64_t bytes = header.size();
    for (const FilePart& part : parts)
        bytes = saturatingAdd(bytes, part.kind == RegionKind::Header ? part.range.size() : 0);
    return bytes;
}

bool CheckpointFile::touchesHeader(ByteRange range) const
{
    return !intersect(range, {0, header.end}).empty()
        || std::any_of(parts.begin(), parts.end(), [&](const FilePart& part) {
               return part.kind == RegionKind::Header && !intersect(range, part.range).empty();
           });
}

std::string Checkpoint::formatText() const
{
    std::string text(format.empty() ? "unknown" : format);
    if (!variant.empty())
        text.append(" ").append(variant);
    return text;
}

std::string_view Checkpoint::dtypeName(std::uint32_t tensor) const
{
    if (isQuantized(tensors[tensor]))
        return tensors[tensor].storage->typeName();
    const DType dtype = tensors[tensor].dtype;
    if (dtype != DType::Opaque)
        return loupe::dtypeName(dtype);
    const auto found = unknownDTypes.find(tensor);
    return found == unknownDTypes.end() ? loupe::dtypeName(dtype) : std::string_view(found->second);
}

std::uint64_t Checkpoint::totalElements() const
{
    std::uint64_t total = 0;
    ShareCounter shares(*this);
    for (std::uint32_t i = 0; i < tensors.size(); ++i)
        total = saturatingAdd(total, shares.add(i).elements);
    return total;
}

std::uint64_t Checkpoint::totalTensorBytes() const
{
    std::uint64_t total = 0;
    ShareCounter shares(*this);
    for (std::uint32_t i = 0; i < tensors.size(); ++i)
        total = saturatingAdd(total, shares.add(i).bytes);
    return total;
}

std::uint64_t Checkpoint::totalFileBytes() const
{
    std::uint64_t total = 0;
    for (const CheckpointFile& file : files)
        total = saturatingAdd(total, file.size());
    return total;
}

std::uint32_t Checkpoint::shardCount() const
{
    return static_cast<std::uint32_t>(
        std::ranges::count_if(files, [](const CheckpointFile& file) { return !file.describedBy; }));
}

} // namespace loupe
