#include "analysis/statistics/health.h"

#include "analysis/digests/chunk_digests.h"
#include "analysis/digests/undecoded_weight.h"
#include "analysis/digests/whole_reading.h"
#include "analysis/parallel/batches.h"
#include "analysis/parallel/chunks.h"
#include "analysis/parallel/parallel.h"
#include "analysis/statistics/range_summary.h"
#include "core/checked_math.h"
#include "core/dtype.h"
#include "core/elements.h"
#include "core/name_hash.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace loupe {

namespace {

struct FingerprintState {
    Buffer scratch;
    void merge(const FingerprintState&) { }
};

Result<> digestAlone(const Elements& elements, ChunkDigests& digests, const Work& work)
{
    work.expect(valueBytes(elements.tensor()));
    const ChunkSpans spans(elements);
    auto done = reducePieces(
        spans.count(), work, [] { return FingerprintState{}; },
        [&](FingerprintState& mine, std::uint64_t span) {
            return spans.visit(
                span, mine.scratch, work, [&](std::uint64_t first, std::uint64_t, std::span<const std::byte> bytes) {
                    digests.add(first, bytes);
                });
        },
        spans.mostStates(0));
    if (!done)
        return fail(std::move(done.error()));
    return {};
}

/// Adds all other parts of an undecoded weight, because equal codes alone do not mean equal weights.
Result<> addParts(const Checkpoint& checkpoint, std::uint32_t tensor, ChunkDigests& digests, const Work& work)
{
    const Work silent{.stop = work.stop};
    for (const UndecodedPart& part : undecodedParts(checkpoint, tensor)) {
        const auto elements = openWhole(checkpoint.quantized->stored, part.tensor, silent);
        if (!elements)
            return fail(elements.error());
        ChunkDigests ofPart(*elements);
        if (auto done = digestAlone(*elements, ofPart, silent); !done)
            return done;
        digests.add(fingerprint(std::as_bytes(std::span(part.name))));
        digests.add(ofPart.total());
    }
    return {};
}

/// The distance of an extreme from the mean of the others in their standard deviations; nothing if that is meaningless.
std::optional<double> sigmasOf(const Summary& summary, double extreme)
{
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    const double count = static_cast<double>(presentElements(summary) - summary.nan.value_or(0)
        - summary.positiveInf.value_or(0) - summary.negativeInf.value_or(0));
    const double deviation = *summary.standardDeviation;
    if (count < Health::fewestForSigmas || !(deviation > 0))
        return std::nullopt;
    const double distance = std::abs(extreme - *summary.mean);
    if (summary.minimum->kind != Scalar::Kind::Float) {
        // Extreme and mean of 64-bit integers are rounded to doubles here, by perhaps more than the deviation.
        return std::max(distance - 4 * epsilon * std::abs(extreme), 0.0) / deviation;
    }
    // Without the extreme, the mean moves away from it and the sum of squares loses its contribution. If that is nearly
    // the whole sum, the remainder is only as exact as the rounding of the whole.
    const double far = distance * (count / (count - 1));
    const double squaresShare = 1 - distance / deviation * (distance / deviation) / (count - 1);
    const double deviationOfOthers =
        deviation * std::sqrt(std::max(squaresShare, 0.0) + 16 * epsilon) * std::sqrt(count / (count - 1));
    return far / deviationOfOthers;
}

std::optional<double> largestMagnitudeOf(const Summary& summary)
{
    std::optional<double> largest;
    for (const Summary& part : summary.parts)
        largest = std::max(largest, largestMagnitudeOf(part));
    for (const auto& extreme : {summary.minimum, summary.maximum}) {
        if (extreme)
            largest = std::max(largest, std::optional(std::abs(extreme->toDouble())));
    }
    return largest;
}

void takeSummary(Health& health, Summary&& summary)
{
    health.constant = isConstant(summary);
    health.largestMagnitude = largestMagnitudeOf(summary);
    health.sigmas = farthestSigmas(summary);
    health.summary = std::move(summary);
}

/// Does not check whether the file has changed; the caller must do that.
TensorLook lookAt(
    const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, bool digest, const Work& work)
{
    TensorLook look;
    const auto elements = openWhole(checkpoint, tensor, work);
    if (!elements) {
        work.advance(valueBytes(checkpoint->tensors[tensor]));
        look.health = fail(elements.error());
        return look;
    }
    std::optional<ChunkDigests> digests;
    if (digest)
        digests.emplace(*elements);
    const Storage* const storage = elements->tensor().storage;
    const std::unique_ptr<Inspection> inspection = storage ? storage->inspection(elements->tensor()) : nullptr;
    ChunkObserver observer;
    if (digest || inspection) {
        observer = [&](std::uint64_t first, std::span<const std::byte> bytes) {
            if (digests)
                digests->add(first, bytes);
            if (inspection)
                inspection->look(first, bytes.size() * 8 / bitsPerElement(elements->dtype()));
        };
    }
    auto summary = summarize(*elements, {.bins = 0, .distribution = true, .checksFile = false}, work, observer);
    Result<> digested;
    if (!hasReadableValues(elements->dtype()) && !digest)
        work.advance(valueBytes(elements->tensor())); // nothing was read
    if (summary && digest && !hasReadableValues(elements->dtype()))
        digested = digestAlone(*elements, *digests, work);
    else if (summary && digest)
        digested = digests->addNulls(*elements, work);
    if (summary && digest && digested)
        digested = addParts(*checkpoint, tensor, *digests, work);
    if (!summary || !digested) {
        look.health = fail(summary ? digested.error() : summary.error());
        return look;
    }
    if (inspection) {
        auto findings = inspection->finish();
        if (!findings) {
            look.health = fail(std::move(findings.error()));
            return look;
        }
        look.health->findings = std::move(*findings);
    }
    if (digest)
        look.digest = digests->total();
    takeSummary(*look.health, std::move(*summary));
    return look;
}

/// Discards results from files that changed in the meantime. Checks once for several tensors, since asking the system
/// takes as long as scanning a small one.
void checkFiles(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, std::span<TensorLook> looked)
{
    std::optional<std::uint32_t> checked; // neighbors are usually in the same file
    Result<> unchanged;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (!looked[i].health)
            continue;
        const std::uint32_t file = checkpoint.tensors[tensors[i]].file;
        if (checked != file)
            unchanged = checkpoint.files[file].source->checkUnchanged();
        checked = file;
        if (!unchanged)
            looked[i].health = fail(unchanged.error());
    }
}

} // namespace

