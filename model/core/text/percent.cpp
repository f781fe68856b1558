#include "core/text/percent.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace loupe {

std::string formatPercent(double share)
{
    constexpr double mostOfPart = 99.999; // higher values would be rounded to 100
    const double percents = share < 1 ? std::min(share * 100, mostOfPart) : share * 100;
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.5g %%", percents);
    return text.data();
}

} // namespace loupe
