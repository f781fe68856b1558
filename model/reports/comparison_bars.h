#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace loupe {

/// A bar of a picture, or a warning about NaN and infinities in place of it.
struct NamedAmount {
    std::string name; ///< untrusted
    double amount = 0; ///< finite and positive; with a warning, may be 0 if there is none
    std::string warning = {}; ///< shown in place of a bar, on the color of NaN; plain text
};

/// Horizontal bars as SVG, in the given order, with an axis below; the colors are those of the page's style. If the
/// largest amount is far larger than the smallest, not counting warnings, the scale is logarithmic, and dots on lines
/// indicate that. Empty if there are no amounts.
std::string amountBars(std::span<const NamedAmount> amounts, std::string_view title);
/// True if amountBars() uses a logarithmic scale.
bool isLogarithmic(std::span<const NamedAmount> amounts);

/// A share of a whole. `kind` is the CSS class that determines its color.
struct Share {
    std::string_view kind;
    std::uint64_t count = 0;
};

/// A single bar of all shares as SVG. Every nonzero share is wide enough to be visible.
std::string shareBar(std::span<const Share> shares, std::string_view title);

} // namespace loupe
