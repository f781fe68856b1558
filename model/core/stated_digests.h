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

/// A digest of a tensor that its file contains.
struct StatedDigest {
    enum class Algorithm : std::uint8_t { Crc32, Crc32c, Sha256 };

    Algorithm algorithm = Algorithm::Crc32;
    std::string digest; ///< lowercase hexadecimal; for a CRC the number, as crc32 prints it
    /// If the digest covers more than the tensor, what it covers: "member m/data/0". Otherwise empty.
    std::string whole = {};
    /// The bytes that the digest covers; null for StatedDigests::before followed by the tensor's values. Tensors that
    /// are parts of the same bytes may share this object or have one each.
    std::shared_ptr<const StatedBytes> bytes = nullptr;
    std::string file = {}; ///< in a checkpoint of many files: the file that contains these bytes
    std::uint64_t offset = 0; ///< of the first of these bytes in that file
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

/// A 32-bit CRC as StatedDigest spells it.
inline std::string crcDigest(std::uint32_t crc)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (int shift = 28; shift >= 0; shift -= 4)
        text += digits[crc >> shift & 15];
    return text;
}

/// Bytes of a file that one of its digests covers, either as stored or unpacked. Immutable; may be used from many
/// threads at once.
class StatedBytes {
public:
    virtual ~StatedBytes() = default;
    /// Calls `add` with all bytes, in order, in pieces of at most a few MiB. Checks `work` for a stop before each
    /// piece, but reports no progress. Fails with Stopped, Malformed if the bytes cannot be unpacked, OutOfMemory, or
    /// as Source does.
    virtual Result<> visit(
        const Source& source, const Work& work, const std::function<void(std::span<const std::byte>)>& add) const = 0;
};

/// The digests of one tensor that its file contains. Each covers `before` followed by the tensor's values, or
/// StatedDigest::bytes. A tensor that is stored in several places has a digest for each.
struct StatedDigests {
    std::string before;
    bool ofValues = true; ///< otherwise of `before` alone
    std::vector<StatedDigest> digests; ///< empty if the file has none for this tensor
};

/// The digests of tensors that one file contains. The format knows where they are and what they cover. May be used from
/// many threads at once.
class DigestStatements {
public:
    DigestStatements() = default;
    /// For a format whose reference reader checks the digest whenever it loads one of the `tensors` tensors.
    /// `refusedAs` is the error it raises, static text.
    DigestStatements(std::string_view refusedAs, std::size_t tensors)
        : m_refusedAs(refusedAs)
        , m_matched(tensors)
    {
    }
    virtual ~DigestStatements() = default;
    DigestStatements(const DigestStatements&) = delete;
    DigestStatements& operator=(const DigestStatements&) = delete;

    /// Empty if the reference reader loads tensors without checking digests.
    std::string_view refusedAs() const { return m_refusedAs; }
    /// True if a tensor's digest was already checked and matched, so the tensor need not be read again. Precondition:
    /// refusedAs() is not empty.
    bool hasMatched(std::uint32_t tensor) const { return m_matched[tensor].load(std::memory_order_relaxed); }
    void setMatched(std::uint32_t tensor) const { m_matched[tensor].store(true, std::memory_order_relaxed); }

    /// The digests of the tensor with index `tensor` relative to CheckpointFile::firstTensor. Fails with Malformed if
    /// the digest cannot be parsed, or as Source does.
    virtual Result<StatedDigests> of(const Source& source, std::uint32_t tensor) const = 0;

private:
    std::string_view m_refusedAs;
    mutable std::vector<std::atomic<bool>> m_matched; ///< by tensor
};

} // namespace loupe
