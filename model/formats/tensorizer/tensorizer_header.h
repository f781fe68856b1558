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
    std::uint64_t begin = 0; ///< offset of `bytes` in the file
    std::string bytes; ///< as in the file: 4 bytes for a CRC-32, little-endian, or 32 bytes for a SHA-256
};

/// The header before a tensor's data. Offsets count from the first byte of the file.
struct TensorizerHeader {
    ByteRange range; ///< empty if even its length is invalid
    std::uint16_t module = 0;
    std::uint8_t kind = 0;
    std::string name; ///< as in the file
    std::string dtype;
    std::vector<std::uint64_t> shape;
    std::vector<TensorizerHash> hashes;
    ByteRange cryptBlock; ///< with its length field; empty if there is none
    TensorizerCrypt crypt;
    std::int64_t dataLength = 0; ///< negative is reserved
    bool isWhole = false; ///< all fields were read
    std::vector<TensorizerFault> faults;
};

/// Reads the header at `begin`, which is in the file. Reads at most about 130 KiB, and nothing after the header.
/// Reports invalid content as a fault. Fails if the file cannot be read.
Result<TensorizerHeader> readTensorizerHeader(
    const Source& source, std::uint64_t begin, bool isEncrypted, HeaderFieldList* fields = nullptr);

} // namespace loupe::tensorizer
