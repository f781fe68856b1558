#include "formats/opening/file_hints.h"

#include "core/text/ascii.h"
#include "core/text/text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>

namespace loupe {

namespace {

struct Hint {
    std::string_view start; ///< lower case
    std::string_view code;
    std::string_view message;
};

constexpr Hint hints[] = {
    {"<!doctype html", "html-page", "this is a web page, not a model file: the download probably failed"},
    {"<html", "html-page", "this is a web page, not a model file: the download probably failed"},
    {"version https://git-lfs", lfsPointerCode, {}}, // lfsPointerText() says it
    {"\x1f\x8b", "gzip", "this is gzip data: decompress it first"},
    {"pk\x03\x04", "zip", "this is a ZIP archive"},
    {"{\"error\"", "error-reply", "this is a server's error reply, not a model file"},
};

/// The rest of the line that begins with `key` and a space; empty if there is none.
std::string_view lfsValue(std::string_view pointer, std::string_view key)
{
    while (!pointer.empty()) {
        const std::size_t end = std::min(pointer.find('\n'), pointer.size());
        const std::string_view line = pointer.substr(0, end);
        if (line.starts_with(key) && line.substr(key.size()).starts_with(' '))
            return line.substr(key.size() + 1);
        pointer.remove_prefix(std::min(end + 1, pointer.size()));
    }
    return {};
}

/// Includes the digest so that two pointers compared by git can be distinguished: versions of a model often have the
/// same size.
std::string lfsPointerText(std::string_view pointer)
{
    constexpr std::size_t shownDigits = 12;
    std::string text = "this is a Git LFS pointer";
    const std::string_view sizeText = lfsValue(pointer, "size");
    std::uint64_t size = 0;
    const auto [end, error] = std::from_chars(sizeText.data(), sizeText.data() + sizeText.size(), size);
    if (error == std::errc() && end == sizeText.data() + sizeText.size())
        text += " to " + formatBytes(size);
    const std::string_view digest =
        lfsValue(pointer, "oid").substr(0, std::string_view("sha256:").size() + shownDigits);
    if (digest.starts_with("sha256:") && digest.find_first_not_of("0123456789abcdef", 7) == std::string_view::npos)
        text.append(" (").append(digest).append(")");
    return text + ", not the file itself: fetch it with \"git lfs pull\"";
}

} // namespace

std::optional<Finding> hintAt(std::span<const std::byte> start)
{
    std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    for (const Hint& hint : hints) {
        const bool matches = text.size() >= hint.start.size()
            && std::equal(
                hint.start.begin(), hint.start.end(), text.begin(), [&](char a, char b) { return a == asciiLower(b); });
        if (matches) {
            const bool isPointer = hint.code == lfsPointerCode;
            return Finding{.code = hint.code,
                .message = isPointer ? lfsPointerText(text) : std::string(hint.message),
                .offset = 0};
        }
    }
    return std::nullopt;
}

} // namespace loupe
