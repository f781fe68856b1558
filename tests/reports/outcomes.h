#pragma once

#include "analysis/comparison/comparison.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace loupe::test {

/// The number of times that `what` occurs in `text`.
inline std::size_t countOf(const std::string& text, std::string_view what)
{
    std::size_t count = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++count;
    return count;
}

/// The outcome of a pair with this relative L2 difference.
inline PairOutcome outcomeOf(double relativeL2, std::uint64_t newNonfinite = 0)
{
    Delta delta;
    delta.elements = 1;
    delta.differing = 1;
    delta.maximum = relativeL2;
    delta.relativeL2 = relativeL2;
    delta.nonfiniteOnlyB = newNonfinite;
    return {.delta = delta};
}

inline PairOutcome identical()
{
    Delta delta;
    delta.identical = true;
    return {.delta = delta};
}

} // namespace loupe::test
