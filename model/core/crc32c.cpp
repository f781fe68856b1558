#include "core/crc32c.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace loupe {

namespace {

constexpr std::size_t slices = 8;
using Tables = std::array<std::array<std::uint32_t, 256>, slices>;

/// Row k has the CRC of each byte followed by k zero bytes.
constexpr Tables makeTables()
{
    constexpr std::uint32_t polynomial = 0x82f63b78;
    Tables tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ ((crc & 1) != 0 ? polynomial : 0);
        tables[0][byte] = crc;
    }
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        for (std::size_t k = 1; k < slices; ++k)
            tables[k][byte] = (tables[k - 1][byte] >> 8) ^ tables[0][tables[k - 1][byte] & 0xff];
    }
    return tables;
}

constexpr Tables tables = makeTables();

std::uint32_t byTables(std::uint32_t crc, std::span<const std::byte> bytes)
{
    for (; bytes.size() >= slices; bytes = bytes.subspan(slices)) {
        std::array<std::uint8_t, slices> block;
        std::memcpy(block.data(), bytes.data(), slices);
        std::uint32_t next = 0;
        for (std::size_t i = 0; i < slices; ++i) {
            const std::uint32_t byte = block[i] ^ (i < 4 ? (crc >> (8 * i)) & 0xff : 0);
            next ^= tables[slices - 1 - i][byte];
        }
        crc = next;
    }
    for (const std::byte byte : bytes)
        crc = (crc >> 8) ^ tables[0][(crc ^ std::to_integer<std::uint32_t>(byte)) & 0xff];
    return crc;
}

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) std::uint32_t byInstruction(std::uint32_t crc, std::span<const std::byte> bytes)
{
    std::uint64_t state = crc;
    for (; bytes.size() >= sizeof state; bytes = bytes.subspan(sizeof state)) {
        std::uint64_t block = 0;
        std::memcpy(&block, bytes.data(), sizeof block);
        state = _mm_crc32_u64(state, block);
    }
    crc = static_cast<std::uint32_t>(state);
    for (const std::byte byte : bytes)
        crc = _mm_crc32_u8(crc, std::to_integer<std::uint8_t>(byte));
    return crc;
}
#endif

} // namespace

std::uint32_t crc32c(std::uint32_t before, std::span<const std::byte> bytes)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("sse4.2"))
        return ~byInstruction(~before, bytes);
#endif
    return ~byTables(~before, bytes);
}

} // namespace loupe
