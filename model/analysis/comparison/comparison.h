#pragma once

#include "analysis/comparison/delta.h"
#include "analysis/comparison/pairing.h"
#include "analysis/comparison/precision_cost.h"

#include <functional>
#include <memory>

namespace loupe {

enum class PairStatus : std::uint8_t { Identical, Changed, OnlyA, OnlyB, ShapeChanged, NotCompared };

/// The name for scripts, such as "only_a".
std::string_view pairStatusName(PairStatus status);

/// The result of comparing the values of a pair.
struct PairOutcome {
    std::optional<Delta> delta = {}; ///< absent if values were not compared
    std::optional<Error> error = {}; ///< why they could not be read, or why a tensor is missing on one side
};

/// Pairs with different dtypes are identical if their values are.
PairStatus statusOf(const TensorPair& pair, const PairOutcome& outcome);

struct ComparisonOptions {
    std::optional<Tolerance> tolerance = {};
    bool structureOnly = false; ///< do not compare values
};

/// Called in pair order, on any thread, but never concurrently.
using PairSink = std::function<void(const TensorPair& pair, const PairOutcome& outcome)>;

/// Compares the values of each pair with equal shapes. If a pair cannot be read, or is in a file that could not be
/// opened, its outcome has the error and the other pairs are still compared. Progress is in bytes of both sides. Fails
/// with Stopped or OutOfMemory.
Result<> comparePairs(const std::shared_ptr<const Checkpoint>& a, const std::shared_ptr<const Checkpoint>& b,
    std::span<const TensorPair> pairs, const ComparisonOptions& options, const Work& work, const PairSink& sink);

/// The number of Spans into which a pair can be split to compare its values on several machines. It is 1 if the pair
/// must be compared as a whole (separateSpans()) or not at all. Depends only on the headers.
std::uint64_t separateSpans(
    const Checkpoint& a, const Checkpoint& b, const TensorPair& pair, const ComparisonOptions& options);
/// The partial result of comparePairs() for a range of Spans: compareRange(). Fails if one side cannot be read.
Result<std::string> comparePairRange(const std::shared_ptr<const Checkpoint>& a,
    const std::shared_ptr<const Checkpoint>& b, const TensorPair& pair, SpanRange range,
    const ComparisonOptions& options, const Work& work);

/// The number of bytes that comparePairs() will read.
std::uint64_t bytesToCompare(
    const Checkpoint& a, const Checkpoint& b, std::span<const TensorPair> pairs, const ComparisonOptions& options);

/// Statistics of a comparison, in pairs.
struct ComparisonCounts {
    std::uint64_t identical = 0;
    std::uint64_t changed = 0;
    std::uint64_t onlyA = 0;
    std::uint64_t onlyB = 0;
    std::uint64_t shapeChanged = 0;
    std::uint64_t notCompared = 0;
    std::uint64_t dtypeChanged = 0; ///< also counted above
    std::uint64_t renamed = 0; ///< also counted above: names differ, whatever paired them
    std::uint64_t moved = 0; ///< also counted above
    std::uint64_t within = 0; ///< with a tolerance: pairs whose elements are all within it
    std::uint64_t beyond = 0; ///< with a tolerance: pairs with elements beyond it
    std::uint64_t unequal = 0; ///< pairs that make the checkpoints differ
    std::uint64_t unread = 0; ///< pairs in `unequal` that could not be read, so are not known to differ
    PrecisionCost cost = {}; ///< over the pairs whose values were compared

    /// True if any pair is known to make the checkpoints differ.
    bool differ() const { return unequal > unread; }
    std::uint64_t count(PairStatus status) const;
    /// Adds a pair. Without a tolerance, equal tensors have the same dtype and bytes; with one, their values are within
    /// it. In both cases, names may differ if a rule or the user paired them, but not if they were paired by a guess.
    void add(const Checkpoint& a, const Checkpoint& b, const TensorPair& pair, const PairOutcome& outcome,
        const ComparisonOptions& options);
};

} // namespace loupe
