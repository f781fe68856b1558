#pragma once

#include "core/elements.h"

namespace loupe {

/// Reads elements [first, first + count) of a tensor of whole bytes, plain or with a storage, into `target`, as
/// Storage::decode() does. For storages that compute their values from another tensor's values.
inline Result<> readElements(
    const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count, std::span<std::byte> target)
{
    if (tensor.storage)
        return tensor.storage->decode(tensor, source, first, count, target);
    return source.read(tensor.bytes.begin + first * (bitsPerElement(tensor.dtype) / 8), target);
}

/// The same tensor, with `numbers` as its values.
inline Tensor withNumbers(Tensor tensor, StoredNumbers numbers)
{
    tensor.storage = numbers.storage;
    tensor.dtype = numbers.dtype;
    return tensor;
}

} // namespace loupe
