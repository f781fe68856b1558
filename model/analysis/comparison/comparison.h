#pragma once

#include "analysis/comparison/delta.h"
#include "analysis/comparison/pairing.h"
#include "analysis/comparison/precision_cost.h"

#include <functional>
#include <memory>

namespace loupe {

enum class PairStatus : std::uint8_t { Identical, Changed, OnlyA, OnlyB, ShapeChanged, NotCompared };

/// As scripts see it, for example "only_a".
std::string_view pairStatusName(PairStatus status);

/// The result of comparing the values of a pair.
struct PairOutcome {
    std::optional<Delta> delta = {}; ///< absent where values were not compared
    std::optional<Error> error = {}; ///< why they could not be read, or why one side has no such tensor to read
};

/// Pairs of different dtypes are identical where their values are.
PairStatus statusOf(const TensorPair& pair, const PairOutcome& outcome);

struct ComparisonOptions {
    std::optional<Tolerance> tolerance = {};
    bool structureOnly = false; ///< look at no values
};

/// Called in the order of the pairs, never twice at the same time, on any thread.
using PairSink = std::function<void(const TensorPair& pair, const PairOutcome& outcome)>;

/// Compares the values of each pair that has the same shape on both sides. A pair that cannot be read, or is in a file
/// that was not, does not keep the others from being compared: its outcome has the error. Progress in bytes of both
/// sides. Fails with Stopped or OutOfMemory.
Result<> comparePairs(const std::shared_ptr<const Checkpoint>& a, const std::shared_ptr<const Checkpoint>& b,
    std::span<const TensorPair> pairs, const ComparisonOptions& options, const Work& work, const PairSink& sink);

/// Into how many Spans the values of a pair can be divided that are compared on several machines: 1 where they are
/// compared as a whole (separateSpans()), or not at all. Follows from the headers alone.
std::uint64_t separateSpans(
    const Checkpoint& a, const Checkpoint& b, const TensorPair& pair, const ComparisonOptions& options);
/// The partial result of comparePairs() for a range of these: compareRange(). Fails where one side cannot be read.
Result<std::string> comparePairRange(const std::shared_ptr<const Checkpoint>& a,
    const std::shared_ptr<const Checkpoint>& b, const TensorPair& pair, SpanRange range,
    const ComparisonOptions& options, const Work& work);

/// How many bytes comparePairs() will look at.
std::uint64_t bytesToCompare(
    const Checkpoint& a, const Checkpoint& b, std::span<const TensorPair> pairs, const ComparisonOptions& options);

/// How many pairs became what.
struct ComparisonCounts {
    std::uint64_t identical = 0;
    std::uint64_t changed = 0;
    std::uint64_t onlyA = 0;
    std::uint64_t onlyB = 0;
    std::uint64_t shapeChanged = 0;
    std::uint64_t notCompared = 0;
    std::uint64_t dtypeChanged = 0; ///< these are counted above too
    std::uint64_t renamed = 0; ///< so are these: other names, whatever paired them
    std::uint64_t moved = 0; ///< and these
    std::uint64_t within = 0; ///< where a tolerance was given: pairs whose elements all are within it
    std::uint64_t beyond = 0; ///< pairs of which some are not
    std::uint64_t unequal = 0; ///< pairs that keep the checkpoints from being the same
    std::uint64_t unread = 0; ///< of these, pairs that could not be read: nothing is known to differ in them
    PrecisionCost cost = {}; ///< of the pairs whose values were compared

    /// A pair is known to keep the checkpoints from being the same.
    bool differ() const { return unequal > unread; }
    std::uint64_t count(PairStatus status) const;
    /// Without a tolerance, equal tensors have the same dtype and bytes; with one, values within it. Either way a name
    /// may differ as a rule or a person says, not as a guess does.
    void add(const Checkpoint& a, const Checkpoint& b, const TensorPair& pair, const PairOutcome& outcome,
        const ComparisonOptions& options);
};

} // namespace loupe
