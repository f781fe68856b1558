#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace loupe {

/// True if the descriptor is a terminal.
bool isTerminal(int descriptor);

/// Terminal colors: used only on a terminal that supports them, and never with NO_COLOR.
class Style {
public:
    static Style forDescriptor(int descriptor);
    explicit Style(bool colors)
        : m_colors(colors)
    {
    }

    std::string bold(std::string_view text) const { return wrap("1", text); }
    std::string good(std::string_view text) const { return wrap("32", text); }
    std::string bad(std::string_view text) const { return wrap("1;31", text); }
    std::string warning(std::string_view text) const { return wrap("33", text); }

private:
    std::string wrap(const char* code, std::string_view text) const;

    bool m_colors;
};

/// Untrusted text on one line, cut to 100 characters.
std::string excerpt(std::string_view text);

/// "1,234,567 (1.2 M)"; without the short form below 1,000.
std::string exactNumber(std::uint64_t number);
/// "1,234,567 bytes (1.2 MiB)"; without the short form if it adds nothing.
std::string exactBytes(std::uint64_t bytes);

} // namespace loupe
