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

/// What is known of a pair of tensors a and b with as many elements, compared one by one in the order they lie in. A
/// figure that does not exist is absent.
///
/// Values differ where they are not the same number: NaN equals NaN, -0 equals +0. Different dtypes compare by value,
/// exactly: 64-bit integers are not rounded. Differences of complex numbers are their absolute values.
struct Delta {
    std::uint64_t elements = 0;
    bool identical = false; ///< same dtype, same bytes

    std::optional<std::uint64_t> differing = {}; ///< elements whose values differ
    std::optional<std::uint64_t> differingBits = {}; ///< of equal dtypes: elements whose bits do
    std::optional<std::uint64_t> firstDifference = {}; ///< index of the first element whose values differ
    std::optional<std::uint64_t> beyondTolerance = {}; ///< elements, where a tolerance was given
    std::optional<std::uint64_t> nonfiniteOnlyA = {}; ///< elements that are NaN or infinite in a and finite in b
    std::optional<std::uint64_t> nonfiniteOnlyB = {};
    /// Elements that are null on one side alone: they differ, whatever the other side has. Those that are null on both
    /// do not. No figure below is about either.
    std::uint64_t nullOnlyA = 0;
    std::uint64_t nullOnlyB = 0;

    /// Over the elements that are finite on both sides, within rounding of double precision: sums lose at most a part
    /// in 10^13, see DeltaTally. Absent where there are none.
    std::optional<double> maximum = {}; ///< of |a - b|
    std::optional<double> mean = {}; ///< of |a - b|
    std::optional<double> rms = {}; ///< root of the mean of |a - b|^2
    std::optional<double> relativeL2 = {}; ///< ||a - b|| / ||a||; absent if a is zero and b is not
    std::optional<double> relativeToB = {}; ///< ||a - b|| / ||b||; absent if b is zero and a is not
    std::optional<double> cosine = {}; ///< of the angle between a and b; absent if either is zero
    /// 10 log10(signal / noise), in decibels; absent if a is zero or nothing differs.
    std::optional<double> signalToNoise = {};
    /// For equal float dtypes: the largest distance in steps from one number of the dtype to the next.
    std::optional<std::uint64_t> maximumUlp = {};

    /// The sums of a^2 and of |a - b|^2, by which figures of several pairs are made. Absent where nothing differs.
    std::optional<double> signal = {};
    std::optional<double> noise = {};

    std::string_view note = {}; ///< why there are no figures, for people; else empty
};

/// In decibels; nothing if it is not a finite number.
std::optional<double> signalToNoise(long double signal, long double noise);

/// Whether NaN or infinities are others than before, or elsewhere: the figures above, which are over finite elements,
/// may all be zero then.
bool nonfiniteDiffer(const Delta& delta);
/// Where they are: OnlyA, OnlyB or OneSide, in elements that are finite on the other side; Both, as other ones, where
/// neither side is finite.
enum class NonfiniteChange : std::uint8_t { None, Both, OnlyA, OnlyB, OneSide };
NonfiniteChange nonfiniteChange(const Delta& delta);

struct DeltaOptions {
    std::optional<Tolerance> tolerance = {};
    bool announced = false; ///< the caller has announced to the Work how many bytes there are
};

/// Looks at every pair. Tensors with the same bytes are read once at the speed of memory; others once more, up to where
/// they were found to differ, on one side only. The result does not depend on the number of threads. Private memory
/// stays below 64 MB whatever the size. Progress in bytes of both sides. Fails with InvalidArgument if one has more
/// elements, Changed where a file was changed meanwhile, Stopped, Io or OutOfMemory.
Result<Delta> compareValues(
    const Elements& a, const Elements& b, const DeltaOptions& options = {}, const Work& work = {});

/// Spans of such a pair, between which it may be cut.
std::uint64_t deltaSpans(std::uint64_t elements, DType a, DType b);

/// What compareValues() learns of a range of Spans, as text (RecordWriter), exact and some hundred kilobytes at most.
/// Reads each side once. Progress and failures as above. Precondition: both dtypes are readable, and there are no
/// nulls.
Result<std::string> compareRange(const Elements& a, const Elements& b, SpanRange range,
    const std::optional<Tolerance>& tolerance, const Work& work = {});
/// What compareValues() gives, made of all ranges in their order. Nothing if they are not those of such a pair.
std::optional<Delta> joinedDelta(std::uint64_t elements, DType a, DType b, std::span<const std::string> ranges,
    const std::optional<Tolerance>& tolerance);

/// Whether two tensors have the same dtype, number of elements and bytes; the fastest way to know. Progress and
/// failures as above; what is not looked at after the first difference counts as done.
Result<bool> areIdentical(const Elements& a, const Elements& b, const Work& work = {});

} // namespace loupe
