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

    std::uint32_t bins = 256; ///< of the histogram; 0 for none
    std::optional<std::pair<double, double>> range = {}; ///< of the histogram; if absent, from least to greatest value
    std::vector<double> quantiles = {}; ///< which ones, as fractions from 0 to 1
    std::vector<double> edges = {}; ///< of the histogram, never falling; if not empty, in place of bins and range

    /// The histogram from least to greatest value has bins as fitBins() makes of them, so at most that many.
    bool fitsBins = false;

    /// Whether firstMinimum and firstMaximum are wanted of dtypes of at most 16 bits, too, which takes another look at
    /// the elements.
    bool findsExtremes = false;
    /// Summary::distribution, which costs next to nothing.
    bool distribution = false;
    /// False where the caller looks whether the file was changed meanwhile, as for many small tensors at once.
    bool checksFile = true;

    bool wantsHistogram() const { return bins > 0 || !edges.empty(); }
};

/// An exact order statistic of the finite values, interpolated between the two nearest ones as NumPy does by default,
/// in double precision. Integers beyond 2^53 are rounded to doubles before that, so that where it falls on a value it
/// is the double nearest to that value, and else is off by a rounding or two.
struct Quantile {
    double fraction = 0;
    std::optional<double> value = {}; ///< absent where no value is finite

    bool operator==(const Quantile&) const = default;
};

/// What is known of a tensor's values. A figure that does not exist is absent: all of them for dtypes whose values
/// cannot be read, those with an order or a sum for complex numbers, those over finite elements where there is none.
struct Summary {
    DType dtype = DType::Opaque;
    std::uint64_t elements = 0; ///< nulls included

    /// Elements without a value: no other figure is about them.
    std::optional<std::uint64_t> null = {};
    /// Counts. A complex element is NaN where either part is, infinite if either part is: positive where a part is
    /// +Inf, else negative.
    std::optional<std::uint64_t> nan = {};
    std::optional<std::uint64_t> positiveInf = {};
    std::optional<std::uint64_t> negativeInf = {};
    std::optional<std::uint64_t> zero = {}; ///< +0 and -0
    std::optional<std::uint64_t> negative = {}; ///< less than 0, -Inf included
    std::optional<std::uint64_t> subnormal = {};
    std::optional<std::uint64_t> firstNaN = {}; ///< index of the first NaN element
    std::optional<std::uint64_t> firstInfinite = {}; ///< index of the first infinite element
    std::optional<std::uint64_t> firstNonfinite = {}; ///< the lesser of the two

    /// Over the finite elements; deviation is that of the population.
    std::optional<Scalar> minimum = {};
    std::optional<Scalar> maximum = {};
    std::optional<std::uint64_t> firstMinimum = {}; ///< index of the first element that is equal to it
    std::optional<std::uint64_t> firstMaximum = {};
    std::optional<double> mean = {};
    std::optional<double> standardDeviation = {};
    std::optional<Histogram> histogram = {};
    std::vector<Quantile> quantiles = {}; ///< as asked for, in that order; none for complex numbers
    /// As asked for; of large tensors with 32 or 64 bits an element, of a sample. Not of complex numbers.
    std::optional<Distribution> distribution = {};

    std::vector<Summary> parts = {}; ///< of complex numbers: real, imaginary
    std::string_view note = {}; ///< why there are no figures, for people; else empty
};

/// The lesser of two indices, either of which may be absent.
inline std::optional<std::uint64_t> earlier(std::optional<std::uint64_t> a, std::optional<std::uint64_t> b)
{
    return a && b ? std::min(*a, *b) : a ? a : b;
}

/// How many elements have a value.
inline std::uint64_t presentElements(const Summary& summary)
{
    return summary.elements - summary.null.value_or(0);
}

/// Sees the bytes of chunks, in any order and from many threads: index of the first element, and bytes. Where
/// there are nulls, these are omitted before chunks are cut. For dtypes whose
/// values cannot be read there is nothing to see.
using ChunkObserver = std::function<void(std::uint64_t first, std::span<const std::byte> bytes)>;

/// Looks at every element. The result is exact, or within double rounding where a figure is not a count or an element,
/// and does not depend on the number of threads. Reads dtypes of at most 16 bits once, others once more for a histogram
/// or quantiles; once more for every 16 prefixes of values in which quantiles lie, where these are many (1000 quantiles
/// may take some dozens of looks); and again, rarely, where quantiles of 64-bit numbers need it. Private memory stays
/// below 64 MB whatever the size. Progress in bytes. Fails with Changed if the file was changed meanwhile,
/// InvalidArgument for impossible options, Stopped, Io or OutOfMemory. `observer` sees each chunk during the first
/// pass.
Result<Summary> summarize(const Elements& elements, const SummaryOptions& options = {}, const Work& work = {},
    const ChunkObserver& observer = {});

} // namespace loupe
