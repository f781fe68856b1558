#include "analysis/digests/digest_line.h"

#include "core/text/ascii.h"
#include "core/text/text.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace loupe {

namespace {

constexpr std::string_view hexDigits = "0123456789abcdef";

std::string escaped(std::string_view text, bool spellOut)
{
    std::string result;
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '\\')
            result += "\\\\";
        else if (c == '\n')
            result += "\\n";
        else if (c == '\r')
            result += "\\r";
        else if (spellOut && (code < 0x20 || code > 0x7e))
            result += {'\\', 'x', hexDigits[code >> 4], hexDigits[code & 15]};
        else
            result += c;
    }
    return result;
}

std::optional<std::string> unescaped(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const std::size_t plain = std::min(text.find('\\'), text.size());
        result += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty())
            break;
        const char kind = text.size() > 1 ? text[1] : '\0';
        std::size_t length = 2;
        unsigned char code = 0;
        if (kind == 'x' && text.size() >= 4
            && std::from_chars(text.data() + 2, text.data() + 4, code, 16).ptr == text.data() + 4) {
            result += static_cast<char>(code);
            length = 4;
        } else if (kind == '\\') {
            result += '\\';
        } else if (kind == 'n') {
            result += '\n';
        } else if (kind == 'r') {
            result += '\r';
        } else {
            return std::nullopt;
        }
        text.remove_prefix(length);
    }
    return result;
}

bool isDigest(std::string_view text)
{
    constexpr std::size_t shortest = 16;
    return text.size() >= shortest && text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

struct LineParts {
    std::string_view digest;
    std::string_view target;
    std::optional<DigestAlgorithm> algorithm = {};
};

/// "DIGEST  TARGET", or with '*' for the second space.
std::optional<LineParts> splitPlain(std::string_view line)
{
    const std::size_t length = line.find(' ');
    if (length == std::string_view::npos || line.size() < length + 3 || !isDigest(line.substr(0, length))
        || (line[length + 1] != ' ' && line[length + 1] != '*'))
        return std::nullopt;
    return LineParts{line.substr(0, length), line.substr(length + 2)};
}

/// "ALGORITHM (TARGET) = DIGEST", with algorithm names of coreutils, OpenSSL or xxhsum.
std::optional<LineParts> splitTagged(std::string_view line)
{
    static constexpr std::pair<std::string_view, DigestAlgorithm> tags[] = {{"SHA1", DigestAlgorithm::Sha1},
        {"SHA256", DigestAlgorithm::Sha256}, {"SHA512", DigestAlgorithm::Sha512},
        {"SHA3-256", DigestAlgorithm::Sha3_256}, {"XXH3", DigestAlgorithm::Xxh3_64},
        {"XXH128", DigestAlgorithm::Xxh3_128}};
    for (const auto& [tag, algorithm] : tags) {
        const std::string begin = std::string(tag) + " (";
        const std::size_t end = line.rfind(") = ");
        if (!line.starts_with(begin) || end == std::string_view::npos || end <= begin.size()
            || !isDigest(line.substr(end + 4)))
            continue;
        return LineParts{line.substr(end + 4), line.substr(begin.size(), end - begin.size()), algorithm};
    }
    return std::nullopt;
}

/// Several algorithms have digests of the same length; this returns the one that `sha*sum` uses.
std::optional<DigestAlgorithm> algorithmOfLength(std::size_t digits)
{
    switch (digits) {
    case 16:
        return DigestAlgorithm::Xxh3_64;
    case 32:
        return DigestAlgorithm::Xxh3_128;
    case 40:
        return DigestAlgorithm::Sha1;
    case 64:
        return DigestAlgorithm::Sha256;
    case 128:
        return DigestAlgorithm::Sha512;
    default:
        return std::nullopt;
    }
}

bool fits(DigestAlgorithm algorithm, std::size_t digits)
{
    const auto usual = algorithmOfLength(digits);
    return usual == algorithm || (algorithm == DigestAlgorithm::Sha3_256 && usual == DigestAlgorithm::Sha256);
}

} // namespace

std::string digestLine(std::string_view digest, std::string_view target, bool spellOut)
{
    const bool spelled = spellOut && printable(target) != target;
    const bool escapes = spelled || target.find_first_of("\\\n\r") != std::string_view::npos;
    std::string line = escapes ? "\\" : "";
    line += digest;
    line += "  ";
    line += escapes ? escaped(target, spelled) : target;
    return line + '\n';
}

std::optional<DigestLine> parseDigestLine(std::string_view line)
{
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    const bool escapes = line.starts_with('\\');
    if (escapes)
        line.remove_prefix(1);
    auto parts = splitTagged(line);
    if (!parts)
        parts = splitPlain(line);
    if (!parts)
        return std::nullopt;
    auto target = escapes ? unescaped(parts->target) : std::string(parts->target);
    if (!target)
        return std::nullopt;
    return DigestLine{asciiLower(parts->digest), std::move(*target), parts->algorithm};
}

bool isMd5Line(std::string_view line)
{
    return line.starts_with("MD5 (") || line.starts_with("MD5(") || line.starts_with("\\MD5 (");
}

std::optional<DigestAlgorithm> algorithmOf(const DigestLine& line, std::optional<DigestAlgorithm> meant)
{
    const auto algorithm = line.algorithm ? line.algorithm : meant;
    if (!algorithm)
        return algorithmOfLength(line.digest.size());
    return fits(*algorithm, line.digest.size()) ? algorithm : std::nullopt;
}

} // namespace loupe
