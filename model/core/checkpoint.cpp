#include "core/checkpoint.h"

#include "core/checked_math.h"
#include "core/elements.h"
#include "core/quantization.h"
#include "core/shared_tensors.h"

#include <algorithm>
#include <map>
#include <numeric>

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
    for (std::uint32_t i = 0; i < tensorCount(); ++i)
        total = saturatingAdd(total, shares.add(i).elements);
    return total;
}

std::uint64_t Checkpoint::totalTensorBytes() const
{
    std::uint64_t total = 0;
    ShareCounter shares(*this);
    for (std::uint32_t i = 0; i < tensorCount(); ++i)
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

namespace {

std::uint64_t remoteBytesOf(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    const Tensor& read = checkpoint.tensors[tensor];
    const auto& source = checkpoint.files[read.file].source;
    if (!source || !source->isRemote())
        return 0;
    // A damaged header may contain any offset; nothing past the end of the file is read.
    if (!read.storage)
        return read.bytes.end <= source->size() ? read.bytes.size() : 0;
    return std::min(read.storage->fileBytes(read), source->size());
}

} // namespace

std::uint64_t remoteBytes(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    std::uint64_t bytes = 0;
    for (const std::uint32_t part : checkpoint.partsOf(tensor))
        bytes = saturatingAdd(bytes, remoteBytesOf(checkpoint, part));
    return bytes;
}

std::uint64_t remoteBytes(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors)
{
    std::vector<std::uint64_t> ofFiles(checkpoint.files.size()); // tensors may share bytes
    for (const std::uint32_t tensor : tensors) {
        for (const std::uint32_t part : checkpoint.partsOf(tensor)) {
            std::uint64_t& bytes = ofFiles[checkpoint.tensors[part].file];
            bytes = saturatingAdd(bytes, remoteBytesOf(checkpoint, part));
        }
    }
    std::uint64_t total = 0;
    for (std::size_t file = 0; file < ofFiles.size(); ++file)
        total = saturatingAdd(total, std::min(ofFiles[file], checkpoint.files[file].size()));
    return total;
}

std::uint64_t remoteBytes(const Checkpoint& checkpoint)
{
    std::vector<std::uint32_t> all(checkpoint.tensors.size());
    std::iota(all.begin(), all.end(), 0U);
    return remoteBytes(checkpoint, all);
}

std::vector<std::shared_ptr<void>> expectTensors(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, Reading reading)
{
    reading.altogether = std::max(reading.altogether, remoteBytes(checkpoint, tensors));
    std::map<std::uint32_t, std::vector<ByteRange>> ranges; // by file
    for (const std::uint32_t tensor : tensors) {
        for (const std::uint32_t part : checkpoint.partsOf(tensor)) {
            const Tensor& read = checkpoint.tensors[part];
            const auto& source = checkpoint.files[read.file].source;
            if (source && source->isRemote() && read.bytes.end <= source->size())
                ranges[read.file].push_back(read.bytes);
        }
    }
    std::vector<std::shared_ptr<void>> expected;
    for (auto& [file, list] : ranges) {
        std::ranges::sort(list, {}, &ByteRange::begin);
        expected.push_back(checkpoint.files[file].source->expect(std::move(list), reading));
    }
    return expected;
}

bool lieInOrder(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors)
{
    constexpr std::uint64_t mostBack = std::uint64_t{64} << 20; // this much is still in memory
    std::vector<std::uint64_t> furthest(checkpoint.files.size());
    return std::ranges::all_of(tensors, [&](std::uint32_t tensor) {
        const Tensor& read = checkpoint.tensors[tensor];
        std::uint64_t& end = furthest[read.file];
        const bool isNear = read.bytes.begin >= end - std::min(end, mostBack);
        end = std::max(end, read.bytes.end);
        return isNear;
    });
}

} // namespace loupe
