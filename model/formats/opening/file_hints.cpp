#include "formats/opening/file_hints.h"

#include "core/text/ascii.h"

#include <algorithm>
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
    {"version https://git-lfs", "git-lfs-pointer",
        "this is a Git LFS pointer, not the file itself: fetch it with \"git lfs pull\""},
    {"\x1f\x8b", "gzip", "this is gzip data: decompress it first"},
    {"pk\x03\x04", "zip", "this is a ZIP archive"},
    {"{\"error\"", "error-reply", "this is a server's error reply, not a model file"},
};

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
            return Finding{.code = hint.code, .message = std::string(hint.message), .offset = 0};
        }
    }
    return std::nullopt;
}

} // namespace loupe
