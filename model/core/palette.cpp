#include "core/palette.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace loupe::palette {

std::uint32_t sequential(double position, bool darkTheme)
{
    static constexpr std::array<std::uint32_t, 5> viridis{0x440154, 0x3b528b, 0x21918c, 0x5ec962, 0xfde725};
    static constexpr std::array<std::uint32_t, 5> lighter{0x7b55ba, 0x4f86ad, 0x2ab684, 0x98d75f, 0xfde725};
    const auto& knots = darkTheme ? lighter : viridis;
    const double along = std::clamp(position, 0.0, 1.0) * static_cast<double>(knots.size() - 1);
    const auto knot = std::min(static_cast<std::size_t>(along), knots.size() - 2);
    const double share = along - static_cast<double>(knot);
    std::uint32_t color = 0;
    for (const unsigned shift : {16U, 8U, 0U}) {
        const auto from = static_cast<int>(knots[knot] >> shift & 0xff);
        const auto to = static_cast<int>(knots[knot + 1] >> shift & 0xff);
        color = color << 8 | static_cast<std::uint32_t>(std::lround(from + (to - from) * share));
    }
    return color;
}

} // namespace loupe::palette
