#include "views/histogram/histogram_notes.h"

#include "core/text/text.h"
#include "items/histogram/histogram_model.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <numeric>

namespace loupe {

namespace {

constexpr int noteDigits = 4; // for a single line below the chart

class HistogramNotesText {
    Q_DECLARE_TR_FUNCTIONS(loupe::HistogramView)
};

} // namespace

QString shownValue(double value, int digits)
{
    return QString::number(value, 'g', digits).replace(u'-', QChar(0x2212));
}

QString shownRange(double low, double high)
{
    const int digits = digitsToTellApart(low, high);
    return HistogramNotesText::tr("%1 to %2").arg(shownValue(low, digits), shownValue(high, digits));
}

QString whyNoHistogram(const Summary& summary)
{
    if (!summary.note.empty())
        return toQString(summary.note);
    if (summary.elements == 0)
        return HistogramNotesText::tr("This tensor has no elements.");
    if (presentElements(summary) == 0)
        return HistogramNotesText::tr("All elements are null.");
    if (!summary.histogram || summary.histogram->counts.empty())
        return HistogramNotesText::tr("All values are NaN or infinite.");
    return {};
}

QString clipHintText(const ClipHint& hint)
{
    const QString clip = hint.clip == HistogramClip::OnePercent ? HistogramNotesText::tr("1–99 %")
                                                                : HistogramNotesText::tr("0.1–99.9 %");
    return HistogramNotesText::tr("%1 outlier(s) – clip to %2", nullptr, pluralOf(hint.farValues))
        .arg(groupedCount(hint.farValues), clip);
}

QString fullRangeText(std::uint64_t hidden)
{
    return HistogramNotesText::tr("%1 value(s) outside – show full range", nullptr, pluralOf(hidden))
        .arg(groupedCount(hidden));
}

QString fullRangeText(const Histogram& shown, const Summary& all)
{
    constexpr double far = 4; // times the width of the range shown
    const std::uint64_t hidden = shown.below + shown.above;
    const double low = shown.edges.front();
    const double high = shown.edges.back();
    const double least = shown.below > 0 && all.minimum ? all.minimum->toDouble() : low;
    const double greatest = shown.above > 0 && all.maximum ? all.maximum->toDouble() : high;
    const bool isBelow = low - least > greatest - high;
    if (std::max(low - least, greatest - high) <= far * (high - low))
        return fullRangeText(hidden);
    return HistogramNotesText::tr("%1 value(s) outside, as far as %2 – show full range", nullptr, pluralOf(hidden))
        .arg(groupedCount(hidden), shownValue(isBelow ? least : greatest, noteDigits));
}

QString binsText(const Histogram& histogram, const HistogramOptions& options)
{
    const auto& edges = histogram.edges;
    const auto bins = histogram.counts.size();
    const DTypeInfo& type = info(options.dtype);
    const QString dtype = toQString(type.name);
    if (!options.scale.isLinear()) {
        const QString text = HistogramNotesText::tr("%1 bin(s), linear within ±%2", nullptr, pluralOf(bins))
                                 .arg(bins)
                                 .arg(shownValue(options.scale.threshold(), noteDigits));
        return options.spacings == 0
            ? text
            : HistogramNotesText::tr("%1, each at least %2 × %3 spacing").arg(text).arg(options.spacings).arg(dtype);
    }
    const bool integers = options.spacings > 0 && type.kind != DTypeKind::Float && type.kind != DTypeKind::Complex;
    if (integers)
        return options.spacings == 1
            ? HistogramNotesText::tr("%1 bin(s), one per integer", nullptr, pluralOf(bins)).arg(bins)
            : HistogramNotesText::tr("%1 bin(s) of %2 integers each", nullptr, pluralOf(bins))
                  .arg(bins)
                  .arg(options.spacings);
    // Uses halves, because the full width may not be finite, and the average over all bins, because a single width may
    // be lost to rounding.
    const double width = (edges.back() / 2 - edges.front() / 2) / double(bins) * 2;
    const QString text = HistogramNotesText::tr("%1 bin(s) of width %2", nullptr, pluralOf(bins))
                             .arg(bins)
                             .arg(shownValue(width, noteDigits));
    if (options.spacings == 0)
        return text;
    return options.spacings == 1
        ? HistogramNotesText::tr("%1 (%2 spacing)").arg(text, dtype)
        : HistogramNotesText::tr("%1 (%2 × %3 spacing)").arg(text).arg(options.spacings).arg(dtype);
}

bool isOneSpike(const Histogram& histogram)
{
    constexpr std::size_t fewestBins = 64;
    constexpr double most = 0.3; // fraction of the values in one bin
    constexpr double leastBeside = 0.02; // minimum on each side; else a lone value, such as 0 in a mask
    const auto& counts = histogram.counts;
    const auto highest = std::ranges::max_element(counts);
    if (counts.size() < fewestBins || highest == counts.begin() || highest + 1 == counts.end())
        return false;
    const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
    return double(*highest) >= most * all && double(*std::min_element(highest - 1, highest + 2)) >= leastBeside * all;
}

QString binsNote(const Histogram& histogram, const HistogramOptions& options, std::uint64_t nulls)
{
    QStringList notes;
    notes << binsText(histogram, options);
    if (options.scale.isLinear() && isOneSpike(histogram))
        notes << HistogramNotesText::tr("one tall bar: turn on Symlog values to spread it");
    if (nulls > 0)
        notes << HistogramNotesText::tr("%1 null(s) excluded", nullptr, pluralOf(nulls)).arg(groupedCount(nulls));
    return notes.join(QStringLiteral(" · "));
}

} // namespace loupe