KnownFindings::KnownFindings(const Findings& findings)
    : m_findings(findings)
{
    for (const Finding& finding : m_findings.list()) {
        if (finding.aboutTensor)
            m_places.insert(placeOf(finding));
    }
}

bool KnownFindings::has(const Finding& finding) const
{
    return m_findings.suppressed(finding.code) > 0 || m_places.contains(placeOf(finding));
}

KnownFindings::Place KnownFindings::placeOf(const Finding& finding)
{
    return {finding.code, finding.tensor, finding.file, finding.offset};
}

Findings notFoundByScan(const Findings& ofScales, const Findings& ofScan)
{
    const KnownFindings known(ofScan);
    Findings others;
    for (const Finding& finding : ofScales.list()) {
        if (finding.code != "scales-unread" && !known.has(finding))
            others.add(finding);
    }
    return others;
}

Findings quantizationFindings(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, const Findings& found)
{
    if (!checkpoint.quantized)
        return found;
    Findings findings;
    std::unordered_set<std::string_view, NameHash> names;
    for (const std::uint32_t tensor : tensors)
        names.insert(checkpoint.tensors[tensor].name);
    // Scales without codes belong to a weight that does not exist.
    const bool areAll = names.size() > 1 && tensors.size() == checkpoint.tensors.size();
    for (const Finding& finding : checkpoint.findings.list()) {
        const bool isAbout = names.contains(finding.tensor) || (areAll && finding.code == "orphan-companion");
        if (finding.aboutTensor && finding.severity != Severity::Note && isAbout)
            findings.add(finding);
    }
    findings.append(found);
    return findings;
}

bool isConstant(const Summary& summary)
{
    if (summary.elements == 0 || summary.firstNonfinite)
        return false;
    if (!summary.parts.empty())
        return std::all_of(summary.parts.begin(), summary.parts.end(), isConstant);
    return summary.minimum && summary.minimum->toDouble() == summary.maximum->toDouble()
        && summary.minimum->asSigned == summary.maximum->asSigned
        && summary.minimum->asUnsigned == summary.maximum->asUnsigned;
}

std::optional<double> farthestSigmas(const Summary& summary)
{
    std::optional<double> farthest;
    for (const Summary& part : summary.parts)
        farthest = std::max(farthest, farthestSigmas(part));
    for (const auto& extreme : {summary.minimum, summary.maximum}) {
        if (extreme)
            farthest = std::max(farthest, sigmasOf(summary, extreme->toDouble()));
    }
    return farthest;
}

DuplicateSearch::DuplicateSearch(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors)
    : m_checkpoint(checkpoint)
{
    for (const std::uint32_t tensor : tensors)
        ++m_alike[kind(tensor)];
}

