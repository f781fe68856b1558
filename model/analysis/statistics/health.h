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

/// What deserves a second look about one tensor's values.
struct Health {
    /// An element this many standard deviations from the mean is an outlier. A flipped bit of an exponent is far
    /// beyond; heavy tails of weights are below a few hundred. A whole row or column of large elements is no outlier.
    static constexpr double outlierDeviations = 1000;
    /// Fewer elements do not show what is usual among them.
    static constexpr std::uint64_t fewestForSigmas = 32;

    Summary summary; ///< without histogram and quantiles
    bool constant = false; ///< isConstant()
    std::optional<double> largestMagnitude = {}; ///< of finite elements; for complex numbers, of a part
    /// How many standard deviations the farthest element is from the mean; for floats, deviations of all the other
    /// elements, or one among few would hide in the deviation that it causes itself. Of complex numbers the greater one
    /// of both parts. Absent for fewer than fewestForSigmas elements, and where all are the same.
    std::optional<double> sigmas = {};
    /// The first tensor before this one, among those looked at, with the same dtype, size and bytes (compared by
    /// digest).
    std::optional<std::uint32_t> duplicateOf = {};
    /// What is odd about what the values are made of (Inspection): scales and codes, or chunks that do not exist.
    std::vector<Finding> findings = {};

    bool outliers() const { return sigmas && *sigmas > outlierDeviations; }
    /// NaN or infinite elements.
    bool nonfinite() const { return summary.firstNonfinite.has_value(); }
};

/// What was found when a checkpoint was opened: a scan finds it again where scales are small enough to be read then.
class KnownFindings {
public:
    /// The checkpoint must outlive it.
    explicit KnownFindings(const Checkpoint& checkpoint)
        : KnownFindings(checkpoint.findings)
    {
    }
    /// The findings must outlive it.
    explicit KnownFindings(const Findings& findings);

    /// If more findings of a code were found than are listed, all of that code count as known.
    bool has(const Finding& finding) const;

private:
    using Place = std::tuple<std::string_view, std::string_view, std::uint32_t, std::optional<std::uint64_t>>;
    static Place placeOf(const Finding& finding); ///< code, tensor, file, offset

    const Findings& m_findings;
    std::set<Place> m_places;
};

/// What was found about scales before a scan read all of them, without what the scan has found again and without the
/// note that some were not read.
Findings notFoundByScan(const Findings& ofScales, const Findings& ofScan);

/// All that is odd about the quantized weights among `tensors`, but for notes: what was found when the checkpoint was
/// opened, such as scales that are missing or, where these are all tensors, have no codes, and then what a scan has
/// `found` that is new, in any tensor.
Findings quantizationFindings(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, const Findings& found);
/// All elements are the same finite value.
bool isConstant(const Summary& summary);
/// Health::sigmas.
std::optional<double> farthestSigmas(const Summary& summary);

/// What one tensor comes to before it is compared with others.
struct TensorLook {
    Result<Health> health = Health{};
    Fingerprint digest; ///< of the values, where DuplicateSearch needs it
};

/// Finds tensors that hold the same bytes as one before them.
class DuplicateSearch {
public:
    /// Among `tensors`. The checkpoint must outlive it.
    DuplicateSearch(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors);

    /// Whether another tensor could be equal: only those are digested.
    bool needsDigest(std::uint32_t tensor) const;
    /// Sets Health::duplicateOf. To be called with all of the tensors, in their order.
    void compare(std::uint32_t tensor, TensorLook& look);

private:
    using Kind = std::pair<std::string_view, std::uint64_t>; // name of the dtype, and bytes
    Kind kind(std::uint32_t tensor) const;

    const Checkpoint& m_checkpoint;
    std::map<Kind, std::uint64_t> m_alike; ///< how many tensors of a kind there are
    std::map<std::pair<Kind, Fingerprint>, std::uint32_t> m_first;
};

/// Called in the order of the tensors, never twice at the same time, on any thread.
using LookSink = std::function<void(std::uint32_t tensor, TensorLook& look)>;

/// The part of scanHealth() that takes time, for tensors that are some of those of `duplicates`.
Result<> lookAtTensors(const std::shared_ptr<const Checkpoint>& checkpoint, std::span<const std::uint32_t> tensors,
    const DuplicateSearch& duplicates, const Work& work, const LookSink& sink);

/// What a range of a tensor's Spans comes to. One such for each range, in their order, make the TensorLook.
struct RangeLook {
    std::string summary; ///< summarizeRange()
    std::vector<Fingerprint> digests; ///< of each span, where DuplicateSearch needs them
};

/// Fails where the tensor cannot be read. Precondition: it has separateSpans(), and the range is of these.
Result<RangeLook> lookAtRange(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor,
    SpanRange range, const DuplicateSearch& duplicates, const Work& work);
/// As lookAtTensors() has it. Nothing if these are not the ranges of this tensor.
std::optional<TensorLook> joinedLook(
    const Checkpoint& checkpoint, std::uint32_t tensor, std::span<const RangeLook> ranges, bool hasDigests);

/// Scans one tensor alone; Health::duplicateOf stays empty. Progress in bytes.
Result<Health> scanHealth(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, const Work& work);

/// Called in the order of the tensors, never twice at the same time, on any thread; an error is that of one tensor.
using HealthSink = std::function<void(std::uint32_t tensor, const Result<Health>& health)>;

/// Looks once at every byte of `tensors` (indices into Checkpoint::tensors), in that order. Small ones are looked at
/// several at a time. Progress in bytes, of which the total is announced at once. Fails with Stopped or OutOfMemory
/// only.
Result<> scanHealth(const std::shared_ptr<const Checkpoint>& checkpoint, std::span<const std::uint32_t> tensors,
    const Work& work, const HealthSink& sink);

} // namespace loupe
