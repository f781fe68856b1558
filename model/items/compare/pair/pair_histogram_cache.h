#pragma once

#include "items/compare/comparison_results.h"
#include "items/compare/pair/pair_histograms.h"
#include "items/histogram/counting_cache.h"
#include "items/jobs/lru_cache.h"
#include "items/jobs/tensor_key.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// Histograms of the pairs of a comparison, cached by the identity of the files.
class PairHistogramCache : public CountingCache {
    Q_OBJECT

public:
    static constexpr std::size_t maximumEntries = 256;

    explicit PairHistogramCache(QObject* parent = nullptr);
    ~PairHistogramCache() override;

    /// Pair numbers refer to these results from now on; drops running requests. Null: none.
    void setResults(ComparisonResultsPtr results);

    /// Null if they are not known (yet).
    PairHistogramsPtr find(std::uint32_t pair, const PairHistogramChoice& choice);
    /// Starts counting, replacing the previous request. ready(), failed() or stopped() follows, but never
    /// synchronously.
    void request(std::uint32_t pair, const PairHistogramChoice& choice);

signals:
    void ready(const loupe::PairHistogramsPtr& histograms);

private:
    /// Identifies the tensors of a pair across comparisons; nullopt for a side without a tensor.
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

    /// Nullopt for tensors whose files are missing.
    std::optional<PairKey> keyOf(std::uint32_t pair) const;
    PairKnowledge knownOf(std::uint32_t pair, std::uint32_t part);
    void remember(std::uint32_t pair, const PairHistogramChoice& choice, const PairHistogramsPtr& histograms);

    ComparisonResultsPtr m_results;
    LruCache<Key, PairHistogramsPtr> m_known{maximumEntries};
    LruCache<TensorKey, SummaryPtr> m_summaries{2 * maximumEntries};
    LruCache<PairKey, Delta> m_deltas{maximumEntries}; ///< of pairs that the comparison has not looked at
    std::optional<Key> m_latest; ///< the newest entry of m_known
};

} // namespace loupe
