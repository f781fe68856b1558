#pragma once

#include "items/histogram/histogram_cache.h"
#include "items/histogram/summary_cache.h"
#include "items/session/known_group.h"
#include "items/session/opened_checkpoint.h"

namespace loupe {

struct FiguresOfNumbers {
    SummaryCache summaries;
    HistogramCache histograms;
};

/// The computed figures of a document's tensors and their values. Exists alongside the Document; used by views, the
/// filter and notices.
class Figures {
public:
    /// Tensor numbers refer to this checkpoint from now on. Null: nothing is open.
    void setCheckpoint(const OpenedCheckpointPtr& opened);

    FiguresOfNumbers& values() { return m_values; }
    /// Figures of OpenedCheckpoint::codes, the integers that quantized values are stored as.
    FiguresOfNumbers& codes() { return m_codes; }
    KnownGroup& group() { return m_group; }

private:
    FiguresOfNumbers m_values;
    FiguresOfNumbers m_codes;
    KnownGroup m_group;
};

} // namespace loupe
