#pragma once

#include "analysis/digests/fingerprint.h"
#include "analysis/parallel/spans.h"
#include "analysis/statistics/summary.h"
#include "core/checkpoint.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace loupe {

/// Noteworthy facts about the values of one tensor.
struct Health {
    /// An element this many standard deviations from the mean is an outlier. A flipped exponent bit is far beyond this;
    /// heavy tails of weights are below a few hundred. A whole row or column of large elements is not an outlier.
    static constexpr double outlierDeviations = 1000;
    /// With fewer elements, a typical range cannot be determined.
    static constexpr std::uint64_t fewestForSigmas = 32;

    Summary summary; ///< without histogram and quantiles
    bool constant = false; ///< isConstant()
    std::optional<double> largestMagnitude = {}; ///< over finite elements; for complex numbers, over both parts
    /// The distance of the farthest element from the mean in standard deviations. For floats, the deviation of all
    /// other elements, since an outlier among few elements would inflate the deviation and hide itself. For complex
    /// numbers, the greater one of both parts. Absent for fewer than fewestForSigmas elements, or if all are equal.
    std::optional<double> sigmas = {};
    /// The first earlier tensor among those scanned with the same dtype, size and bytes (compared by digest).
    std::optional<std::uint32_t> duplicateOf = {};
    /// Anomalies in the stored parts of the values (Inspection): scales and codes, or missing chunks.
    std::vector<Finding> findings = {};

    bool outliers() const { return sigmas && *sigmas > outlierDeviations; }
    /// True if there are NaN or infinite elements.
    bool nonfinite() const { return summary.firstNonfinite.has_value(); }
};

/// Findings from opening the checkpoint. A scan repeats those about scales that are small enough to be read on opening.
class KnownFindings {
public:
    /// The checkpoint must outlive this object.
    explicit KnownFindings(const Checkpoint& checkpoint)
        : KnownFindings(checkpoint.findings)
    {
    }
    /// The findings must outlive this object.
    explicit KnownFindings(const Findings& findings);

    /// True if the finding is known. If more findings of a code were found than are listed, all findings of that code
    /// count as known.
    bool has(const Finding& finding) const;

private:
    using Place = std::tuple<std::string_view, std::string_view, std::uint32_t, std::optional<std::uint64_t>>;
    static Place placeOf(const Finding& finding); ///< code, tensor, file, offset

    const Findings& m_findings;
    std::set<Place> m_places;
};

/// Findings about scales from before a scan read all of them, without those that the scan repeated and without the note
/// that some were not read.
Findings notFoundByScan(const Findings& ofScales, const Findings& ofScan);

/// All findings about the quantized weights among `tensors`, except notes. First those from opening the checkpoint,
/// such as scales that are missing or, if these are all tensors, that have no codes. Then new ones that a scan has
/// `found` in any tensor.
Findings quantizationFindings(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, const Findings& found);
/// True if all elements are the same finite value.
bool isConstant(const Summary& summary);
/// Health::sigmas.
std::optional<double> farthestSigmas(const Summary& summary);

/// The result for one tensor before it is compared with others.
struct TensorLook {
    Result<Health> health = Health{};
    Fingerprint digest; ///< of the values, if DuplicateSearch needs it
};

/// Finds tensors that have the same bytes as an earlier one.
class DuplicateSearch {
public:
    /// Searches among `tensors`. The checkpoint must outlive this object.
    DuplicateSearch(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors);

    /// True if another tensor could be equal; only such tensors need a digest.
    bool needsDigest(std::uint32_t tensor) const;
    /// Sets Health::duplicateOf. Call it for all of the tensors in order.
    void compare(std::uint32_t tensor, TensorLook& look);

private:
    using Kind = std::pair<std::string_view, std::uint64_t>; // dtype name and bytes
    Kind kind(std::uint32_t tensor) const;

    const Checkpoint& m_checkpoint;
    std::map<Kind, std::uint64_t> m_alike; ///< number of tensors of each kind
    std::map<std::pair<Kind, Fingerprint>, std::uint32_t> m_first;
};

/// Called in tensor order, on any thread, but never concurrently.
using LookSink = std::function<void(std::uint32_t tensor, TensorLook& look)>;

/// The expensive part of scanHealth(), for some of the tensors of `duplicates`.
Result<> lookAtTensors(const std::shared_ptr<const Checkpoint>& checkpoint, std::span<const std::uint32_t> tensors,
    const DuplicateSearch& duplicates, const Work& work, const LookSink& sink);

/// The partial result for a range of a tensor's Spans. Those of all ranges, in order, make up the TensorLook.
struct RangeLook {
    std::string summary; ///< summarizeRange()
    std::vector<Fingerprint> digests; ///< of each span, if DuplicateSearch needs them
};

/// Fails if the tensor cannot be read. Precondition: the tensor has separateSpans(), and the range is within them.
Result<RangeLook> lookAtRange(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor,
    SpanRange range, const DuplicateSearch& duplicates, const Work& work);
/// The result that lookAtTensors() would give. Nothing if these are not the ranges of this tensor.
std::optional<TensorLook> joinedLook(
    const Checkpoint& checkpoint, std::uint32_t tensor, std::span<const RangeLook> ranges, bool hasDigests);

/// Scans a single tensor; Health::duplicateOf stays empty. Progress is in bytes.
Result<Health> scanHealth(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, const Work& work);

/// Called in tensor order, on any thread, but never concurrently. An error concerns one tensor.
using HealthSink = std::function<void(std::uint32_t tensor, const Result<Health>& health)>;

/// Reads every byte of `tensors` (indices into Checkpoint::tensors) once, in that order; small ones several at a time.
/// Progress is in bytes; the total is announced at the start. Fails only with Stopped or OutOfMemory.
Result<> scanHealth(const std::shared_ptr<const Checkpoint>& checkpoint, std::span<const std::uint32_t> tensors,
    const Work& work, const HealthSink& sink);

} // namespace loupe
