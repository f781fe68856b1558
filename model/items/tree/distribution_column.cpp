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

/// `extremes`: the smallest and largest values.
RowHistogram histogramOf(const Distribution& distribution, const RoleScale& extremes, const RoleScale& scale)
{
    BarSum sum(scale.low, scale.high, rowBars);
    sum.add(distribution, 1, extremes.low, extremes.high);
    RowHistogram result{.heights = {sum.bars().begin(), sum.bars().end()}};
    const double highest = *std::max_element(result.heights.begin(), result.heights.end());
    for (double& height : result.heights)
        height = highest > 0 ? height / highest : 0;
    return result;
}

RoleScale extremesOf(const Summary& summary)
{
    return {summary.minimum->toDouble(), summary.maximum->toDouble()};
}

QString rangeText(const RoleScale& extremes)
{
    return DistributionWords::tr("From %1 to %2").arg(figure(extremes.low), figure(extremes.high));
}

QString scaleLine(const RoleScale& scale)
{
    return DistributionWords::tr("Scale: %1 to %2").arg(figure(scale.low), figure(scale.high));
}

/// "From −0.2 to 0.3, mean 0.001, σ 0.02"
QString rangeText(const Summary& summary)
{
    const QString range = rangeText(extremesOf(summary));
    if (!summary.mean || !summary.standardDeviation)
        return range;
    return DistributionWords::tr("%1, mean %2, σ %3")
        .arg(range, figure(*summary.mean), figure(*summary.standardDeviation));
}

void appendNarrower(QStringList& lines, const Distribution& distribution, const RoleScale& extremes)
{
    if (distribution.low > extremes.low || distribution.high < extremes.high)
        lines << DistributionWords::tr("Nearly all values other than zero are between %1 and %2")
                     .arg(figure(distribution.low), figure(distribution.high));
}

QString wholeText(
    const Distribution& distribution, const Summary& summary, const RoleScale& scale, std::uint32_t members)
{
    QStringList lines{rangeText(summary)};
    appendNarrower(lines, distribution, extremesOf(summary));
    lines << (members > 1
            ? DistributionWords::tr("Scale: %1 to %2, shared by %3 tensors of this name in different blocks")
                  .arg(figure(scale.low), figure(scale.high), toQString(formatCount(members)))
            : scaleLine(scale));
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
        return QVariant::fromValue(histogramOf(*summary.distribution, extremesOf(summary), *scale));
    case Qt::AccessibleTextRole:
        return rangeText(summary);
    default:
        return wholeText(*summary.distribution, summary, *scale, table.roleMembers(tensor));
    }
}

QVariant groupDistributionData(const GroupDistribution& group, const HealthSums& sums, int role)
{
    if (sums.least > sums.greatest)
        return {};
    const RoleScale extremes{sums.least, sums.greatest};
    const RoleScale scale = commonScale({{group.distribution.low, group.distribution.high}});
    switch (role) {
    case HistogramRole:
        return QVariant::fromValue(histogramOf(group.distribution, extremes, scale));
    case Qt::AccessibleTextRole:
        return rangeText(extremes);
    case WholeTextRole: {
        QStringList lines{rangeText(extremes)};
        appendNarrower(lines, group.distribution, extremes);
        const QString tensors = toQString(formatCount(group.tensors));
        lines << (group.isSample
                ? DistributionWords::tr(
                    "Bars are from a sample of %1 tensor(s), on a scale of their own", nullptr, pluralOf(group.tensors))
                      .arg(tensors)
                : DistributionWords::tr(
                    "Approximate sum of %1 tensor(s), on a scale of its own", nullptr, pluralOf(group.tensors))
                      .arg(tensors))
              << scaleLine(scale);
        return lines.join(u'\n');
    }
    default:
        return {};
    }
}

QString distributionRule()
{
    return DistributionWords::tr("Histogram of the values. Tensors of the same name in different blocks share one "
                                 "scale, so that their rows can be "
                                 "compared. The highest bar of each row has the same height. Sorts as Health does.\nA "
                                 "group has the approximate sum of its tensors, on a scale of its own: select it for a "
                                 "larger histogram.\nA line above a "
                                 "dotted axis, in families: the root mean square of the values from the "
                                 "first block to the last, from 0 up.");
}

} // namespace loupe