DuplicateSearch::Kind DuplicateSearch::kind(std::uint32_t tensor) const
{
    return {m_checkpoint.dtypeName(tensor), valueBytes(m_checkpoint.tensors[tensor])};
}

bool DuplicateSearch::needsDigest(std::uint32_t tensor) const
{
    return kind(tensor).second > 0 && m_alike.at(kind(tensor)) > 1;
}

void DuplicateSearch::compare(std::uint32_t tensor, TensorLook& look)
{
    if (!look.health || !needsDigest(tensor))
        return;
    const auto [first, isNew] = m_first.emplace(std::pair(kind(tensor), look.digest), tensor);
    if (!isNew)
        look.health->duplicateOf = first->second;
}

Result<> lookAtTensors(const std::shared_ptr<const Checkpoint>& checkpoint, std::span<const std::uint32_t> tensors,
    const DuplicateSearch& duplicates, const Work& work, const LookSink& sink)
{
    const Work known{.stop = work.stop, .progress = work.progress, .totalKnown = true};
    const auto expected = expectTensors(*checkpoint, tensors, {.purpose = Reading::Purpose::Scan, .isRepeated = true});
    const auto bytesOf = [&](std::uint32_t tensor) { return valueBytes(checkpoint->tensors[tensor]); };
    std::uint64_t bytes = 0;
    for (const std::uint32_t tensor : tensors)
        bytes = saturatingAdd(bytes, bytesOf(tensor));
    work.expect(bytes);
    return lookInBatches<TensorLook>(
        tensors.size(), known, [&](std::size_t i) { return bytesOf(tensors[i]); },
        [&](std::size_t first, std::span<TensorLook> looked) {
            const auto batch = tensors.subspan(first, looked.size());
            for (std::size_t i = 0; i < batch.size(); ++i)
                looked[i] = lookAt(checkpoint, batch[i], duplicates.needsDigest(batch[i]), known);
            checkFiles(*checkpoint, batch, looked);
        },
        [&](std::size_t i, TensorLook& look) { sink(tensors[i], look); });
}

Result<RangeLook> lookAtRange(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor,
    SpanRange range, const DuplicateSearch& duplicates, const Work& work)
{
    const auto elements = openWhole(checkpoint, tensor, work);
    if (!elements)
        return fail(elements.error());
    std::optional<ChunkDigests> digests;
    ChunkObserver observer;
    if (duplicates.needsDigest(tensor)) {
        digests.emplace(*elements);
        observer = [&](std::uint64_t first, std::span<const std::byte> bytes) { digests->add(first, bytes); };
    }
    auto summary = summarizeRange(*elements, range, work, observer);
    if (!summary)
        return fail(std::move(summary.error()));
    if (auto unchanged = elements->source().checkUnchanged(); !unchanged)
        return fail(std::move(unchanged.error()));
    return RangeLook{
        .summary = std::move(*summary), .digests = digests ? digests->ofSpans(range) : std::vector<Fingerprint>()};
}

std::optional<TensorLook> joinedLook(
    const Checkpoint& checkpoint, std::uint32_t tensor, std::span<const RangeLook> ranges, bool hasDigests)
{
    const Tensor& joined = checkpoint.tensors[tensor];
    std::vector<std::string> summaries;
    std::vector<Fingerprint> digests;
    for (const RangeLook& range : ranges) {
        summaries.push_back(range.summary);
        digests.insert(digests.end(), range.digests.begin(), range.digests.end());
    }
    auto summary = joinedSummary(joined.dtype, joined.elements(), summaries, {.bins = 0});
    if (!summary || digests.size() != (hasDigests ? separateSpans(checkpoint, tensor) : 0))
        return std::nullopt;
    TensorLook look;
    takeSummary(*look.health, std::move(*summary));
    if (hasDigests)
        look.digest = ChunkDigests::joined(digests);
    return look;
}

Result<Health> scanHealth(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, const Work& work)
{
    TensorLook look = lookAt(checkpoint, tensor, false, work);
    checkFiles(*checkpoint, {&tensor, 1}, {&look, 1});
    return std::move(look.health);
}

Result<> scanHealth(const std::shared_ptr<const Checkpoint>& checkpoint, std::span<const std::uint32_t> tensors,
    const Work& work, const HealthSink& sink)
{
    DuplicateSearch duplicates(*checkpoint, tensors);
    return lookAtTensors(checkpoint, tensors, duplicates, work, [&](std::uint32_t tensor, TensorLook& look) {
        duplicates.compare(tensor, look);
        sink(tensor, look.health);
    });
}

} // namespace loupe
