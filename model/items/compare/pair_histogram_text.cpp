#include "items/compare/pair_histogram_text.h"

#include "items/histogram/histogram_model.h"

#include <QStringList>

namespace loupe {

namespace {

/// Without the heading, `name` before each line.
QString lines(const QString& name, const Summary& summary, const Histogram& histogram, QChar separator)
{
    QString text;
    const QStringList all = histogramText(summary, histogram, separator).split(u'\n', Qt::SkipEmptyParts);
    for (qsizetype line = 1; line < all.size(); ++line)
        text += name + separator + all[line] + u'\n';
    return text;
}

} // namespace

QString pairHistogramText(const PairHistograms& histograms, QChar separator)
{
    QString text = QStringLiteral("of%1from%1to%1count\n").arg(separator);
    if (histograms.a.histogram)
        text += lines(QStringLiteral("a"), *histograms.a.part, *histograms.a.histogram, separator);
    if (histograms.b.histogram)
        text += lines(QStringLiteral("b"), *histograms.b.part, *histograms.b.histogram, separator);
    if (histograms.differences) {
        Summary special;
        special.nan = histograms.differences->nonfinite;
        text += lines(QStringLiteral("b-a"), special, histograms.differences->histogram, separator);
    }
    return text;
}

} // namespace loupe
