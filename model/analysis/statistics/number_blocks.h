#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace loupe {

/// Calls `visitor(first, numbers, count)` for blocks of at most `blockSize` consecutive numbers of type T, of any
/// alignment: number `lane` of each group of `lanes`. `first` is the group index of the first number.
template <typename T, std::size_t lanes, std::size_t blockSize, typename Visitor>
void visitBlocks(std::uint64_t first, std::span<const std::byte> bytes, std::size_t lane, Visitor&& visitor)
{
    const std::size_t groups = bytes.size() / (sizeof(T) * lanes);
    for (std::size_t begin = 0; begin < groups; begin += blockSize) {
        const std::size_t count = std::min(blockSize, groups - begin);
        const std::byte* const data = bytes.data() + begin * sizeof(T) * lanes;
        if constexpr (lanes == 1) {
            visitor(first + begin, reinterpret_cast<const T*>(data), count);
        } else {
            std::array<T, blockSize> apart;
            for (std::size_t i = 0; i < count; ++i)
                std::memcpy(&apart[i], data + (i * lanes + lane) * sizeof(T), sizeof(T));
            visitor(first + begin, apart.data(), count);
        }
    }
}

} // namespace loupe
