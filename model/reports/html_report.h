#pragma once

#include "analysis/comparison/comparison.h"
#include "reports/comparison_histograms.h"
#include "reports/comparison_layers.h"

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A comparison as a report for people: one HTML file with its pictures in it, which needs nothing else and runs
/// nothing. However many pairs there are, it keeps and shows those that changed most, and says how many it omits.
class ComparisonReport {
public:
    static constexpr std::size_t mostChanged = 1000; ///< rows of pairs that changed
    static constexpr std::size_t mostOthers = 200; ///< rows of each other status
    static constexpr std::size_t mostBars = 40;
    static constexpr std::size_t mostEntries = 200; ///< of metadata

    /// The metadata must outlive it.
    ComparisonReport(std::shared_ptr<const Checkpoint> a, std::shared_ptr<const Checkpoint> b,
        const MetadataDifference& metadata, const ComparisonOptions& options = {});

    /// Only pairs that a filter keeps are added: what it says, for people.
    void setFilter(std::string text) { m_filter = std::move(text); }
    void add(const TensorPair& pair, const PairOutcome& outcome);

    /// The pictures of what was added: layers, and histograms, which look at the values of a few pairs again. Without
    /// it write() leaves them out; layers that are too many for a picture, TooLarge, it replaces with a sentence.
    /// Progress in bytes. Fails with Stopped or OutOfMemory.
    Result<> draw(const Work& work = {});
    /// How many it will look at.
    std::uint64_t bytesToDraw() const;

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
        bool nonfinite = false; ///< NaN or infinities differ, which the amount does not show: before all others
        std::uint64_t number = 0; ///< in the order of add()

        bool isBefore(const Row& other) const
        {
            if (nonfinite != other.nonfinite)
                return nonfinite;
            return amount != other.amount ? amount > other.amount : number < other.number;
        }
    };

    /// Those that are kept, in the order of the report.
    std::vector<const Row*> sorted(PairStatus status) const;
    ComparisonHistograms histograms() const;

    std::shared_ptr<const Checkpoint> m_a;
    std::shared_ptr<const Checkpoint> m_b;
    const MetadataDifference& m_metadata;
    ComparisonOptions m_options;
    ComparisonCounts m_counts;
    std::array<std::vector<Row>, 6> m_rows; ///< by PairStatus: heaps of the first ones by isBefore()
    ComparisonLayers m_layers;
    std::string m_filter; ///< empty: all pairs are added
    std::string m_layersHtml;
    std::string m_histogramsHtml;
    std::uint64_t m_added = 0;
    std::uint64_t m_measured = 0; ///< pairs whose relative L2 is more than 0
    std::uint64_t m_elements = 0; ///< that were compared
    std::uint64_t m_differing = 0;
    std::uint64_t m_nonfiniteOnlyA = 0; ///< pairs with NaN or infinities that b has not
    std::uint64_t m_nonfiniteOnlyB = 0;
};

} // namespace loupe
