#pragma once

#include "items/compare/comparison_results.h"
#include "items/compare/pair_histograms.h"
#include "items/histogram/counting_cache.h"
#include "items/jobs/lru_cache.h"
#include "items/jobs/tensor_key.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// Histograms of the pairs of a comparison, remembered by the files' identity.
class PairHistogramCache : public CountingCache {
    Q_OBJECT

public:
    static constexpr std::size_t maximumEntries = 256;

    explicit PairHistogramCache(QObject* parent = nullptr);
    ~PairHistogramCache() override;

    /// Pairs are these results' from now on; drops what runs. Null: none.
    void setResults(ComparisonResultsPtr results);

    /// Null if they are not known (yet).
    PairHistogramsPtr find(std::uint32_t pair, const PairHistogramChoice& choice);
    /// Counts, in place of what was asked for before: ready(), failed() or stopped() follows, never at once.
    void request(std::uint32_t pair, const PairHistogramChoice& choice);

signals:
    void ready(const loupe::PairHistogramsPtr& histograms);

private:
    /// The tensors of a pair whatever the comparison; nothing if a side has none.
    struct PairKey {
        std::optional<TensorKey> a;
        std::optional<TensorKey> b;
        bool operator<(const PairKey& other) const;
    };
    struct Key {
        PairKey pair;
        PairHistogramChoice choice;
        bool operator<(const Key& other) const;
    };

    /// Nothing of tensors whose files are missing.
    std::optional<PairKey> keyOf(std::uint32_t pair) const;
    PairKnowledge knownOf(std::uint32_t pair, std::uint32_t part);
    void remember(std::uint32_t pair, const PairHistogramChoice& choice, const PairHistogramsPtr& histograms);

    ComparisonResultsPtr m_results;
    LruCache<Key, PairHistogramsPtr> m_known{maximumEntries};
    LruCache<TensorKey, SummaryPtr> m_summaries{2 * maximumEntries};
    LruCache<PairKey, Delta> m_deltas{maximumEntries}; ///< of pairs that the comparison has not looked at
    std::optional<Key> m_latest; ///< the newest of m_known
};

} // namespace loupe
