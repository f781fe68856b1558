#pragma once

#include "core/elements.h"

#include <algorithm>

namespace loupe {

/// Elements of a tensor without data, which its format reads as zeros.
class ZerosStorage : public Storage {
public:
    Result<> decode(
        const Tensor&, const Source&, std::uint64_t, std::uint64_t, std::span<std::byte> target) const override
    {
        std::ranges::fill(target, std::byte{0});
        return {};
    }
};

} // namespace loupe
