#include "items/tree/depth_figure.h"

#include "core/text/text.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>

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

QString depthText(const DepthFigure& figure, const NameTree& tree, std::span<const NameTree::NodeId> members)
{
    const auto place = [&](std::size_t member) { return toQString(printable(tree.place(members[member]))); };
    QStringList lines{DepthFigureText::tr("Root mean square of the values, by depth"),
        DepthFigureText::tr("Largest: %1 in %2")
            .arg(numberText(figure.values[qsizetype(figure.greatest)]), place(figure.greatest)),
        DepthFigureText::tr("Smallest: %1 in %2")
            .arg(numberText(figure.values[qsizetype(figure.least)]), place(figure.least))};
    if (figure.known < members.size())
        lines << DepthFigureText::tr("Known for %1 of %2 tensor(s)", nullptr, pluralOf(members.size()))
                     .arg(toQString(formatCount(figure.known)), toQString(formatCount(members.size())));
    return lines.join(u'\n');
}

} // namespace

DepthFigure rmsByDepth(const FilteredHealth& health, std::span<const NameTree::NodeId> members)
{
    DepthFigure figure;
    figure.values.reserve(qsizetype(members.size()));
    for (std::size_t i = 0; i < members.size(); ++i) {
        const double value = health.rms(members[i]);
        figure.values << value;
        if (std::isnan(value))
            continue;
        const bool isFirst = figure.known++ == 0;
        if (isFirst || value < figure.values[qsizetype(figure.least)])
            figure.least = i;
        if (isFirst || value > figure.values[qsizetype(figure.greatest)])
            figure.greatest = i;
    }
    return figure;
}

QVariant depthData(
    const FilteredHealth& health, const NameTree& tree, std::span<const NameTree::NodeId> members, int role)
{
    if (role != DepthFigureRole && role != WholeTextRole && role != Qt::AccessibleTextRole)
        return {};
    const DepthFigure figure = rmsByDepth(health, members);
    if (figure.known == 0)
        return {};
    return role == DepthFigureRole ? QVariant::fromValue(figure.values) : depthText(figure, tree, members);
}

} // namespace loupe
