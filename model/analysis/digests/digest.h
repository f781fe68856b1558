#pragma once

#include "core/checkpoint.h"
#include "core/result.h"
#include "core/source.h"
#include "core/work.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

enum class DigestAlgorithm : std::uint8_t { Xxh3_64, Xxh3_128, Sha1, Sha256, Sha3_256, Sha512 };

inline constexpr DigestAlgorithm defaultDigestAlgorithm = DigestAlgorithm::Xxh3_128;
inline constexpr std::array allDigestAlgorithms{DigestAlgorithm::Xxh3_64, DigestAlgorithm::Xxh3_128,
    DigestAlgorithm::Sha1, DigestAlgorithm::Sha256, DigestAlgorithm::Sha3_256, DigestAlgorithm::Sha512};

/// The name on the command line: "xxh3-128".
std::string_view digestAlgorithmName(DigestAlgorithm algorithm);
std::optional<DigestAlgorithm> digestAlgorithmFromName(std::string_view name);

// Digests are lowercase hexadecimal; XXH3 is in its canonical byte order, as xxhsum prints it. Progress is in bytes.
// All functions fail with Changed if the file changed in the meantime, Stopped, Io or OutOfMemory.

/// Digests the whole file.
Result<std::string> digestFile(const Source& source, DigestAlgorithm algorithm, const Work& work = {});

/// The SHA-1 that git uses for the file's content: of "blob SIZE", a zero byte and the content.
Result<std::string> digestGitBlob(const Source& source, const Work& work = {});

/// Digests the tensor's values: its bytes in the file, or what its storage decodes. For digests of the stored data see
/// storedBytesOf(). Also fails with PastTheEnd if the file does not contain them all, and NotFound if the tensor's file
/// could not be opened.
Result<std::string> digestTensor(
    const Checkpoint& checkpoint, std::uint32_t tensor, DigestAlgorithm algorithm, const Work& work = {});

/// Digests `tensors` (indices into Checkpoint::tensors), several at a time; results are in the same order. If a tensor
/// cannot be read, the others are still digested; only Stopped ends everything.
Result<std::vector<Result<std::string>>> digestTensors(const Checkpoint& checkpoint,
    std::span<const std::uint32_t> tensors, DigestAlgorithm algorithm, const Work& work = {});

} // namespace loupe
