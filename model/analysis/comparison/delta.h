#pragma once

#include "analysis/comparison/tolerance.h"
#include "analysis/parallel/spans.h"
#include "core/elements.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace loupe {

/// Figures of a pair of tensors a and b with equal element counts, compared element by element in storage order. A
/// figure that does not exist is absent.
///
/// Values differ if they are not the same number: NaN equals NaN, -0 equals +0. Different dtypes are compared by exact
/// value; 64-bit integers are not rounded. The difference of complex numbers is its absolute value.
struct Delta {
    std::uint64_t elements = 0;
    bool identical = false; ///< same dtype, same bytes

    std::optional<std::uint64_t> differing = {}; ///< elements whose values differ
    std::optional<std::uint64_t> differingBits = {}; ///< for equal dtypes: elements whose bits differ
    std::optional<std::uint64_t> firstDifference = {}; ///< index of the first element whose values differ
    std::optional<std::uint64_t> beyondTolerance = {}; ///< elements beyond the tolerance, if one was given
    std::optional<std::uint64_t> nonfiniteOnlyA = {}; ///< elements that are NaN or infinite in a and finite in b
    std::optional<std::uint64_t> nonfiniteOnlyB = {};
    /// Elements that are null on one side only. They count as different, whatever the other side is; elements that are
    /// null on both sides do not. No figure below includes either.
    std::uint64_t nullOnlyA = 0;
    std::uint64_t nullOnlyB = 0;

    /// Over the elements that are finite on both sides, to within double rounding: sums have a relative error of at
    /// most 10^-13, see DeltaTally. Absent if there are no such elements.
    std::optional<double> maximum = {}; ///< of |a - b|
    std::optional<double> mean = {}; ///< of |a - b|
    std::optional<double> rms = {}; ///< square root of the mean of |a - b|^2
    std::optional<double> relativeL2 = {}; ///< ||a - b|| / ||a||; absent if a is zero and b is not
    std::optional<double> relativeToB = {}; ///< ||a - b|| / ||b||; absent if b is zero and a is not
    std::optional<double> cosine = {}; ///< of the angle between a and b; absent if either is zero
    /// 10 log10(signal / noise), in decibels; absent if a is zero or nothing differs.
    std::optional<double> signalToNoise = {};
    /// For equal float dtypes: the largest distance in units in the last place.
    std::optional<std::uint64_t> maximumUlp = {};

    /// The sums of a^2 and of |a - b|^2, for combining the figures of several pairs. Absent if nothing differs.
    std::optional<double> signal = {};
    std::optional<double> noise = {};

    std::string_view note = {}; ///< why there are no figures, for display; otherwise empty
};

/// In decibels; nothing if the result is not finite.
std::optional<double> signalToNoise(long double signal, long double noise);

/// True if NaN or infinities differ in kind or position. The figures above cover only finite elements, so they may all
/// be zero then.
bool nonfiniteDiffer(const Delta& delta);
/// Where NaN or infinities differ. OnlyA, OnlyB or OneSide: in elements that are finite on the other side. Both: only
/// in elements that are nonfinite on both sides.
enum class NonfiniteChange : std::uint8_t { None, Both, OnlyA, OnlyB, OneSide };
NonfiniteChange nonfiniteChange(const Delta& delta);

struct DeltaOptions {
    std::optional<Tolerance> tolerance = {};
    bool announced = false; ///< the caller has already added the total bytes to the Work
};

/// Reads every pair. Tensors with the same bytes are read once at memory speed. For others, the part before the first
/// difference is read again on one side only. The result does not depend on the number of threads. Private memory stays
/// below 64 MB for tensors of any size. Progress is in bytes of both sides. Fails with InvalidArgument if element
/// counts differ, Changed if a file changed in the meantime, Stopped, Io or OutOfMemory.
Result<Delta> compareValues(
    const Elements& a, const Elements& b, const DeltaOptions& options = {}, const Work& work = {});

/// The number of Spans at whose borders such a pair may be split.
std::uint64_t deltaSpans(std::uint64_t elements, DType a, DType b);

/// The partial result of compareValues() for a range of Spans, exact, as text (RecordWriter) of at most a few hundred
/// kilobytes. Reads each side once. Progress and errors are as above. Precondition: both dtypes are readable, and there
/// are no nulls.
Result<std::string> compareRange(const Elements& a, const Elements& b, SpanRange range,
    const std::optional<Tolerance>& tolerance, const Work& work = {});
/// The result of compareValues(), merged from the texts of all ranges in order. Nothing if these do not belong to such
/// a pair.
std::optional<Delta> joinedDelta(std::uint64_t elements, DType a, DType b, std::span<const std::string> ranges,
    const std::optional<Tolerance>& tolerance);

/// Whether two tensors have the same dtype, number of elements and bytes. This is the fastest check. Progress and
/// errors are as above; anything after the first difference counts as done.
Result<bool> areIdentical(const Elements& a, const Elements& b, const Work& work = {});

} // namespace loupe
