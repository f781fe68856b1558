#pragma once

#include "analysis/filter/filter.h"
#include "items/compare/paired_checkpoints.h"

#include <atomic>
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
    ~ComparisonResults();

    const PairedCheckpointsPtr& paired() const { return m_paired; }

    /// The next pair, in the order of the pairs; by the job's thread.
    void add(const TensorPair& pair, PairOutcome outcome);
    /// Nothing is taken any more: the comparison was stopped.
    void close();

    /// How many pairs, the first ones, were looked at.
    std::uint32_t lookedAt() const { return m_lookedAt.load(std::memory_order_acquire); }
    bool isComplete() const { return lookedAt() == m_paired->pairs.size(); }

    /// Nothing while the pair waits.
    const PairOutcome* find(std::uint32_t pair) const;
    /// What the structure says; else what the values do, and nothing while they were not looked at.
    std::optional<PairStatus> status(std::uint32_t pair) const;
    PairFacts facts(std::uint32_t pair) const;
    /// Over all pairs of a group, whatever a filter hides. Precondition: a group of the tree.
    PairSums sums(NameTree::NodeId group) const;
    /// Of a pair or a group; nothing where no values were compared.
    std::optional<PairSums> figures(NameTree::NodeId node) const;
    PairSums total() const { return sums(m_paired->tree.root()); }

    /// As `tloupe diff` counts, of the pairs that were looked at.
    ComparisonCounts counts() const;
    /// Of a part that could not be opened, else of the first pair that could not be read.
    std::optional<Error> firstError() const;
    /// Whether both hold the same, as `tloupe diff` says; nothing before that is known.
    std::optional<bool> same() const;
    /// Nothing is known to differ, and not all can be known.
    bool isUndecided() const;

private:
    static constexpr std::uint32_t blockSize = 1024;

    const PairedCheckpointsPtr m_paired;
    std::vector<std::unique_ptr<PairOutcome[]>> m_blocks; ///< of blockSize each; made when its first one comes
    std::atomic<std::uint32_t> m_lookedAt = 0;

    mutable std::mutex m_mutex; ///< guards what follows
    bool m_closed = false;
    std::vector<PairSums> m_groups; ///< by group number
    ComparisonCounts m_counts;
    std::optional<Error> m_firstError;
};

using ComparisonResultsPtr = std::shared_ptr<const ComparisonResults>;

} // namespace loupe
