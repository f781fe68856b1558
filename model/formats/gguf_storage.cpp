#include "formats/gguf_storage.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

constexpr std::size_t mostBlockElements = 256;
constexpr std::uint64_t bytesAtOnce = std::uint64_t{1} << 20; // of a file that is not mapped

} // namespace

Result<> GgufStorage::decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
    std::span<std::byte> target) const
{
    const std::uint64_t blocksAtOnce = bytesAtOnce / m_type.blockBytes;
    auto* values = reinterpret_cast<float*>(target.data());
    Buffer scratch;
    while (count > 0) {
        const std::uint64_t block = first / m_type.blockElements;
        const std::uint64_t inBlock = first % m_type.blockElements;
        const std::uint64_t now = std::min(count, blocksAtOnce * m_type.blockElements - inBlock);
        const std::uint64_t blocks = (inBlock + now - 1) / m_type.blockElements + 1;
        const std::uint64_t begin = tensor.bytes.begin + block * m_type.blockBytes;
        auto done =
            source.visit({begin, begin + blocks * m_type.blockBytes}, scratch, [&](std::span<const std::byte> bytes) {
                unpack(reinterpret_cast<const std::uint8_t*>(bytes.data()), inBlock, now, values);
            });
        if (!done)
            return done;
        first += now;
        count -= now;
        values += now;
    }
    return {};
}

void GgufStorage::unpack(const std::uint8_t* blocks, std::uint64_t first, std::uint64_t count, float* target) const
{
    const auto unpackPart = [&](std::uint64_t from, std::uint64_t size) {
        std::array<float, mostBlockElements> values;
        m_type.dequantize(blocks, 1, values.data());
        target = std::copy_n(values.data() + from, size, target);
        blocks += m_type.blockBytes;
    };
    if (first > 0) {
        const std::uint64_t size = std::min<std::uint64_t>(count, m_type.blockElements - first);
        unpackPart(first, size);
        count -= size;
    }
    const std::uint64_t whole = count / m_type.blockElements;
    m_type.dequantize(blocks, whole, target);
    blocks += whole * m_type.blockBytes;
    target += whole * m_type.blockElements;
    if (const std::uint64_t rest = count % m_type.blockElements; rest > 0)
        unpackPart(0, rest);
}

} // namespace loupe
