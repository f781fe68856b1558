#include "formats/npy/npz_values.h"

#include "formats/shared/out_of_memory.h"
#include "formats/storages/byte_order.h"

namespace loupe::npy {

Result<> NpzDeflatedStorage::decode(const Tensor& tensor, const Source& source, std::uint64_t first,
    std::uint64_t count, std::span<std::byte> target) const
{
    if (count == 0)
        return {};
    const std::size_t size = bitsPerElement(tensor.dtype) / 8;
    return orOutOfMemory(source, [&]() -> Result<> {
        Result<> done;
        if (!m_order.columnMajor) {
            done = m_reader.read(source, m_dataBegin + first * size, target);
        } else {
            const std::uint64_t all = tensor.elements() * size; // fits: Elements::open() has checked it
            const auto columns = m_kept->get(source, tensor.bytes, all,
                [&](std::span<std::byte> bytes) { return m_reader.read(source, m_dataBegin, bytes); });
            if (!columns)
                return fail(columns.error());
            numpy::gatherRows(tensor.shape, size, (*columns)->bytes(), first, count, target);
        }
        if (done && m_order.bigEndian)
            swapBytes(tensor.dtype, target);
        return done;
    });
}

} // namespace loupe::npy
