#pragma once

#include "analysis/digests/digest.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace loupe {

/// Computes one digest.
class Hasher {
public:
    /// Fails with OutOfMemory, or with Unsupported if this machine's OpenSSL refuses the algorithm.
    static Result<std::unique_ptr<Hasher>> create(DigestAlgorithm algorithm);
    // Checksums that files contain of their own data, eight hexadecimal digits. Users cannot select them as digests.
    static std::unique_ptr<Hasher> createCrc32();
    static std::unique_ptr<Hasher> createCrc32c();
    virtual ~Hasher() = default;

    virtual void add(std::span<const std::byte> bytes) = 0;
    /// Call this once, at the end. Fails with Unsupported if OpenSSL failed along the way.
    virtual Result<std::string> hexDigest() = 0;
};

} // namespace loupe
