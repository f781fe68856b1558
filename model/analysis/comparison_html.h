#pragma once

#include "analysis/comparison.h"

#include <array>
#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace loupe {

/// A comparison as a report for people: one HTML file with its pictures in it, which needs nothing else and runs
/// nothing. However many pairs there are, it keeps and shows those that changed most, and says how many it leaves out.
class ComparisonReport {
public:
    static constexpr std::size_t mostChanged = 1000; ///< rows of pairs that changed
    static constexpr std::size_t mostOthers = 200; ///< rows of each other status
    static constexpr std::size_t mostBars = 40;
    static constexpr std::size_t mostEntries = 200; ///< of metadata

    /// What is given must outlive it.
    ComparisonReport(const Checkpoint& a, const Checkpoint& b, const MetadataDifference& metadata,
        const ComparisonOptions& options = {});

    void add(const TensorPair& pair, const PairOutcome& outcome);

    /// `sink` gets the document in pieces of some 64 KiB. `firstError`: why a part was not compared; the
    /// verdict then says no more than what is known.
    void write(
        const std::function<void(std::string_view)>& sink, bool same, const std::optional<Error>& firstError) const;

private:
    class Page;

    struct Row {
        TensorPair pair;
        PairOutcome outcome;
        double amount = 0; ///< of change, to sort by
        std::uint64_t number = 0; ///< in the order of add()

        bool isBefore(const Row& other) const
        {
            return amount != other.amount ? amount > other.amount : number < other.number;
        }
    };

    const Checkpoint& m_a;
    const Checkpoint& m_b;
    const MetadataDifference& m_metadata;
    ComparisonOptions m_options;
    ComparisonCounts m_counts;
    std::array<std::vector<Row>, 6> m_rows; ///< by PairStatus: heaps of the first ones by isBefore()
    std::uint64_t m_added = 0;
    std::uint64_t m_unread = 0; ///< pairs with an error instead of figures
    std::uint64_t m_measured = 0; ///< pairs whose relative L2 is more than 0
    std::uint64_t m_elements = 0; ///< that were compared
    std::uint64_t m_differing = 0;
    std::uint64_t m_nonfiniteOnlyA = 0; ///< pairs with NaN or infinities that b has not
    std::uint64_t m_nonfiniteOnlyB = 0;
};

} // namespace loupe
