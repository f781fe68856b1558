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

/// The results of comparing the values of two checkpoints so far. They always cover the first pairs without gaps, so
/// any thread may read them while a job adds more. The job also updates the sums of groups.
class ComparisonResults {
public:
    explicit ComparisonResults(PairedCheckpointsPtr paired);

    const PairedCheckpointsPtr& paired() const { return m_paired; }

    /// Adds the result of the next pair, in pair order. Only for the job's thread.
    void add(const TensorPair& pair, PairOutcome outcome);
    /// Ignores further results, as the comparison was stopped.
    void close();

    /// The number of pairs that have been compared. They are the first ones.
    std::uint32_t lookedAt() const { return m_outcomes.size(); }
    bool isComplete() const { return m_outcomes.isFull(); }

    /// Null while the pair is waiting.
    const PairOutcome* find(std::uint32_t pair) const { return m_outcomes.find(pair); }
    /// The status if it follows from the structure, else from the values; nullopt while the values were not looked at.
    std::optional<PairStatus> status(std::uint32_t pair) const;
    PairFacts facts(std::uint32_t pair) const;
    /// Sums over all pairs of a group, regardless of any filter. Precondition: it is a group of the tree.
    PairSums sums(NameTree::NodeId group) const;
    /// For a pair or a group; nullopt if no values were compared.
    std::optional<PairSums> figures(NameTree::NodeId node) const;
    PairSums total() const { return sums(m_paired->tree.root()); }

    /// As `tloupe diff` counts them, for the pairs that have been looked at.
    ComparisonCounts counts() const;
    struct DTypePair {
        std::string a;
        std::string b;

        bool operator==(const DTypePair&) const = default;
    };
    /// A consistent snapshot of the known differences.
    struct Differences {
        CommonPlace place; ///< of pairs in both that differ in more than the name or the dtype
        CommonPlace onlyA;
        CommonPlace onlyB;
        std::uint64_t inNameOrDType = 0; ///< pairs that differ only in the name or the dtype
        std::optional<DTypePair> dtypes; ///< set if all pairs whose dtypes differ have the same two dtypes
        std::uint64_t withTwoDTypes = 0; ///< pairs whose dtypes differ
    };
    Differences differences() const;
    /// The scale of the changes found so far.
    ChangeScale changeScale() const;
    /// The error of a part that could not be opened; if there is none, that of the first pair that could not be read.
    std::optional<Error> firstError() const;
    /// True if both checkpoints hold the same data, as `tloupe diff` reports it; nullopt until that is known.
    std::optional<bool> same() const;
    /// True if no difference was found, but not everything could be compared.
    bool isUndecided() const;

private:
    void addDifference(const TensorPair& pair, std::uint32_t number, PairStatus status);

    const PairedCheckpointsPtr m_paired;
    GrowingTable<PairOutcome, 1024> m_outcomes; ///< indexed by pair

    mutable std::mutex m_mutex; ///< guards all members below
    bool m_closed = false;
    std::vector<PairSums> m_groups; ///< indexed by group number
    ComparisonCounts m_counts;
    Differences m_differences; ///< except `inNameOrDType`, and `dtypes` if there are several kinds
    ChangeRange m_changes;
    std::optional<Error> m_firstError;
};

using ComparisonResultsPtr = std::shared_ptr<const ComparisonResults>;

} // namespace loupe
