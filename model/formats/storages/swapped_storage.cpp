#include "formats/storages/swapped_storage.h"

#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/storages/byte_order.h"

namespace loupe {

Result<> SwappedStorage::decode(
    const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t, std::span<std::byte> target) const
{
    const std::uint64_t begin = first * bitsPerElement(tensor.dtype) / 8;
    if (begin > tensor.bytes.size() || target.size() > tensor.bytes.size() - begin) {
        return fail(ErrorCode::Malformed,
            "tensor " + quote(tensor.name) + " has " + formatCount(tensor.bytes.size())
                + " bytes, which do not fit its shape and dtype",
            source.path().string(), tensor.bytes.begin);
    }
    auto read = source.read(tensor.bytes.begin + begin, target);
    if (read)
        swapBytes(tensor.dtype, target);
    return read;
}

} // namespace loupe
