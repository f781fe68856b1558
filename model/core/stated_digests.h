#pragma once

#include "core/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

class Source;

/// A digest that a file states of one of its own tensors.
struct StatedDigest {
    enum class Algorithm : std::uint8_t { Crc32, Sha256 };

    Algorithm algorithm = Algorithm::Crc32;
    std::string digest; ///< lower-case hexadecimal; of CRC-32 the number, as crc32 prints it
};

/// "crc32", "sha256".
constexpr std::string_view statedAlgorithmName(StatedDigest::Algorithm algorithm)
{
    return algorithm == StatedDigest::Algorithm::Crc32 ? "crc32" : "sha256";
}

/// What a file states of one tensor. All digests are of the same bytes: `before`, then the tensor's values.
struct StatedDigests {
    std::string before;
    bool ofValues = true; ///< else of `before` alone
    std::vector<StatedDigest> digests; ///< empty where the file states none of this tensor
};

/// The digests that one file states of its tensors: a format knows where they stand and what they are of. Immutable,
/// used from many threads at once.
class DigestStatements {
public:
    virtual ~DigestStatements() = default;
    /// Of the file's tensor number `tensor`, counted from CheckpointFile::firstTensor. Fails with Malformed where the
    /// statement makes no sense, or as Source does.
    virtual Result<StatedDigests> of(const Source& source, std::uint32_t tensor) const = 0;
};

} // namespace loupe
