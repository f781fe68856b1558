#include "analysis/comparison/comparison.h"

#include "analysis/digests/undecoded_weight.h"
#include "analysis/digests/whole_reading.h"
#include "analysis/parallel/batches.h"
#include "core/checked_math.h"
#include "core/text/quote.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

constexpr std::array<std::string_view, 6> statusNames{
    "identical", "changed", "only_a", "only_b", "shape_changed", "not_compared"};

bool comparesValues(const TensorPair& pair, const ComparisonOptions& options)
{
    return pair.both() && !pair.shapeChanged && !options.structureOnly;
}

/// The error for a pair if one weight is not decoded and the other has a different type.
Error unknownValues(const Checkpoint& a, const Checkpoint& b, const TensorPair& pair)
{
    const bool isInA = undecodedGroup(a, pair.a) != nullptr;
    const Checkpoint& checkpoint = isInA ? a : b;
    const std::uint32_t index = isInA ? pair.a : pair.b;
    const Tensor& tensor = checkpoint.tensors[index];
    return {ErrorCode::Unsupported,
        "tensor " + quote(tensor.name) + " is quantized (" + std::string(checkpoint.dtypeName(index))
            + ") and not decoded: its values are unknown and cannot be compared",
        checkpoint.files[tensor.file].path.string(), {}};
}

/// Whether two weights with undecodedGroup() have the same parts apart from their codes: names, dtypes, shapes and
/// bytes. Reports no progress.
Result<bool> haveSameParts(
    const Checkpoint& a, std::uint32_t tensorA, const Checkpoint& b, std::uint32_t tensorB, const Work& work)
{
    const std::vector<UndecodedPart> partsA = undecodedParts(a, tensorA);
    const std::vector<UndecodedPart> partsB = undecodedParts(b, tensorB);
    const auto isAlike = [&](const UndecodedPart& one, const UndecodedPart& other) {
        const Tensor& storedA = a.quantized->stored->tensors[one.tensor];
        const Tensor& storedB = b.quantized->stored->tensors[other.tensor];
        return one.name == other.name && std::ranges::equal(storedA.shape, storedB.shape)
            && a.quantized->stored->dtypeName(one.tensor) == b.quantized->stored->dtypeName(other.tensor);
    };
    if (!std::ranges::equal(partsA, partsB, isAlike))
        return false;
    const Work silent{.stop = work.stop};
    for (std::size_t i = 0; i < partsA.size(); ++i) {
        const auto elementsA = openWhole(a.quantized->stored, partsA[i].tensor, silent);
        if (!elementsA)
            return fail(elementsA.error());
        const auto elementsB = openWhole(b.quantized->stored, partsB[i].tensor, silent);
        if (!elementsB)
            return fail(elementsB.error());
        auto same = areIdentical(*elementsA, *elementsB, silent);
        if (!same || !*same)
            return same;
    }
    return true;
}

PairOutcome lookAt(const std::shared_ptr<const Checkpoint>& a, const std::shared_ptr<const Checkpoint>& b,
    const TensorPair& pair, const DeltaOptions& options, const Work& work)
{
    const bool isUndecoded = undecodedGroup(*a, pair.a) || undecodedGroup(*b, pair.b);
    if (isUndecoded && pair.dtypeChanged) {
        work.advance(saturatingAdd(valueBytes(a->tensors[pair.a]), valueBytes(b->tensors[pair.b])));
        return {.error = unknownValues(*a, *b, pair)};
    }
    const auto elementsA = openWhole(a, pair.a, work);
    if (!elementsA)
        return {.error = elementsA.error()};
    const auto elementsB = openWhole(b, pair.b, work);
    if (!elementsB)
        return {.error = elementsB.error()};
    auto delta = compareValues(*elementsA, *elementsB, options, work);
    if (!delta)
        return {.error = std::move(delta.error())};
    if (!isUndecoded)
        return {.delta = *delta};
    if (delta->identical) {
        const auto same = haveSameParts(*a, pair.a, *b, pair.b, work);
        if (!same)
            return {.error = same.error()};
        delta->identical = *same;
    }
    delta->note = delta->identical ? "quantized and not decoded: the values are unknown, all stored parts are the same"
                                   : "quantized and not decoded: the values are unknown, the stored parts differ";
    return {.delta = *delta};
}

/// Names the file and the reason why a tensor was not found there.
Error unreadError(const Checkpoint& a, const Checkpoint& b, const TensorPair& pair)
{
    const CheckpointFile& file = (pair.a == TensorPair::none ? a : b).files[pair.unreadFile];
    return {file.source ? ErrorCode::Malformed : ErrorCode::NotFound,
        file.source ? "the index puts the tensor into this shard, which does not have it"
                    : "the index puts the tensor into this shard, which could not be opened",
        file.path.string(), {}};
}

/// Whether a pair that is on both sides does not make the checkpoints differ.
bool isEqual(const TensorPair& pair, const PairOutcome& outcome, const ComparisonOptions& options)
{
    if (pair.shapeChanged || pair.by == PairedBy::Digest || pair.by == PairedBy::Place)
        return false;
    if (options.structureOnly)
        return !pair.dtypeChanged;
    if (!outcome.delta)
        return false;
    if (options.tolerance && outcome.delta->beyondTolerance)
        return *outcome.delta->beyondTolerance == 0;
    return outcome.delta->identical && !pair.dtypeChanged;
}

