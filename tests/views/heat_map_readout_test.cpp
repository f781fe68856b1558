#include "views/heat_map/heat_map_readout.h"

#include <gtest/gtest.h>

#include <vector>

namespace loupe {
namespace {

TEST(HeatMapReadout, CountsThatAreCutOffAreLimits)
{
    constexpr std::uint32_t most = GridCell::mostCounted;
    const Grid grid{{{0, 0, 1, 4}, 1, 4}, GridNumbers::Unsigned, {{5, 6, most, most}}};
    const std::vector<std::uint64_t> shape{4};
    EXPECT_EQ(gridCellText(grid, {0, 0}, Slice::folded(4, 4), shape),
        QStringLiteral("[0] … [3]: 5 to 6; over 4,294,967,294 NaN of over 8,589,934,589"));
}

} // namespace
} // namespace loupe
