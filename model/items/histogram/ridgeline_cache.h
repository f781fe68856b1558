#pragma once

#include "items/histogram/counting_cache.h"
#include "items/histogram/figures.h"
#include "items/histogram/ridgelines.h"

namespace loupe {

/// Histograms of several tensors in the same bins. Asks the figures of the document for what they know, and leaves
/// there what it has counted.
class RidgelineCache : public CountingCache {
    Q_OBJECT

public:
    /// `figures` live at least as long and are those of the checkpoint that is chosen from.
    explicit RidgelineCache(FiguresOfNumbers& figures, QObject* parent = nullptr);
    ~RidgelineCache() override;

    /// Null where something has to be counted, or the choice is so large that a job should look at it.
    RidgelinesPtr find(const NodeChoice& choice, const HistogramChoice& bins);
    /// Counts, in place of what was asked for before: ready(), failed() or stopped() follows.
    void request(const NodeChoice& choice, const HistogramChoice& bins);

signals:
    void ready(const loupe::RidgelinesPtr& ridgelines);

private:
    KnownFigures known();
    void remember(const Ridgelines& ridgelines);

    FiguresOfNumbers& m_figures;
};

} // namespace loupe
