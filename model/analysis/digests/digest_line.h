#pragma once

#include "analysis/digests/digest.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// One line as sha256sum prints it, "DIGEST  TARGET" and a line feed; a target with a backslash or line break in it is
/// escaped as there, with a backslash before the line. What else could fool a reader is spelled out as "\xHH" where
/// `spellOut` says so, which sha256sum does not read.
std::string digestLine(std::string_view digest, std::string_view target, bool spellOut);

struct DigestLine {
    std::string digest; ///< lower-case hexadecimal
    std::string target;
    std::optional<DigestAlgorithm> algorithm = {}; ///< where the line names it
};

/// Reads a line, without its line feed, as printed by us or by sha256sum and its like, "ALGORITHM (TARGET) = DIGEST"
/// of their option --tag included. Nothing if it is none.
std::optional<DigestLine> parseDigestLine(std::string_view line);

/// Whether it is an MD5 line "MD5 (TARGET) = DIGEST", an algorithm that is not supported.
bool isMd5Line(std::string_view line);

/// Which algorithm made the line's digest: the one that it names; else `meant`; else the one that is usual for digests
/// of its length. Nothing if the digest's length does not fit that.
std::optional<DigestAlgorithm> algorithmOf(const DigestLine& line, std::optional<DigestAlgorithm> meant = {});

} // namespace loupe
