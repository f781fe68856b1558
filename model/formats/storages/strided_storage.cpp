#include "formats/storages/strided_storage.h"

#include "formats/shared/out_of_memory.h"
#include "formats/storages/byte_order.h"

namespace loupe {

namespace {

bool isContiguous(std::span<const StridedAxis> axes)
{
    return axes.empty() || (axes.size() == 1 && axes.front().stride == 1);
}

std::uint64_t extentOf(std::span<const StridedAxis> axes)
{
    std::uint64_t extent = 1;
    for (const StridedAxis axis : axes)
        extent += (axis.size - 1) * axis.stride; // fits, since the extent of the same view fits
    return extent;
}

} // namespace

Result<> StridedStorage::read(const Source& source, std::uint64_t offset, std::span<std::byte> target) const
{
    return m_bytes->packed ? m_bytes->packed->read(source, offset, target)
                           : source.read(m_bytes->range.begin + offset, target);
}

template <typename Visitor>
Result<> StridedStorage::visitAll(const Source& source, std::uint64_t size, Visitor&& visitor) const
{
    const std::uint64_t begin = m_bytes->range.begin + m_first;
    if (!m_bytes->packed && source.mapped()) {
        Buffer none;
        return source.visit({begin, begin + size}, none, [&](std::span<const std::byte> all) { visitor(all.data()); });
    }
    // All views of packed bytes need the same whole array.
    const bool isWhole = m_bytes->packed != nullptr;
    const ByteRange key = isWhole ? m_bytes->range : ByteRange{begin, begin + size};
    const auto kept = m_bytes->kept->get(
        source, key, isWhole ? m_bytes->size : size,
        [&](std::span<std::byte> all) { return read(source, isWhole ? 0 : m_first, all); }, m_bytes->packed.get());
    if (!kept)
        return fail(kept.error());
    visitor((*kept)->bytes().data() + (isWhole ? m_first : 0));
    return {};
}

Result<> StridedStorage::decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
    std::span<std::byte> target) const
{
    if (count == 0)
        return {};
    const std::size_t size = bitsPerElement(tensor.dtype) / 8;
    return orOutOfMemory(source, [&]() -> Result<> {
        Result<> done;
        if (isContiguous(m_axes)) {
            done = read(source, m_first + first * size, target);
        } else {
            done = visitAll(source, extentOf(m_axes) * size,
                [&](const std::byte* from) { gather(m_axes, from, first, count, size, target.data()); });
        }
        if (done && m_bytes->bigEndian)
            swapBytes(tensor.dtype, target);
        return done;
    });
}

std::optional<Storage::View> StridedStorage::view(const Tensor& tensor) const
{
    if (!m_bytes->packed)
        return View{nullptr, tensor.bytes};
    std::uint64_t extent = tensor.elements() == 0 ? 0 : 1; // fits, as the caller has checked
    for (const StridedAxis& axis : m_axes)
        extent += (axis.size - 1) * axis.stride;
    return View{m_bytes.get(), {m_first, m_first + extent * bitsPerElement(tensor.dtype) / 8}};
}

} // namespace loupe
