#pragma once

#include "analysis/digests/digest.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// A line as sha256sum prints it: "DIGEST TARGET" and a line feed. A target with a backslash or line break is escaped
/// as there, with a backslash at the start of the line. If `spellOut`, other characters that could mislead a reader are
/// escaped as "\xHH", which sha256sum does not read.
std::string digestLine(std::string_view digest, std::string_view target, bool spellOut);

struct DigestLine {
    std::string digest; ///< lowercase hexadecimal
    std::string target;
    std::optional<DigestAlgorithm> algorithm = {}; ///< set if the line names it
};

/// Parses a line without its line feed, as printed by us or by sha256sum and similar tools, including their --tag
/// format "ALGORITHM (TARGET) = DIGEST". Nothing if it is not a digest line.
std::optional<DigestLine> parseDigestLine(std::string_view line);

/// True if the line is "MD5 (TARGET) = DIGEST", whose algorithm we do not support.
bool isMd5Line(std::string_view line);

/// The algorithm of the line's digest: the one it names; otherwise `meant`; otherwise the usual one for digests of its
/// length. Nothing if the digest's length does not match.
std::optional<DigestAlgorithm> algorithmOf(const DigestLine& line, std::optional<DigestAlgorithm> meant = {});

} // namespace loupe
