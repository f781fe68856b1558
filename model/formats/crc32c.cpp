#include "formats/crc32c.h"

#include <array>
#include <cstring>

namespace loupe {

namespace {

constexpr std::size_t slices = 8;
using Tables = std::array<std::array<std::uint32_t, 256>, slices>;

/// Row k is the CRC of a byte with k zero bytes behind it.
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

} // namespace

std::uint32_t crc32c(std::span<const std::byte> bytes)
{
    std::uint32_t crc = 0xffffffff;
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
    return ~crc;
}

} // namespace loupe
