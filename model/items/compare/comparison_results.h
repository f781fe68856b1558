#pragma once

#include "analysis/comparison/change_scale.h"
#include "analysis/comparison/common_place.h"
#include "analysis/filter/filter.h"
#include "core/growing_table.h"
#include "items/compare/paired_checkpoints.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace loupe {

/// What comparing the values of two checkpoints has found so far: always of the first pairs, so that it may be asked on
/// any thread while a job adds to it. Groups are summed up by the job.
class ComparisonResults {
public:
    explicit ComparisonResults(PairedCheckpointsPtr paired);

    const PairedCheckpointsPtr& paired() const { return m_paired; }

    /// The next pair, in the order of the pairs; by the job's thread.
    void add(const TensorPair& pair, PairOutcome outcome);
    /// Nothing is taken any more: the comparison was stopped.
    void close();

    /// How many pairs, the first ones, were looked at.
    std::uint32_t lookedAt() const { return m_outcomes.size(); }
    bool isComplete() const { return m_outcomes.isFull(); }

    /// Nothing while the pair waits.
    const PairOutcome* find(std::uint32_t pair) const { return m_outcomes.find(pair); }
    /// What the structure says; else what the values do, and nothing while they were not looked at.
    std::optional<PairStatus> status(std::uint32_t pair) const;
    PairFacts facts(std::uint32_t pair) const;
    /// Over all pairs of a group, whatever a filter hides. Precondition: a group of the tree.
    PairSums sums(NameTree::NodeId group) const;
    /// For a pair or a group; nothing if no values were compared.
    std::optional<PairSums> figures(NameTree::NodeId node) const;
    PairSums total() const { return sums(m_paired->tree.root()); }

    /// As `tloupe diff` counts, of the pairs that were looked at.
    ComparisonCounts counts() const;
    struct DTypePair {
        std::string a;
        std::string b;

        bool operator==(const DTypePair&) const = default;
    };
    /// What is known to differ, all of one moment.
    struct Differences {
        CommonPlace place; ///< of pairs of both that differ by more than a name or a dtype
        CommonPlace onlyA;
        CommonPlace onlyB;
        std::uint64_t inNameOrDType = 0; ///< pairs that differ by these alone
        std::optional<DTypePair> dtypes; ///< where all pairs with two dtypes have the same two
        std::uint64_t withTwoDTypes = 0; ///< pairs
    };
    Differences differences() const;
    /// The scale of what has changed so far.
    ChangeScale changeScale() const;
    /// Why a part could not be opened, else why the first pair could not be read.
    std::optional<Error> firstError() const;
    /// Whether both hold the same, as `tloupe diff` says; nothing before that is known.
    std::optional<bool> same() const;
    /// Nothing is known to differ, and not all can be known.
    bool isUndecided() const;

private:
    void addDifference(const TensorPair& pair, std::uint32_t number, PairStatus status);

    const PairedCheckpointsPtr m_paired;
    GrowingTable<PairOutcome, 1024> m_outcomes; ///< by pair

    mutable std::mutex m_mutex; ///< guards what follows
    bool m_closed = false;
    std::vector<PairSums> m_groups; ///< by group number
    ComparisonCounts m_counts;
    Differences m_differences; ///< but for the dtypes of several kinds, and inNameOrDType
    ChangeRange m_changes;
    std::optional<Error> m_firstError;
};

using ComparisonResultsPtr = std::shared_ptr<const ComparisonResults>;

} // namespace loupe
