#pragma once

#include "analysis/digests/digest.h"
#include "core/work.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace loupe {

/// A digest that another file states of a file next to it.
struct SideCar {
    std::filesystem::path path; ///< of the file that states it
    DigestAlgorithm algorithm = defaultDigestAlgorithm;
    std::string digest; ///< lower-case hexadecimal, as long as the algorithm's are

    bool operator==(const SideCar&) const = default;
};

/// Larger lists of digests are not looked at.
inline constexpr std::uint64_t largestSideCar = 16 << 20; // bytes

/// Looks next to `file` for what states its digest: "FILE.sha256" and its like, which hold a digest or a line of
/// sha256sum; then lists such as "SHA256SUMS" that name it. Lines that name no algorithm are of the one that the list's
/// name says, else of the SHA of that length: a list of other digests of 16 or 32 digits may be of XXH64 or MD5.
/// Nothing if there is none, if it cannot be read, or if it was stopped.
std::optional<SideCar> findSideCar(const std::filesystem::path& file, const Work& work = {});

} // namespace loupe
