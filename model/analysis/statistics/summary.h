#pragma once

#include "analysis/statistics/distribution.h"
#include "analysis/statistics/histogram.h"
#include "core/dtype.h"
#include "core/elements.h"
#include "core/result.h"
#include "core/work.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

struct SummaryOptions {
    static constexpr std::uint32_t maximumBins = Histogram::maximumBins;
    static constexpr std::size_t maximumQuantiles = 1000;

    std::uint32_t bins = 256; ///< number of bins in the histogram; 0 for none
    /// Range of the histogram; if absent, from the least to the greatest value.
    std::optional<std::pair<double, double>> range = {};
    std::vector<double> quantiles = {}; ///< as fractions from 0 to 1
    /// Edges of the histogram, non-decreasing; if not empty, they replace bins and range.
    std::vector<double> edges = {};

    /// Adjusts the bins of a histogram from the least to the greatest value with fitBins(), which may reduce their
    /// number.
    bool fitsBins = false;

    /// Also computes firstMinimum and firstMaximum for dtypes of at most 16 bits, which takes another pass over the
    /// elements.
    bool findsExtremes = false;
    /// Computes Summary::distribution, which costs next to nothing.
    bool distribution = false;
    /// Set this to false if the caller checks whether the file has changed, for example for many small tensors at once.
    bool checksFile = true;

    bool wantsHistogram() const { return bins > 0 || !edges.empty(); }
};

/// An exact order statistic of the finite values, interpolated in double precision between the two nearest ones like
/// NumPy's default. Integers beyond 2^53 are rounded to doubles first, so a quantile that falls on a value is the
/// nearest double to it, and others are off by one or two roundings.
struct Quantile {
    double fraction = 0;
    std::optional<double> value = {}; ///< absent if no value is finite

    bool operator==(const Quantile&) const = default;
};

/// Figures of a tensor's values. A figure that does not exist is absent: all figures for dtypes without readable
/// values, figures that need an order or a sum for complex numbers, and figures over finite elements if there are none.
struct Summary {
    DType dtype = DType::Opaque;
    std::uint64_t elements = 0; ///< includes nulls

    /// The number of nulls; no other figure includes them.
    std::optional<std::uint64_t> null = {};
    /// Counts. A complex element is NaN if either part is, and infinite if either part is: positive if a part is +Inf,
    /// otherwise negative.
    std::optional<std::uint64_t> nan = {};
    std::optional<std::uint64_t> positiveInf = {};
    std::optional<std::uint64_t> negativeInf = {};
    std::optional<std::uint64_t> zero = {}; ///< +0 and -0
    std::optional<std::uint64_t> negative = {}; ///< elements less than 0, including -Inf
    std::optional<std::uint64_t> subnormal = {};
    std::optional<std::uint64_t> firstNaN = {}; ///< index of the first NaN element
    std::optional<std::uint64_t> firstInfinite = {}; ///< index of the first infinite element
    std::optional<std::uint64_t> firstNonfinite = {}; ///< the lower of the two

    /// Over the finite elements. The deviation is the population's.
    std::optional<Scalar> minimum = {};
    std::optional<Scalar> maximum = {};
    std::optional<std::uint64_t> firstMinimum = {}; ///< index of the first element equal to the minimum
    std::optional<std::uint64_t> firstMaximum = {};
    std::optional<double> mean = {};
    std::optional<double> standardDeviation = {};
    std::optional<Histogram> histogram = {};
    std::vector<Quantile> quantiles = {}; ///< as requested, in that order; none for complex numbers
    /// If requested; from a sample for large tensors with 32 or 64 bits per element. Absent for complex numbers.
    std::optional<Distribution> distribution = {};

    std::vector<Summary> parts = {}; ///< for complex numbers: real, imaginary
    std::string_view note = {}; ///< why there are no figures, for display; otherwise empty
};

/// The lower of two indices, either of which may be absent.
inline std::optional<std::uint64_t> earlier(std::optional<std::uint64_t> a, std::optional<std::uint64_t> b)
{
    return a && b ? std::min(*a, *b) : a ? a : b;
}

/// The number of elements that are not null.
inline std::uint64_t presentElements(const Summary& summary)
{
    return summary.elements - summary.null.value_or(0);
}

/// Receives the bytes of chunks, in any order and from many threads, with the index of the first element. Nulls are
/// removed before the data is divided into chunks. Not called for dtypes whose values cannot be read.
using ChunkObserver = std::function<void(std::uint64_t first, std::span<const std::byte> bytes)>;

/// Reads every element. Counts and elements are exact, other figures are within double rounding; results do not depend
/// on the number of threads. Reads dtypes of at most 16 bits once. Reads others once more for a histogram or quantiles;
/// once more per 16 value prefixes that contain quantiles, if these have many values (1000 quantiles may take dozens of
/// passes); and rarely once more for quantiles of 64-bit numbers. Private memory stays below 64 MB for tensors of any
/// size. Progress is in bytes. Fails with Changed if the file changed in the meantime, InvalidArgument for invalid
/// options, Stopped, Io or OutOfMemory. `observer` receives each chunk during the first pass.
Result<Summary> summarize(const Elements& elements, const SummaryOptions& options = {}, const Work& work = {},
    const ChunkObserver& observer = {});

} // namespace loupe
