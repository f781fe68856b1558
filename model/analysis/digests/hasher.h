#pragma once

#include "analysis/digests/digest.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace loupe {

/// One digest in the making.
class Hasher {
public:
    /// Fails with OutOfMemory or, where this machine's OpenSSL refuses the algorithm, Unsupported.
    static Result<std::unique_ptr<Hasher>> create(DigestAlgorithm algorithm);
    // Checksums that files state of what they hold, and no digests that anybody would ask for: eight digits.
    static std::unique_ptr<Hasher> createCrc32();
    static std::unique_ptr<Hasher> createCrc32c();
    virtual ~Hasher() = default;

    virtual void add(std::span<const std::byte> bytes) = 0;
    /// To be called once, at the end. Fails with Unsupported if OpenSSL refused on the way.
    virtual Result<std::string> hexDigest() = 0;
};

} // namespace loupe
