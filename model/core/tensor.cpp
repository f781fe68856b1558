#include "core/tensor.h"

#include "core/checked_math.h"
#include "core/elements.h"
#include "core/text/text.h"

namespace loupe {

std::optional<std::uint64_t> elementCount(std::span<const std::uint64_t> shape)
{
    std::uint64_t count = 1;
    for (const std::uint64_t dimension : shape) {
        const auto product = checkedMultiply(count, dimension);
        if (!product)
            return std::nullopt;
        count = *product;
    }
    return count;
}

std::uint64_t Tensor::elements() const
{
    return elementCount(shape).value_or(0);
}

std::uint64_t valueBytes(const Tensor& tensor)
{
    if (!tensor.storage)
        return tensor.bytes.size();
    return valueBytes(tensor.shape, tensor.dtype);
}

std::uint64_t valueBytes(std::span<const std::uint64_t> shape, DType dtype)
{
    const auto elements = elementCount(shape);
    const auto bits = elements ? checkedMultiply(*elements, bitsPerElement(dtype)) : std::nullopt;
    return bits ? *bits / 8 + (*bits % 8 != 0) : UINT64_MAX;
}

bool knowsFileBytes(const Tensor& tensor)
{
    return !tensor.storage || tensor.storage->knowsFileBytes();
}

std::uint64_t fileBytes(const Tensor& tensor)
{
    return tensor.storage ? tensor.storage->fileBytes(tensor) : tensor.bytes.size();
}

std::string formatElements(std::span<const std::uint64_t> shape)
{
    const auto count = elementCount(shape);
    return count ? formatCount(*count) : "> 2^64";
}

} // namespace loupe
