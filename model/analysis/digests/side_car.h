#pragma once

#include "analysis/digests/digest.h"
#include "core/work.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace loupe {

/// A digest of a file that another file next to it contains.
struct SideCar {
    std::filesystem::path path; ///< path of the file with the digest
    DigestAlgorithm algorithm = defaultDigestAlgorithm;
    std::string digest; ///< lowercase hexadecimal, with the algorithm's length

    bool operator==(const SideCar&) const = default;
};

/// Larger digest lists are ignored.
inline constexpr std::uint64_t largestSideCar = 16 << 20; // bytes

/// Looks next to `file` for its digest: in "FILE.sha256" and similar files, which contain a digest or a line of
/// sha256sum; then in lists that mention it, such as "SHA256SUMS". If a line does not name its algorithm, uses the one
/// in the list's name, or else the SHA variant with that length; digests of 16 or 32 digits in other lists are ignored,
/// since they may be XXH64 or MD5. Nothing if there is none, it cannot be read, or `work` was stopped.
std::optional<SideCar> findSideCar(const std::filesystem::path& file, const Work& work = {});

} // namespace loupe
