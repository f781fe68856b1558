#pragma once

#include "analysis/statistics/summary.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace loupe {

/// One figure of a Summary with its names. Exactly one of the member pointers is set.
struct Statistic {
    using Count = std::optional<std::uint64_t> Summary::*;
    using Extreme = std::optional<Scalar> Summary::*;
    using Real = std::optional<double> Summary::*;

    std::string_view key; ///< name in JSON and CSV
    std::string_view heading; ///< column heading in `tloupe stats`
    const char* title; ///< row title in the window

    Count count = nullptr; ///< a number of elements
    Count place = nullptr; ///< the index of an element
    Extreme extreme = nullptr;
    Real real = nullptr;

    /// Calls `use` with the figure as a std::optional.
    template <typename Use>
    constexpr decltype(auto) visit(const Summary& summary, Use&& use) const
    {
        if (extreme)
            return use(summary.*extreme);
        if (real)
            return use(summary.*real);
        return use(summary.*(count ? count : place));
    }
};

/// All statistics, in the order of the window. Everything that displays or stores a summary uses this table: adding a
/// row makes a new figure appear in the window, in text, JSON and CSV, and persist with a scan.
inline constexpr std::array statistics{
    Statistic{.key = "null", .heading = "NULL", .title = "Null", .count = &Summary::null},
    Statistic{.key = "nan", .heading = "NAN", .title = "NaN", .count = &Summary::nan},
    Statistic{.key = "positive_inf", .heading = "+INF", .title = "+Inf", .count = &Summary::positiveInf},
    Statistic{.key = "negative_inf", .heading = "-INF", .title = "−Inf", .count = &Summary::negativeInf},
    Statistic{.key = "first_nonfinite", .heading = {}, .title = "First NaN/Inf", .place = &Summary::firstNonfinite},
    Statistic{.key = "zero", .heading = "ZERO", .title = "Zero", .count = &Summary::zero},
    Statistic{.key = "negative", .heading = "NEGATIVE", .title = "Negative", .count = &Summary::negative},
    Statistic{.key = "subnormal", .heading = "SUBNORMAL", .title = "Subnormal", .count = &Summary::subnormal},
    Statistic{.key = "min", .heading = "MIN", .title = "Minimum", .extreme = &Summary::minimum},
    Statistic{.key = "max", .heading = "MAX", .title = "Maximum", .extreme = &Summary::maximum},
    Statistic{.key = "mean", .heading = "MEAN", .title = "Mean", .real = &Summary::mean},
    Statistic{.key = "std", .heading = "STD", .title = "Standard deviation", .real = &Summary::standardDeviation},
};

/// The number of statistics with this member, such as &Statistic::count.
template <typename Member>
constexpr std::size_t countStatistics(Member Statistic::*member)
{
    return static_cast<std::size_t>(std::count_if(
        statistics.begin(), statistics.end(), [&](const Statistic& one) { return one.*member != nullptr; }));
}

/// True if the statistic is the null count, which is shown only if a tensor has nulls.
inline bool isNullCount(const Statistic& statistic)
{
    return statistic.count == &Summary::null;
}

} // namespace loupe
