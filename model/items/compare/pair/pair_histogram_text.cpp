#include "items/compare/pair/pair_histogram_text.h"

#include "items/histogram/histogram_model.h"

namespace loupe {

QString pairHistogramText(const PairHistograms& histograms, QChar separator)
{
    QString text = QStringLiteral("of%1from%1to%1count\n").arg(separator);
    if (histograms.a.histogram)
        text += histogramLines(QStringLiteral("a"), *histograms.a.part, *histograms.a.histogram, separator);
    if (histograms.b.histogram)
        text += histogramLines(QStringLiteral("b"), *histograms.b.part, *histograms.b.histogram, separator);
    if (histograms.differences) {
        Summary special;
        special.nan = histograms.differences->nonfinite;
        text += histogramLines(QStringLiteral("b-a"), special, histograms.differences->histogram, separator);
    }
    return text;
}

} // namespace loupe
