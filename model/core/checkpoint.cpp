#include "core/checkpoint.h"

#include "core/checked_math.h"

namespace loupe {

std::string Checkpoint::formatText() const
{
    std::string text(format.empty() ? "unknown" : format);
    if (!variant.empty())
        text.append(" ").append(variant);
    return text;
}

std::string_view Checkpoint::dtypeName(std::uint32_t tensor) const
{
    const DType dtype = tensors[tensor].dtype;
    if (dtype != DType::Opaque)
        return loupe::dtypeName(dtype);
    const auto found = unknownDTypes.find(tensor);
    return found == unknownDTypes.end() ? loupe::dtypeName(dtype) : std::string_view(found->second);
}

std::uint64_t Checkpoint::totalElements() const
{
    std::uint64_t total = 0;
    for (const Tensor& tensor : tensors)
        total = saturatingAdd(total, tensor.elements());
    return total;
}

std::uint64_t Checkpoint::totalTensorBytes() const
{
    std::uint64_t total = 0;
    for (const Tensor& tensor : tensors)
        total = saturatingAdd(total, tensor.bytes.size());
    return total;
}

std::uint64_t Checkpoint::totalFileBytes() const
{
    std::uint64_t total = 0;
    for (const CheckpointFile& file : files)
        total = saturatingAdd(total, file.size());
    return total;
}

} // namespace loupe
