#pragma once

#include "core/result.h"
#include "core/work.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

class Source;
class StatedBytes;

/// A digest that a file states of one of its own tensors.
struct StatedDigest {
    enum class Algorithm : std::uint8_t { Crc32, Crc32c, Sha256 };

    Algorithm algorithm = Algorithm::Crc32;
    std::string digest; ///< lower-case hexadecimal; for a CRC the number, as crc32 prints it
    /// What the digest is of where the tensor is a part of it: "member m/data/0". Empty if it is of the tensor.
    std::string whole = {};
    /// What the digest is of; null: StatedDigests::before and the tensor's values. For tensors that are parts of the
    /// same bytes it is the same object, or one of its own for each.
    std::shared_ptr<const StatedBytes> bytes = nullptr;
    std::string file = {}; ///< in a checkpoint of many files: the one that has these bytes
    std::uint64_t offset = 0; ///< of the first of them in that file
};

/// "crc32", "crc32c", "sha256".
constexpr std::string_view statedAlgorithmName(StatedDigest::Algorithm algorithm)
{
    switch (algorithm) {
    case StatedDigest::Algorithm::Crc32:
        return "crc32";
    case StatedDigest::Algorithm::Crc32c:
        return "crc32c";
    case StatedDigest::Algorithm::Sha256:
        break;
    }
    return "sha256";
}

/// A CRC of 32 bits as StatedDigest spells it.
inline std::string crcDigest(std::uint32_t crc)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (int shift = 28; shift >= 0; shift -= 4)
        text += digits[crc >> shift & 15];
    return text;
}

/// Bytes of a file that it states digests of, as they stand there or unpacked. Immutable, used from many threads at
/// once.
class StatedBytes {
public:
    virtual ~StatedBytes() = default;
    /// Calls `add` with all of them, in order, at most some MiB at a time. Looks at `work` before each piece and
    /// reports no progress to it. Fails with Stopped, Malformed where they cannot be unpacked, OutOfMemory, or as
    /// Source does.
    virtual Result<> visit(
        const Source& source, const Work& work, const std::function<void(std::span<const std::byte>)>& add) const = 0;
};

/// What a file states of one tensor: digests of `before` and then the tensor's values; or of StatedDigest::bytes, where
/// one that lies in several places has one for each.
struct StatedDigests {
    std::string before;
    bool ofValues = true; ///< else of `before` alone
    std::vector<StatedDigest> digests; ///< empty if the file states none of this tensor
};

/// The digests that one file states of its tensors: a format knows where they stand and what they are of. Used from
/// many threads at once.
class DigestStatements {
public:
    DigestStatements() = default;
    /// For a format whose reference reader compares the digests whenever it hands over one of the `tensors` tensors:
    /// `refusedAs` is the error it raises, static text.
    DigestStatements(std::string_view refusedAs, std::size_t tensors)
        : m_refusedAs(refusedAs)
        , m_matched(tensors)
    {
    }
    virtual ~DigestStatements() = default;
    DigestStatements(const DigestStatements&) = delete;
    DigestStatements& operator=(const DigestStatements&) = delete;

    /// Empty if the reference reader hands over tensors without comparing digests.
    std::string_view refusedAs() const { return m_refusedAs; }
    /// Whether a tensor was compared before and matched, so that it need not be read again for that. Only where
    /// refusedAs() says something.
    bool hasMatched(std::uint32_t tensor) const { return m_matched[tensor].load(std::memory_order_relaxed); }
    void setMatched(std::uint32_t tensor) const { m_matched[tensor].store(true, std::memory_order_relaxed); }

    /// What is stated of tensor number `tensor`, counted from CheckpointFile::firstTensor. Fails with Malformed if the
    /// statement makes no sense, or as Source does.
    virtual Result<StatedDigests> of(const Source& source, std::uint32_t tensor) const = 0;

private:
    std::string_view m_refusedAs;
    mutable std::vector<std::atomic<bool>> m_matched; ///< by tensor
};

} // namespace loupe
