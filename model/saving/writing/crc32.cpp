#include "saving/writing/crc32.h"

#include <array>
#include <cstring>

namespace loupe {

namespace {

constexpr std::size_t atOnce = 16;
using Tables = std::array<std::array<std::uint32_t, 256>, atOnce>;

/// tables[k][b]: what byte b does that k zero bytes follow.
constexpr Tables makeTables()
{
    Tables tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t value = byte;
        for (int bit = 0; bit < 8; ++bit)
            value = value >> 1 ^ ((value & 1) != 0 ? 0xedb88320U : 0U);
        tables[0][byte] = value;
    }
    for (std::size_t k = 1; k < atOnce; ++k) {
        for (std::size_t byte = 0; byte < 256; ++byte)
            tables[k][byte] = tables[k - 1][byte] >> 8 ^ tables[0][tables[k - 1][byte] & 0xff];
    }
    return tables;
}

constexpr Tables tables = makeTables();

} // namespace

std::uint32_t crc32(std::uint32_t before, std::span<const std::byte> bytes)
{
    std::uint32_t crc = ~before;
    for (; bytes.size() >= atOnce; bytes = bytes.subspan(atOnce)) {
        std::array<std::uint8_t, atOnce> block;
        std::memcpy(block.data(), bytes.data(), atOnce);
        for (std::size_t i = 0; i < 4; ++i)
            block[i] ^= static_cast<std::uint8_t>(crc >> (8 * i));
        crc = 0;
        for (std::size_t i = 0; i < atOnce; ++i)
            crc ^= tables[atOnce - 1 - i][block[i]];
    }
    for (const std::byte byte : bytes)
        crc = crc >> 8 ^ tables[0][(crc ^ std::to_integer<std::uint32_t>(byte)) & 0xff];
    return ~crc;
}

} // namespace loupe
