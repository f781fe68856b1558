#include "remote/cache/about_file.h"

#include "core/descriptor.h"
#include "remote/cache/block_file.h"

#include <array>
#include <charconv>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe::remote {

namespace {

constexpr const char* aboutName = "about";
constexpr std::string_view firstLine = "tensorloupe cache 2";
/// Enough for any address.
constexpr std::size_t longestAbout = std::size_t{64} << 10;

std::string hex(std::uint64_t number)
{
    std::array<char, 16> digits{};
    digits.fill('0');
    std::array<char, 16> significant{};
    const auto end = std::to_chars(significant.data(), significant.data() + significant.size(), number, 16).ptr;
    std::copy_backward(significant.data(), end, digits.end());
    return {digits.data(), digits.size()};
}

/// Removes the first line from the text and returns it.
std::string takeLine(std::string_view& text)
{
    const std::size_t end = text.find('\n');
    std::string line(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    return line;
}

} // namespace

std::string blockFolderName(std::string_view url)
{
    return hex(digestOf(url)) + hex(digestOf(std::string(url) + '\n'));
}

std::optional<AboutFile> readAbout(const std::filesystem::path& folder)
{
    const Descriptor file(::open((folder / aboutName).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
    if (file.number() < 0)
        return std::nullopt;
    std::string all(longestAbout, '\0');
    const ssize_t count = ::read(file.number(), all.data(), all.size());
    if (count <= 0 || static_cast<std::size_t>(count) == all.size())
        return std::nullopt;
    all.resize(static_cast<std::size_t>(count));
    constexpr std::size_t digestLine = 17; // with its line break
    if (all.size() < digestLine || all.back() != '\n')
        return std::nullopt;
    std::string_view text(all);
    const std::string_view digest = text.substr(text.size() - digestLine, digestLine - 1);
    text.remove_suffix(digestLine);
    if (digest != hex(digestOf(text)) || takeLine(text) != firstLine)
        return std::nullopt;
    AboutFile about;
    about.url = takeLine(text);
    about.name = takeLine(text);
    about.version.etag = takeLine(text);
    about.version.modified = takeLine(text);
    about.digest = takeLine(text);
    const auto size = parseNumber(takeLine(text));
    about.commit = takeLine(text); // missing in older caches
    if (!size || *size > INT64_MAX || !text.empty() || !about.version.hasStrongEtag())
        return std::nullopt;
    about.version.size = *size;
    struct stat status = {};
    if (::fstat(file.number(), &status) == 0)
        about.confirmed = status.st_mtim.tv_sec;
    return about;
}

bool writeAbout(const std::filesystem::path& folder, const AboutFile& about)
{
    std::string text(firstLine);
    for (const std::string& line : {about.url, about.name, about.version.etag, about.version.modified, about.digest,
             std::to_string(about.version.size), about.commit}) {
        if (line.find('\n') != line.npos)
            return false;
        text += '\n' + line;
    }
    text += '\n';
    text += hex(digestOf(text)) + '\n';
    return text.size() < longestAbout
        && writePrivateFile(folder / aboutName, std::as_bytes(std::span<const char>(text)), {});
}

void confirmAbout(const std::filesystem::path& folder)
{
    ::utimensat(AT_FDCWD, (folder / aboutName).c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
}

} // namespace loupe::remote
