#pragma once

#include "items/histogram/summary_cache.h"
#include "views/histogram/histogram_canvas.h"
#include "views/histogram/histogram_marks.h"

#include <vector>

namespace loupe {

/// Draws one tensor's histogram, with its mean, median and deviation marked.
class HistogramChart : public HistogramCanvas {
    Q_OBJECT

public:
    explicit HistogramChart(QWidget* parent = nullptr);

    /// `histogram` is the one of the summary's values. Its bins are equally wide on `scale`.
    void setHistogram(SummaryPtr summary, HistogramPtr histogram, const ValueScale& scale);

protected:
    void paintAbove(QPainter& painter, const Theme& theme, double left, double right) const override;

private:
    std::vector<HistogramMark> marks(const Theme& theme) const;

    SummaryPtr m_summary;
};

} // namespace loupe
