#pragma once

#include "analysis/statistics/histogram.h"
#include "analysis/statistics/value_scale.h"
#include "core/checkpoint.h"
#include "items/histogram/counting_cache.h"
#include "items/jobs/lru_cache.h"
#include "items/jobs/tensor_key.h"

#include <memory>

namespace loupe {

using HistogramPtr = std::shared_ptr<const Histogram>;

/// The bins for counting a tensor's values.
struct HistogramOptions {
    std::uint32_t bins = 256; ///< number of bins, of equal width on the scale
    double low = 0;
    double high = 0; ///< at least `low`
    ValueScale scale = ValueScale::linear();
    std::uint32_t part = 0; ///< of complex numbers: 0 for real, 1 for imaginary
    /// The width of a bin as a multiple of the spacing of the dtype's numbers; on a scale that is not linear, the
    /// minimum width. 0 if bins do not depend on it.
    std::uint32_t spacings = 0;
    DType dtype = DType::Opaque; ///< the dtype with that spacing; Opaque if there is none

    /// The bins + 1 edges.
    std::vector<double> edges() const { return scale.edges(low, high, bins); }

    bool operator==(const HistogramOptions&) const = default;
};

/// Counts a tensor's values; run it in a job. Fails with Unsupported if there are no values to count, and as
/// summarize() does.
Result<HistogramPtr> countBins(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor,
    const HistogramOptions& options, const Work& work);

/// Histograms with user-defined bins, counted exactly from the tensor's bytes and cached by the identity of the file.
class HistogramCache : public CountingCache {
    Q_OBJECT

public:
    static constexpr std::size_t maximumEntries = 256;

    explicit HistogramCache(QObject* parent = nullptr);
    ~HistogramCache() override;

    /// Tensor numbers refer to this checkpoint from now on; drops running requests. Null: none.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);

    /// Null if it is not known (yet).
    HistogramPtr find(std::uint32_t tensor, const HistogramOptions& options);
    /// Adds a histogram that was counted elsewhere. Does not emit ready().
    void remember(std::uint32_t tensor, const HistogramOptions& options, HistogramPtr histogram);
    /// Starts counting, replacing the previous request. ready(), failed() or stopped() follows.
    void request(std::uint32_t tensor, const HistogramOptions& options);

signals:
    void ready(const loupe::HistogramPtr& histogram);

private:
    struct Key {
        TensorKey tensor;
        HistogramOptions options;
        bool operator<(const Key& other) const;
    };

    std::shared_ptr<const Checkpoint> m_checkpoint;
    LruCache<Key, HistogramPtr> m_known{maximumEntries};
};

} // namespace loupe
