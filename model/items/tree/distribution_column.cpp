#include "items/tree/distribution_column.h"

#include "core/text/text.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/values/value_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace loupe {

namespace {

class DistributionWords {
    Q_DECLARE_TR_FUNCTIONS(loupe::Distribution)
};

QString figure(double value)
{
    return shownNumber(QString::number(value, 'g', 4));
}

RowHistogram histogramOf(const Distribution& distribution, const Summary& summary, const RoleScale& scale)
{
    BarSum sum(scale.low, scale.high, rowBars);
    sum.add(distribution, 1, summary.minimum->toDouble(), summary.maximum->toDouble());
    RowHistogram result{.heights = {sum.bars().begin(), sum.bars().end()}};
    const double highest = *std::max_element(result.heights.begin(), result.heights.end());
    for (double& height : result.heights)
        height = highest > 0 ? height / highest : 0;
    return result;
}

/// "From −0.2 to 0.3, mean 0.001, σ 0.02"
QString rangeText(const Summary& summary)
{
    const QString range = DistributionWords::tr("From %1 to %2")
                              .arg(figure(summary.minimum->toDouble()), figure(summary.maximum->toDouble()));
    if (!summary.mean || !summary.standardDeviation)
        return range;
    return DistributionWords::tr("%1, mean %2, σ %3")
        .arg(range, figure(*summary.mean), figure(*summary.standardDeviation));
}

QString wholeText(
    const Distribution& distribution, const Summary& summary, const RoleScale& scale, std::uint32_t members)
{
    QStringList lines{rangeText(summary)};
    if (distribution.low > summary.minimum->toDouble() || distribution.high < summary.maximum->toDouble())
        lines << DistributionWords::tr("Nearly all values other than zero are between %1 and %2")
                     .arg(figure(distribution.low), figure(distribution.high));
    lines << (members > 1
            ? DistributionWords::tr("Scale: %1 to %2, shared by %3 tensors of this name in different blocks")
                  .arg(figure(scale.low), figure(scale.high), toQString(formatCount(members)))
            : DistributionWords::tr("Scale: %1 to %2").arg(figure(scale.low), figure(scale.high)));
    const std::uint64_t finite = presentElements(summary) - summary.nan.value_or(0) - summary.positiveInf.value_or(0)
        - summary.negativeInf.value_or(0);
    if (distribution.counted < std::min<std::uint64_t>(finite, UINT32_MAX))
        lines << DistributionWords::tr("Bars are from a sample of %1 value(s), other figures from all values", nullptr,
            pluralOf(distribution.counted))
                     .arg(toQString(formatCount(distribution.counted)));
    return lines.join(u'\n');
}

} // namespace

QVariant distributionData(const HealthResults& table, const OpenedCheckpoint& opened, std::uint32_t tensor, int role)
{
    if (role != WholeTextRole && role != Qt::AccessibleTextRole && role != HistogramRole)
        return {};
    const auto health = table.find(*opened.checkpoint, tensor);
    const auto scale = table.scaleOf(tensor);
    if (!health || !*health || !(*health)->summary.distribution || !(*health)->summary.minimum || !scale)
        return {};
    const Summary& summary = (*health)->summary;
    switch (role) {
    case HistogramRole:
        return QVariant::fromValue(histogramOf(*summary.distribution, summary, *scale));
    case Qt::AccessibleTextRole:
        return rangeText(summary);
    default:
        return wholeText(*summary.distribution, summary, *scale, table.roleMembers(tensor));
    }
}

QString distributionRule()
{
    return DistributionWords::tr("Histogram of the values. Tensors of the same name in different blocks share one "
                                 "scale, so that their rows can be "
                                 "compared. The highest bar of each row has the same height. Sorts as Health does.\nA "
                                 "group has none here: select it for a histogram of all its values.\nA line above a "
                                 "dotted axis, in families: the root mean square of the values from the "
                                 "first block to the last, from 0 up.");
}

} // namespace loupe
