#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Assembles messages in the wire format of protocol buffers, as described in the encoding guide.
namespace loupe::test {

inline std::string varint(std::uint64_t number)
{
    std::string bytes;
    for (; number >= 0x80; number >>= 7)
        bytes += static_cast<char>(number | 0x80);
    return bytes + static_cast<char>(number);
}

inline std::string numberField(std::uint32_t field, std::uint64_t number)
{
    return varint(field * 8) + varint(number);
}

inline std::string bytesField(std::uint32_t field, std::string_view content)
{
    return varint(field * 8 + 2) + varint(content.size()) + std::string(content);
}

} // namespace loupe::test
