#include "formats/swapped_storage.h"

#include "formats/byte_order.h"

namespace loupe {

Result<> SwappedStorage::decode(
    const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t, std::span<std::byte> target) const
{
    auto read = source.read(tensor.bytes.begin + first * bitsPerElement(tensor.dtype) / 8, target);
    if (read)
        swapBytes(tensor.dtype, target);
    return read;
}

} // namespace loupe
