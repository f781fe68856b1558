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

/// Into which bins a tensor's values are counted.
struct HistogramOptions {
    std::uint32_t bins = 256; ///< equally wide on the scale
    double low = 0;
    double high = 0; ///< not less than `low`
    ValueScale scale = ValueScale::linear();
    std::uint32_t part = 0; ///< of complex numbers: 0 the real one, 1 the imaginary one
    /// How many times the spacing of the dtype's numbers a bin is wide; on another scale than the linear one, at least.
    /// 0 if bins do not depend on it.
    std::uint32_t spacings = 0;
    DType dtype = DType::Opaque; ///< whose spacing that is; Opaque where there is none

    /// count + 1 of them.
    std::vector<double> edges() const { return scale.edges(low, high, bins); }

    bool operator==(const HistogramOptions&) const = default;
};

/// Counts a tensor's values; for a job. Fails with Unsupported if there is none to count, and as summarize() does.
Result<HistogramPtr> countBins(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor,
    const HistogramOptions& options, const Work& work);

/// Histograms with bins of someone's choice, counted exactly from the tensor's bytes and remembered by the file's
/// identity.
class HistogramCache : public CountingCache {
    Q_OBJECT

public:
    static constexpr std::size_t maximumEntries = 256;

    explicit HistogramCache(QObject* parent = nullptr);
    ~HistogramCache() override;

    /// Tensor numbers are this checkpoint's from now on; drops what runs. Null: none.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);

    /// Null if it is not known (yet).
    HistogramPtr find(std::uint32_t tensor, const HistogramOptions& options);
    /// One that was counted elsewhere; ready() does not follow.
    void remember(std::uint32_t tensor, const HistogramOptions& options, HistogramPtr histogram);
    /// Counts, in place of what was asked for before: ready(), failed() or stopped() follows.
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
