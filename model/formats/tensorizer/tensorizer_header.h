#pragma once

#include "formats/tensorizer/tensorizer_crypt_info.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loupe::tensorizer {

struct TensorizerHash {
    static constexpr std::uint8_t crc32 = 0;
    static constexpr std::uint8_t sha256 = 1;

    std::uint8_t type = 0;
    std::uint64_t begin = 0; ///< of the bytes in the file
    std::string bytes; ///< as they stand there: four of a CRC-32, little-endian, or 32
};

/// The header that stands before a tensor's data. Offsets are from the first byte of the file.
struct TensorizerHeader {
    ByteRange range; ///< empty where not even its length makes sense
    std::uint16_t module = 0;
    std::uint8_t kind = 0;
    std::string name; ///< as it stands in the file
    std::string dtype;
    std::vector<std::uint64_t> shape;
    std::vector<TensorizerHash> hashes;
    ByteRange cryptBlock; ///< with its length field; empty where there is none
    TensorizerCrypt crypt;
    std::int64_t dataLength = 0; ///< negative is reserved
    bool isWhole = false; ///< all fields were read
    std::vector<TensorizerFault> faults;
};

/// Reads the header at `begin`, which is in the file, of a file whose values are encrypted or not. Reads no more than
/// about 130 KiB, and nothing behind it. Fails where the file cannot be read; what makes no sense is a fault.
Result<TensorizerHeader> readTensorizerHeader(
    const Source& source, std::uint64_t begin, bool isEncrypted, HeaderFieldList* fields = nullptr);

} // namespace loupe::tensorizer
