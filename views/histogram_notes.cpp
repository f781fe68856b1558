#include "views/histogram_notes.h"

#include "core/text.h"
#include "items/qt_text.h"

#include <QCoreApplication>

namespace loupe {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("loupe::HistogramView", text);
}

QString shortText(double value)
{
    return QString::number(value, 'g', 6).replace(u'-', QChar(0x2212));
}

} // namespace

QString whyNoHistogram(const Summary& summary)
{
    if (!summary.note.empty())
        return toQString(summary.note);
    if (summary.elements == 0)
        return tr("This tensor has no elements.");
    if (!summary.histogram || summary.histogram->counts.empty())
        return tr("All values are NaN or infinite: their counts stand beside.");
    return {};
}

QString binsNote(const Histogram& histogram, const ValueScale& scale)
{
    const auto& edges = histogram.edges;
    const auto bins = histogram.counts.size();
    QString note = scale.isLinear() ? tr("%1 bins of width %2").arg(bins).arg(shortText(edges[1] - edges[0]))
                                    : tr("%1 bins, equally wide on the scale").arg(bins);
    const auto add = [&note](const QString& text, std::uint64_t count, double edge) {
        if (count > 0)
            note += QStringLiteral(" · ") + text.arg(toQString(formatCount(count)), shortText(edge));
    };
    add(tr("%1 below %2"), histogram.below, edges.front());
    add(tr("%1 above %2"), histogram.above, edges.back());
    return note;
}

} // namespace loupe
