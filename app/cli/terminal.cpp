#include "app/cli/terminal.h"

#include "core/text/text.h"
#include "core/text/utf8.h"

#include <cstdlib>
#include <unistd.h>

namespace loupe {

bool isTerminal(int descriptor)
{
    return isatty(descriptor) == 1;
}

Style Style::forDescriptor(int descriptor)
{
    const char* const noColor = std::getenv("NO_COLOR");
    const char* const terminal = std::getenv("TERM");
    const bool forbidden = noColor && *noColor;
    const bool dumb = !terminal || std::string_view(terminal) == "dumb";
    return Style(!forbidden && !dumb && isTerminal(descriptor));
}

std::string Style::wrap(const char* code, std::string_view text) const
{
    if (!m_colors)
        return std::string(text);
    return std::string("\x1b[") + code + 'm' + std::string(text) + "\x1b[0m";
}

std::string excerpt(std::string_view text)
{
    constexpr std::size_t longest = 100;
    std::string line = printable(text.substr(0, 4 * longest));
    if (characterCount(line) <= longest && text.size() <= 4 * longest)
        return line;
    std::size_t end = 0;
    for (std::size_t characters = 0; end < line.size(); ++end) {
        const bool begins = (static_cast<unsigned char>(line[end]) & 0xc0U) != 0x80U;
        if (begins && characters++ == longest)
            break;
    }
    return line.substr(0, end) + "… (" + counted(text.size(), "byte") + ')';
}

std::string exactNumber(std::uint64_t number)
{
    return number < 1000 ? formatCount(number) : formatCount(number) + " (" + formatShort(number) + ')';
}

std::string exactBytes(std::uint64_t bytes)
{
    const std::string exact = counted(bytes, "byte");
    return bytes < 1024 ? exact : exact + " (" + formatBytes(bytes) + ')';
}

} // namespace loupe
