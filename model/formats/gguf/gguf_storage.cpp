#include "formats/gguf/gguf_storage.h"

#include <algorithm>
#include <array>

namespace loupe::gguf {

namespace {

constexpr std::uint64_t bytesAtOnce = std::uint64_t{1} << 20; // for a file that is not memory-mapped

/// Calls `unpack(blocks, inBlock, count)`, piece by piece, for elements [first, first + count) of the tensor. The first
/// element of a piece has index `inBlock` in the first of the piece's blocks.
template <typename Unpack>
Result<> visitBlocks(const GgufTensorType& type, const Tensor& tensor, const Source& source, std::uint64_t first,
    std::uint64_t count, Unpack&& unpack)
{
    const std::uint64_t blocksAtOnce = bytesAtOnce / type.blockBytes;
    Buffer scratch;
    while (count > 0) {
        const std::uint64_t block = first / type.blockElements;
        const std::uint64_t inBlock = first % type.blockElements;
        const std::uint64_t now = std::min(count, blocksAtOnce * type.blockElements - inBlock);
        const std::uint64_t blocks = (inBlock + now - 1) / type.blockElements + 1;
        const std::uint64_t begin = tensor.bytes.begin + block * type.blockBytes;
        auto done =
            source.visit({begin, begin + blocks * type.blockBytes}, scratch, [&](std::span<const std::byte> bytes) {
                unpack(reinterpret_cast<const std::uint8_t*>(bytes.data()), inBlock, now);
            });
        if (!done)
            return done;
        first += now;
        count -= now;
    }
    return {};
}

/// Unpacks elements [first, first + count) of the complete blocks in `blocks`; returns the end of the target.
float* unpackValues(
    const GgufTensorType& type, const std::uint8_t* blocks, std::uint64_t first, std::uint64_t count, float* target)
{
    const auto unpackPart = [&](std::uint64_t from, std::uint64_t size) {
        std::array<float, ggufMostBlockElements> values;
        type.dequantize(blocks, 1, values.data());
        target = std::copy_n(values.data() + from, size, target);
        blocks += type.blockBytes;
    };
    if (first > 0) {
        const std::uint64_t size = std::min<std::uint64_t>(count, type.blockElements - first);
        unpackPart(first, size);
        count -= size;
    }
    const std::uint64_t whole = count / type.blockElements;
    type.dequantize(blocks, whole, target);
    blocks += whole * type.blockBytes;
    target += whole * type.blockElements;
    if (const std::uint64_t rest = count % type.blockElements; rest > 0)
        unpackPart(0, rest);
    return target;
}

/// The code of a value: the nearest integer, since the values of IQ1 are an eighth above or below it.
std::int8_t codeOf(float value)
{
    return static_cast<std::int8_t>(static_cast<int>(value + 128.5F) - 128);
}

/// As unpackValues(), for codes. These are the values of a block whose scales are all 1 and whose minimums are all 0.
std::int8_t* unpackCodes(const GgufTensorType& type, const std::uint8_t* blocks, std::uint64_t first,
    std::uint64_t count, std::int8_t* target)
{
    std::array<std::uint8_t, ggufMostBlockBytes> block;
    std::array<float, ggufMostBlockElements> values;
    while (count > 0) {
        std::copy_n(blocks, type.blockBytes, block.data());
        for (const GgufUnitScale& scale : type.unitScales)
            scale.write(block.data());
        type.dequantize(block.data(), 1, values.data());
        const std::uint64_t now = std::min<std::uint64_t>(count, type.blockElements - first);
        target = std::transform(values.data() + first, values.data() + first + now, target, codeOf);
        blocks += type.blockBytes;
        count -= now;
        first = 0;
    }
    return target;
}

} // namespace

Result<> GgufStorage::decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
    std::span<std::byte> target) const
{
    return visitBlocks(m_type, tensor, source, first, count,
        [&, values = reinterpret_cast<float*>(target.data())](const std::uint8_t* blocks, std::uint64_t inBlock,
            std::uint64_t now) mutable { values = unpackValues(m_type, blocks, inBlock, now, values); });
}

Result<> GgufCodes::decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
    std::span<std::byte> target) const
{
    return visitBlocks(m_type, tensor, source, first, count,
        [&, codes = reinterpret_cast<std::int8_t*>(target.data())](const std::uint8_t* blocks, std::uint64_t inBlock,
            std::uint64_t now) mutable { codes = unpackCodes(m_type, blocks, inBlock, now, codes); });
}

} // namespace loupe::gguf
