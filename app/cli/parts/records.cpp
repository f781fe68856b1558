#include "app/cli/parts/records.h"

#include <algorithm>
#include <cmath>
#include <concepts>

namespace loupe {

namespace {

template <typename Object, typename Type>
concept Is = std::same_as<std::remove_const_t<Object>, Type>;

/// A value of an enumeration. The third argument is its last enumerator, with which the reader rejects invalid values.
template <typename Choice>
void exchangeChoice(RecordWriter& record, const Choice& value, Choice)
{
    record(value);
}
template <typename Choice>
void exchangeChoice(RecordReader& record, Choice& value, Choice last)
{
    record.choice(value, last);
}

} // namespace

// Each function lists all fields of a type once, for reading and writing.

template <typename Record, Is<Error> Object>
void fields(Record& record, Object& error)
{
    exchangeChoice(record, error.code, ErrorCode::Stopped);
    record(error.message, error.path, error.offset);
}

template <typename Record, Is<Scalar> Object>
void fields(Record& record, Object& scalar)
{
    exchangeChoice(record, scalar.kind, Scalar::Kind::Complex);
    record(scalar.asSigned, scalar.asUnsigned, scalar.real, scalar.imaginary, scalar.singlePrecision);
}

template <typename Record, Is<Quantile> Object>
void fields(Record& record, Object& quantile)
{
    record(quantile.fraction, quantile.value);
}

template <typename Record, Is<Histogram> Object>
void fields(Record& record, Object& histogram)
{
    record(histogram.edges, histogram.counts, histogram.below, histogram.above);
}

/// All fields except the parts, which are not nested, and the distribution, which no text shows.
template <typename Record, typename Object>
void ownFields(Record& record, Object& summary)
{
    exchangeChoice(record, summary.dtype, DType::Opaque);
    record(summary.elements, summary.null, summary.nan, summary.positiveInf, summary.negativeInf, summary.zero,
        summary.negative, summary.subnormal, summary.firstNaN, summary.firstInfinite, summary.firstNonfinite,
        summary.minimum, summary.maximum, summary.firstMinimum, summary.firstMaximum, summary.mean,
        summary.standardDeviation, summary.histogram, summary.quantiles, summary.note);
}

template <Is<Summary> Object>
void fields(RecordWriter& record, Object& summary)
{
    ownFields(record, summary);
    record(!summary.parts.empty());
    for (const Summary& part : summary.parts)
        ownFields(record, part);
}

template <Is<Summary> Object>
void fields(RecordReader& record, Object& summary)
{
    ownFields(record, summary);
    bool hasParts = false;
    record(hasParts);
    summary.parts.resize(hasParts ? 2 : 0);
    for (Summary& part : summary.parts)
        ownFields(record, part);
}

template <typename Record, Is<AffectedTensor> Object>
void fields(Record& record, Object& tensor)
{
    record(tensor.name, tensor.bytes, tensor.missing, tensor.offset);
}

template <typename Record, Is<Finding> Object>
void fields(Record& record, Object& finding)
{
    exchangeChoice(record, finding.severity, Severity::Error);
    record(finding.code, finding.message, finding.refusedAs, finding.file, finding.offset, finding.tensor,
        finding.aboutTensor, finding.affected, finding.affectedCount);
}

template <typename Record, Is<Health> Object>
void fields(Record& record, Object& health)
{
    record(health.summary, health.constant, health.largestMagnitude, health.sigmas, health.findings);
}

template <typename Record, Is<Fingerprint> Object>
void fields(Record& record, Object& digest)
{
    record(digest.high, digest.low);
}

template <typename Record, Is<RangeLook> Object>
void fields(Record& record, Object& look)
{
    record(look.summary, look.digests);
}

template <typename Record, Is<Delta> Object>
void fields(Record& record, Object& delta)
{
    record(delta.elements, delta.identical, delta.differing, delta.differingBits, delta.firstDifference,
        delta.beyondTolerance, delta.nonfiniteOnlyA, delta.nonfiniteOnlyB, delta.nullOnlyA, delta.nullOnlyB,
        delta.maximum, delta.mean, delta.rms, delta.relativeL2, delta.cosine, delta.signalToNoise, delta.maximumUlp,
        delta.signal, delta.noise, delta.note);
}

template <typename Record, Is<PairOutcome> Object>
void fields(Record& record, Object& outcome)
{
    record(outcome.delta, outcome.error);
}

namespace {

template <typename Value>
void writeResult(RecordWriter& record, const Result<Value>& result)
{
    record(result.has_value());
    if (result)
        record(*result);
    else
        record(result.error());
}

template <typename Value>
Result<Value> readResult(RecordReader& record)
{
    bool isValue = false;
    record(isValue);
    if (isValue) {
        Value value{};
        record(value);
        return value;
    }
    Error error;
    record(error);
    return fail(std::move(error));
}

/// The ranges of a unit, or the first read error. Empty if the records are invalid.
template <typename Range>
std::optional<Result<std::vector<Range>>> readRanges(std::span<const std::string_view> texts, KeptTexts& kept)
{
    std::vector<Range> ranges;
    std::optional<Error> error;
    for (const std::string_view text : texts) {
        RecordReader record(text, kept);
        auto range = readResult<Range>(record);
        if (!record.finish())
            return std::nullopt;
        if (range)
            ranges.push_back(std::move(*range));
        else if (!error)
            error = std::move(range.error());
    }
    if (error)
        return fail(std::move(*error));
    return ranges;
}

bool isIndex(const std::optional<std::uint64_t>& index, std::uint64_t elements)
{
    return !index || *index < elements;
}

bool isSoundPart(const Summary& summary, std::uint64_t elements, std::size_t quantiles)
{
    const std::uint64_t nonfinite =
        summary.nan.value_or(0) | summary.positiveInf.value_or(0) | summary.negativeInf.value_or(0);
    const auto& histogram = summary.histogram;
    return summary.elements == elements && (nonfinite == 0 || summary.firstNonfinite)
        && isIndex(summary.firstNaN, elements) && isIndex(summary.firstInfinite, elements)
        && isIndex(summary.firstNonfinite, elements) && isIndex(summary.firstMinimum, elements)
        && isIndex(summary.firstMaximum, elements) && summary.minimum.has_value() == summary.maximum.has_value()
        && (!summary.minimum || summary.minimum->kind == summary.maximum->kind)
        && (summary.quantiles.empty() || summary.quantiles.size() == quantiles)
        && (!histogram || (!histogram->counts.empty() && histogram->edges.size() == histogram->counts.size() + 1));
}

bool isSound(const Summary& summary, std::uint64_t elements, std::size_t quantiles)
{
    return isSoundPart(summary, elements, quantiles) && std::ranges::all_of(summary.parts, [&](const Summary& part) {
        return isSoundPart(part, elements, quantiles);
    });
}

bool isSound(const Health& health, std::uint64_t elements, std::size_t files)
{
    constexpr double mostSigmas = 1e18; // printed as a whole number
    return isSound(health.summary, elements, 0)
        && (!health.sigmas || (*health.sigmas >= 0 && *health.sigmas < mostSigmas))
        && std::ranges::all_of(health.findings,
            [&](const Finding& finding) { return finding.file < files || finding.file == Finding::noFile; });
}

bool isHex(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

} // namespace

std::string recordOf(const Result<Summary>& summary)
{
    RecordWriter record;
    writeResult(record, summary);
    return record.take();
}

std::string recordOf(const TensorLook& look)
{
    RecordWriter record;
    writeResult(record, look.health);
    record(look.digest);
    return record.take();
}

std::string recordOf(const Result<RangeLook>& look)
{
    RecordWriter record;
    writeResult(record, look);
    return record.take();
}

std::string recordOf(const PairOutcome& outcome)
{
    RecordWriter record;
    record(outcome);
    return record.take();
}

std::string recordOf(const Result<std::string>& digestOrRange)
{
    RecordWriter record;
    writeResult(record, digestOrRange);
    return record.take();
}

std::optional<Result<Summary>> summaryOf(
    std::string_view text, std::uint64_t elements, std::size_t quantiles, KeptTexts& texts)
{
    RecordReader record(text, texts);
    auto summary = readResult<Summary>(record);
    if (!record.finish() || (summary && !isSound(*summary, elements, quantiles)))
        return std::nullopt;
    return summary;
}

std::optional<TensorLook> lookOf(std::string_view text, std::uint64_t elements, std::size_t files, KeptTexts& texts)
{
    RecordReader record(text, texts);
    TensorLook look{.health = readResult<Health>(record), .digest = {}};
    record(look.digest);
    if (!record.finish() || (look.health && !isSound(*look.health, elements, files)))
        return std::nullopt;
    return look;
}

std::optional<TensorLook> lookOfRanges(std::span<const std::string_view> records, const Checkpoint& checkpoint,
    std::uint32_t tensor, bool hasDigest, KeptTexts& texts)
{
    auto ranges = readRanges<RangeLook>(records, texts);
    if (!ranges)
        return std::nullopt;
    if (!*ranges)
        return TensorLook{.health = fail(std::move(ranges->error())), .digest = {}};
    auto look = joinedLook(checkpoint, tensor, **ranges, hasDigest);
    const std::uint64_t elements = checkpoint.tensors[tensor].elements();
    if (look && !isSound(*look->health, elements, checkpoint.files.size()))
        return std::nullopt;
    return look;
}

std::optional<Result<Summary>> summaryOfRanges(
    std::span<const std::string_view> records, const Tensor& tensor, const SummaryOptions& options, KeptTexts& texts)
{
    auto ranges = readRanges<std::string>(records, texts);
    if (!ranges)
        return std::nullopt;
    if (!*ranges)
        return fail(std::move(ranges->error()));
    auto summary = joinedSummary(tensor.dtype, tensor.elements(), **ranges, options);
    if (!summary || !isSound(*summary, tensor.elements(), options.quantiles.size()))
        return std::nullopt;
    return std::move(*summary);
}

std::optional<PairOutcome> outcomeOfRanges(std::span<const std::string_view> records, const Tensor& a, const Tensor& b,
    const std::optional<Tolerance>& tolerance, KeptTexts& texts)
{
    auto ranges = readRanges<std::string>(records, texts);
    if (!ranges)
        return std::nullopt;
    if (!*ranges)
        return PairOutcome{.error = std::move(ranges->error())};
    auto delta = joinedDelta(a.elements(), a.dtype, b.dtype, **ranges, tolerance);
    if (!delta || !isIndex(delta->firstDifference, a.elements()))
        return std::nullopt;
    return PairOutcome{.delta = delta};
}

std::optional<PairOutcome> outcomeOf(std::string_view text, std::optional<std::uint64_t> elements, KeptTexts& texts)
{
    RecordReader record(text, texts);
    PairOutcome outcome;
    record(outcome);
    const auto& delta = outcome.delta;
    if (!record.finish() || (delta && !(elements == delta->elements && isIndex(delta->firstDifference, *elements))))
        return std::nullopt;
    return outcome;
}

std::optional<Result<std::string>> digestOf(std::string_view text, KeptTexts& texts)
{
    RecordReader record(text, texts);
    auto digest = readResult<std::string>(record);
    if (!record.finish() || (digest && !isHex(*digest)))
        return std::nullopt;
    return digest;
}

} // namespace loupe
