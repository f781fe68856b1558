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

/// A comparison as a report for readers: a single self-contained HTML file with pictures and without scripts. No matter
/// how many pairs there are, it keeps and shows only those that changed most, and says how many it omits.
class ComparisonReport {
public:
    static constexpr std::size_t mostChanged = 1000; ///< rows of changed pairs
    static constexpr std::size_t mostOthers = 200; ///< rows for each other status
    static constexpr std::size_t mostBars = 40;
    static constexpr std::size_t mostEntries = 200; ///< metadata entries

    /// The metadata must outlive this object.
    ComparisonReport(std::shared_ptr<const Checkpoint> a, std::shared_ptr<const Checkpoint> b,
        const MetadataDifference& metadata, const ComparisonOptions& options = {});

    /// The text of the filter, if only pairs that match it are added; for display.
    void setFilter(std::string text) { m_filter = std::move(text); }
    void add(const TensorPair& pair, const PairOutcome& outcome);

    /// Draws the pictures of the added pairs: layers, and histograms, which read the values of a few pairs again. If it
    /// was not called, write() omits them. Layers that are too many for a picture (TooLarge) are replaced by a
    /// sentence. Progress is in bytes. Fails with Stopped or OutOfMemory.
    Result<> draw(const Work& work = {});
    /// How many bytes draw() will read.
    std::uint64_t bytesToDraw() const;

    /// Passes the document to `sink` in chunks of about 64 KiB. `firstError`: why a part was not compared; the verdict
    /// then claims only what is known.
    void write(
        const std::function<void(std::string_view)>& sink, bool same, const std::optional<Error>& firstError) const;

private:
    class Page;

    struct Row {
        TensorPair pair;
        PairOutcome outcome;
        double amount = 0; ///< the amount of change, for sorting
        bool nonfinite = false; ///< NaN or infinities differ, which the amount does not show; such rows come first
        std::uint64_t number = 0; ///< in the order of add()

        bool isBefore(const Row& other) const
        {
            if (nonfinite != other.nonfinite)
                return nonfinite;
            return amount != other.amount ? amount > other.amount : number < other.number;
        }
    };

    /// The rows that are kept, in the order of the report.
    std::vector<const Row*> sorted(PairStatus status) const;
    ComparisonHistograms histograms() const;

    std::shared_ptr<const Checkpoint> m_a;
    std::shared_ptr<const Checkpoint> m_b;
    const MetadataDifference& m_metadata;
    ComparisonOptions m_options;
    ComparisonCounts m_counts;
    std::array<std::vector<Row>, 6> m_rows; ///< indexed by PairStatus; heaps of the first rows by isBefore()
    ComparisonLayers m_layers;
    std::string m_filter; ///< empty: all pairs are added
    std::string m_layersHtml;
    std::string m_histogramsHtml;
    std::uint64_t m_added = 0;
    std::uint64_t m_measured = 0; ///< pairs whose relative L2 is greater than 0
    std::uint64_t m_elements = 0; ///< elements that were compared
    std::uint64_t m_differing = 0;
    std::uint64_t m_nonfiniteOnlyA = 0; ///< pairs with NaN or infinities that b does not have
    std::uint64_t m_nonfiniteOnlyB = 0;
};

} // namespace loupe
