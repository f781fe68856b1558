#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace loupe::zip {

// From PKWARE's APPNOTE.TXT 6.3.10; sections in brackets.
inline constexpr std::uint32_t zipLocalSignature = 0x04034b50; // [4.3.7]
inline constexpr std::uint32_t zipDescriptorSignature = 0x08074b50; // [4.3.9]
inline constexpr std::uint32_t zipRecordSignature = 0x02014b50; // [4.3.12]
inline constexpr std::uint32_t zip64EndSignature = 0x06064b50; // [4.3.14]
inline constexpr std::uint32_t zip64LocatorSignature = 0x07064b50; // [4.3.15]
inline constexpr std::uint32_t zipEndSignature = 0x06054b50; // [4.3.16]
inline constexpr std::uint64_t zipLocalSize = 30; ///< size of a header without its name and extra fields
inline constexpr std::uint64_t zipRecordSize = 46;
inline constexpr std::uint64_t zip64EndSize = 56;
inline constexpr std::uint64_t zip64LocatorSize = 20;
inline constexpr std::uint64_t zipEndSize = 22;
inline constexpr std::uint32_t zipElsewhere = 0xffffffff; ///< the number is in a ZIP64 field

/// The little-endian number at `offset`; it must be entirely within `bytes`.
template <typename T>
T zipNumber(std::span<const std::byte> bytes, std::size_t offset)
{
    T number;
    std::memcpy(&number, bytes.data() + offset, sizeof number);
    return number;
}

} // namespace loupe::zip
