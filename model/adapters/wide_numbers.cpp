#include "adapters/wide_numbers.h"

#include "saving/casting/cast.h"

#include <algorithm>

namespace loupe {

Result<> readWide(const Elements& elements, std::uint64_t first, std::span<double> target, Buffer& scratch)
{
    const std::uint64_t atOnce = elements.chunkElements();
    while (!target.empty()) {
        const std::uint64_t size = std::min<std::uint64_t>(atOnce, target.size());
        auto visited = elements.visit(first, size, scratch, [&](std::span<const std::byte> bytes) {
            const auto wide = std::as_writable_bytes(target.first(size));
            if (elements.dtype() == DType::F64)
                std::ranges::copy(bytes, wide.begin());
            else
                castElements(elements.dtype(), DType::F64, bytes.data(), size, wide.data());
        });
        if (!visited)
            return visited;
        first += size;
        target = target.subspan(size);
    }
    return {};
}

} // namespace loupe
