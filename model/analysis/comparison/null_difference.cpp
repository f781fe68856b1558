#include "analysis/comparison/null_difference.h"

#include <algorithm>
#include <vector>

namespace loupe {

Result<NullDifference> compareNulls(const Elements& a, const Elements& b, const Work& work)
{
    constexpr std::uint64_t atOnce = std::uint64_t{1} << 15;
    NullDifference difference;
    if (!a.hasNulls() && !b.hasNulls())
        return difference;
    std::vector<std::byte> presentA;
    std::vector<std::byte> presentB;
    for (std::uint64_t first = 0; first < a.count(); first += presentA.size()) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        presentA.resize(std::min(atOnce, a.count() - first));
        presentB.resize(presentA.size());
        auto read = a.readPresent(first, presentA).and_then([&] { return b.readPresent(first, presentB); });
        if (!read)
            return fail(std::move(read.error()));
        for (std::size_t i = 0; i < presentA.size(); ++i) {
            if (presentA[i] == presentB[i])
                continue;
            ++(presentA[i] == std::byte{0} ? difference.onlyA : difference.onlyB);
            difference.first = std::min(first + i, difference.first.value_or(UINT64_MAX));
        }
    }
    return difference;
}

} // namespace loupe
