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

/// As on the command line: "xxh3-128".
std::string_view digestAlgorithmName(DigestAlgorithm algorithm);
std::optional<DigestAlgorithm> digestAlgorithmFromName(std::string_view name);

// Digests are lower-case hexadecimal; XXH3 in its canonical byte order, as xxhsum prints it.
// Progress in bytes. All fail with Changed where the file was changed meanwhile, Stopped, Io or OutOfMemory.

/// Digests the whole file.
Result<std::string> digestFile(const Source& source, DigestAlgorithm algorithm, const Work& work = {});

/// The SHA-1 by which git names the file's content: of "blob SIZE", a zero byte and the content.
Result<std::string> digestGitBlob(const Source& source, const Work& work = {});

/// Digests the tensor's values: its bytes in the file, or what its storage makes of them. For digests of what
/// is stored see storedBytesOf(). Fails also with PastTheEnd where they do not all exist, NotFound where the tensor's
/// file could not be opened.
Result<std::string> digestTensor(
    const Checkpoint& checkpoint, std::uint32_t tensor, DigestAlgorithm algorithm, const Work& work = {});

/// Takes `tensors` (indices into Checkpoint::tensors) in that order, several at a time. Tensors that cannot be
/// read do not keep the others from being digested; only Stopped ends all.
Result<std::vector<Result<std::string>>> digestTensors(const Checkpoint& checkpoint,
    std::span<const std::uint32_t> tensors, DigestAlgorithm algorithm, const Work& work = {});

} // namespace loupe
