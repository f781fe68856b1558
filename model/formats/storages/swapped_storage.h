#pragma once

#include "core/elements.h"

namespace loupe {

/// Elements that are stored row by row, but as big-endian numbers. One object serves all tensors. decode() fails with
/// Malformed if the tensor has too few bytes.
class SwappedStorage : public Storage {
public:
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;
};

} // namespace loupe