/// Announces to remote sources what will be compared. Reads ahead only if the pairs are in file order on both sides;
/// otherwise, data on one side would be evicted before it is read.
std::array<std::vector<std::shared_ptr<void>>, 2> expectPairs(
    const Checkpoint& a, const Checkpoint& b, std::span<const TensorPair> pairs, const ComparisonOptions& options)
{
    std::vector<std::uint32_t> ofA;
    std::vector<std::uint32_t> ofB;
    for (const TensorPair& pair : pairs) {
        if (comparesValues(pair, options)) {
            ofA.push_back(pair.a);
            ofB.push_back(pair.b);
        }
    }
    const std::uint64_t bytes = saturatingAdd(remoteBytes(a, ofA), remoteBytes(b, ofB));
    if (bytes == 0)
        return {};
    const Reading reading{.purpose = Reading::Purpose::Scan,
        .isInOrder = lieInOrder(a, ofA) && lieInOrder(b, ofB),
        .isRepeated = true, // differing tensors are read twice
        .altogether = bytes};
    return {expectTensors(a, ofA, reading), expectTensors(b, ofB, reading)};
}

} // namespace

std::string_view pairStatusName(PairStatus status)
{
    return statusNames[static_cast<std::size_t>(status)];
}

PairStatus statusOf(const TensorPair& pair, const PairOutcome& outcome)
{
    if (pair.isUnread())
        return PairStatus::NotCompared;
    if (!pair.both())
        return pair.b == TensorPair::none ? PairStatus::OnlyA : PairStatus::OnlyB;
    if (pair.shapeChanged)
        return PairStatus::ShapeChanged;
    if (!outcome.delta)
        return pair.dtypeChanged && !outcome.error ? PairStatus::Changed : PairStatus::NotCompared;
    const bool sameValues = pair.dtypeChanged ? outcome.delta->differing == 0U : outcome.delta->identical;
    return sameValues ? PairStatus::Identical : PairStatus::Changed;
}

std::uint64_t separateSpans(
    const Checkpoint& a, const Checkpoint& b, const TensorPair& pair, const ComparisonOptions& options)
{
    if (!comparesValues(pair, options) || separateSpans(a, pair.a) == 1 || separateSpans(b, pair.b) == 1)
        return 1;
    return deltaSpans(a.tensors[pair.a].elements(), a.tensors[pair.a].dtype, b.tensors[pair.b].dtype);
}

Result<std::string> comparePairRange(const std::shared_ptr<const Checkpoint>& a,
    const std::shared_ptr<const Checkpoint>& b, const TensorPair& pair, SpanRange range,
    const ComparisonOptions& options, const Work& work)
{
    const auto elementsA = openWhole(a, pair.a, work);
    if (!elementsA)
        return fail(elementsA.error());
    const auto elementsB = openWhole(b, pair.b, work);
    if (!elementsB)
        return fail(elementsB.error());
    return compareRange(*elementsA, *elementsB, range, options.tolerance, work);
}

std::uint64_t bytesToCompare(
    const Checkpoint& a, const Checkpoint& b, std::span<const TensorPair> pairs, const ComparisonOptions& options)
{
    std::uint64_t bytes = 0;
    for (const TensorPair& pair : pairs) {
        if (comparesValues(pair, options)) {
            bytes = saturatingAdd(bytes, valueBytes(a.tensors[pair.a]));
            bytes = saturatingAdd(bytes, valueBytes(b.tensors[pair.b]));
        }
    }
    return bytes;
}

Result<> comparePairs(const std::shared_ptr<const Checkpoint>& a, const std::shared_ptr<const Checkpoint>& b,
    std::span<const TensorPair> pairs, const ComparisonOptions& options, const Work& work, const PairSink& sink)
{
    work.expect(bytesToCompare(*a, *b, pairs, options));
    const auto expected = expectPairs(*a, *b, pairs, options);
    const DeltaOptions how{.tolerance = options.tolerance, .announced = true};
    const auto outcomeOf = [&](const TensorPair& pair) {
        if (pair.isUnread())
            return PairOutcome{.error = unreadError(*a, *b, pair)};
        return comparesValues(pair, options) ? lookAt(a, b, pair, how, work) : PairOutcome{};
    };
    return lookInBatches<PairOutcome>(
        pairs.size(), work,
        [&](std::size_t i) -> std::uint64_t {
            return comparesValues(pairs[i], options) ? valueBytes(a->tensors[pairs[i].a]) : 0;
        },
        [&](std::size_t first, std::span<PairOutcome> looked) {
            std::ranges::transform(pairs.subspan(first, looked.size()), looked.begin(), outcomeOf);
        },
        [&](std::size_t i, const PairOutcome& outcome) { sink(pairs[i], outcome); });
}

std::uint64_t ComparisonCounts::count(PairStatus status) const
{
    const std::array<std::uint64_t, 6> counts{identical, changed, onlyA, onlyB, shapeChanged, notCompared};
    return counts[static_cast<std::size_t>(status)];
}

void ComparisonCounts::add(const Checkpoint& a, const Checkpoint& b, const TensorPair& pair, const PairOutcome& outcome,
    const ComparisonOptions& options)
{
    const std::array<std::uint64_t*, 6> counts{&identical, &changed, &onlyA, &onlyB, &shapeChanged, &notCompared};
    const PairStatus status = statusOf(pair, outcome);
    ++*counts[static_cast<std::size_t>(status)];
    unread += status == PairStatus::NotCompared && outcome.error;
    dtypeChanged += pair.dtypeChanged;
    moved += pair.moved;
    if (outcome.delta && outcome.delta->beyondTolerance)
        ++(*outcome.delta->beyondTolerance == 0 ? within : beyond);
    if (outcome.delta)
        cost.add(PrecisionCost(a.tensors[pair.a], b.tensors[pair.b], *outcome.delta));
    renamed += pair.both() && a.tensors[pair.a].name != b.tensors[pair.b].name;
    unequal += !pair.both() || !isEqual(pair, outcome, options);
}

} // namespace loupe
