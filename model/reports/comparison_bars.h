#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace loupe {

/// One thing that a picture shows an amount of, or NaN and infinities that no amount shows.
struct NamedAmount {
    std::string name; ///< untrusted
    double amount = 0; ///< finite, more than 0; with a warning also 0, for none
    std::string warning = {}; ///< in the place of a bar, on the color of NaN; plain text
};

/// Bars beneath each other as SVG, in the order given, with an axis below; colors are those of the page's style. Where
/// the largest is far beyond the smallest, warnings aside, the scale is logarithmic, and dots on lines say so. Empty of
/// nothing.
std::string amountBars(std::span<const NamedAmount> amounts, std::string_view title);
/// Whether amountBars() uses that scale.
bool isLogarithmic(std::span<const NamedAmount> amounts);

/// A share of a whole; `kind` is the class that gives it its color.
struct Share {
    std::string_view kind;
    std::uint64_t count = 0;
};

/// One bar of all shares as SVG; each that is not 0 can be seen.
std::string shareBar(std::span<const Share> shares, std::string_view title);

} // namespace loupe
