#pragma once

#include "analysis/comparison/delta.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace loupe {

/// One figure of a Delta with its names. Exactly one of `count` and `real` is set.
struct DeltaFigure {
    using Count = std::optional<std::uint64_t> Delta::*;
    using Real = std::optional<double> Delta::*;

    std::string_view key; ///< name in JSON and CSV
    std::string_view heading; ///< column heading in `tloupe diff`; empty if it has none
    Count count = nullptr;
    Real real = nullptr;

    /// Calls `use` with the figure as a std::optional.
    template <typename Use>
    constexpr decltype(auto) visit(const Delta& delta, Use&& use) const
    {
        return real ? use(delta.*real) : use(delta.*count);
    }
};

/// The figures that exist for every pair, in the order of JSON and CSV.
inline constexpr std::array deltaFigures{
    DeltaFigure{.key = "differing", .heading = "DIFFERING", .count = &Delta::differing},
    DeltaFigure{.key = "max_abs", .heading = "MAX", .real = &Delta::maximum},
    DeltaFigure{.key = "mean_abs", .heading = "MEAN", .real = &Delta::mean},
    DeltaFigure{.key = "rms", .heading = "RMS", .real = &Delta::rms},
    DeltaFigure{.key = "relative_l2", .heading = "REL L2", .real = &Delta::relativeL2},
    DeltaFigure{.key = "cosine", .heading = "COSINE", .real = &Delta::cosine},
    DeltaFigure{.key = "snr_db", .heading = "SNR DB", .real = &Delta::signalToNoise},
    DeltaFigure{.key = "first_difference", .heading = "FIRST", .count = &Delta::firstDifference},
    DeltaFigure{.key = "differing_bits", .heading = {}, .count = &Delta::differingBits},
    DeltaFigure{.key = "max_ulp", .heading = "ULP", .count = &Delta::maximumUlp},
    DeltaFigure{.key = "nonfinite_only_a", .heading = {}, .count = &Delta::nonfiniteOnlyA},
    DeltaFigure{.key = "nonfinite_only_b", .heading = {}, .count = &Delta::nonfiniteOnlyB},
};

} // namespace loupe
