#include "items/tree/depth_figure.h"

#include "core/text/text.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <limits>

namespace loupe {

namespace {

class DepthFigureText {
    Q_DECLARE_TR_FUNCTIONS(loupe::TensorTreeModel)
};

QString numberText(double number)
{
    constexpr int digits = 6;
    return QString::number(number, 'g', digits);
}

QString depthText(const DepthFigure& figure, const NameTree& tree)
{
    const auto place = [&](std::uint32_t tensor) { return toQString(printable(tree.place(tensor))); };
    QStringList lines{DepthFigureText::tr("Root mean square of the values, by depth"),
        DepthFigureText::tr("Largest: %1 in %2").arg(numberText(figure.greatestValue), place(figure.greatest)),
        DepthFigureText::tr("Smallest: %1 in %2").arg(numberText(figure.leastValue), place(figure.least))};
    if (figure.known < figure.members)
        lines << DepthFigureText::tr("Known for %1 of %2 tensor(s)", nullptr, pluralOf(figure.members))
                     .arg(toQString(formatCount(figure.known)), toQString(formatCount(figure.members)));
    return lines.join(u'\n');
}

/// Appends the smallest and largest of the known values, in their original order.
void appendExtremes(QList<double>& extremes, std::span<const double> values)
{
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    const double* least = nullptr;
    const double* greatest = nullptr;
    for (const double& value : values) {
        if (std::isnan(value))
            continue;
        if (!least || value < *least)
            least = &value;
        if (!greatest || value > *greatest)
            greatest = &value;
    }
    extremes << (least ? *std::min(least, greatest) : unknown) << (least ? *std::max(least, greatest) : unknown);
}

} // namespace

DepthFigure depthFigureOf(
    std::span<const std::uint32_t> members, const std::function<double(std::uint32_t tensor)>& figureOf)
{
    DepthFigure figure{.values = {}, .members = members.size()};
    QList<double> values;
    values.reserve(qsizetype(members.size()));
    for (const std::uint32_t tensor : members) {
        const double value = figureOf(tensor);
        values << value;
        if (std::isnan(value))
            continue;
        const bool isFirst = figure.known++ == 0;
        if (isFirst || value < figure.leastValue) {
            figure.least = tensor;
            figure.leastValue = value;
        }
        if (isFirst || value > figure.greatestValue) {
            figure.greatest = tensor;
            figure.greatestValue = value;
        }
    }
    if (members.size() <= DepthFigure::mostValues) {
        figure.values = std::move(values);
        return figure;
    }
    constexpr std::size_t parts = DepthFigure::mostValues / 2;
    const std::span<const double> all(values.constData(), members.size());
    figure.values.reserve(qsizetype(DepthFigure::mostValues));
    for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t begin = part * members.size() / parts;
        appendExtremes(figure.values, all.subspan(begin, (part + 1) * members.size() / parts - begin));
    }
    return figure;
}

QVariant depthData(const DepthFigure& figure, const NameTree& tree, int role)
{
    if (figure.known == 0)
        return {};
    switch (role) {
    case DepthFigureRole:
        return QVariant::fromValue(figure.values);
    case WholeTextRole:
    case Qt::AccessibleTextRole:
        return depthText(figure, tree);
    default:
        return {};
    }
}

} // namespace loupe
