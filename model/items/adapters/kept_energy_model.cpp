#include "items/adapters/kept_energy_model.h"

#include "core/text/percent.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"

#include <QLocale>

#include <algorithm>
#include <limits>

namespace loupe {

namespace {

constexpr int normDigits = 5;

} // namespace

void KeptEnergyModel::setAdapter(ComputedAdapterPtr adapter)
{
    beginResetModel();
    m_adapter = std::move(adapter);
    endResetModel();
}

int KeptEnergyModel::rowCount(const QModelIndex& parent) const
{
    if (parent.isValid() || !m_adapter)
        return 0;
    constexpr std::size_t most = std::numeric_limits<int>::max();
    return static_cast<int>(std::min(m_adapter->modules.size(), most));
}

int KeptEnergyModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant KeptEnergyModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const KeptModule& module = m_adapter->modules[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return toQString(printable(text(module, index.column()).toStdString()));
    case WholeTextRole:
        if (index.column() == Norm)
            return QString::number(module.norm, 'g', QLocale::FloatingPointShortest);
        if (index.column() == Energy)
            return QString::number(module.energy, 'g', QLocale::FloatingPointShortest);
        return index.column() == Module ? toQString(module.name) : text(module, index.column());
    case IsPathRole:
        return index.column() == Module;
    case Qt::TextAlignmentRole:
        return QVariant((index.column() == Module ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QString KeptEnergyModel::text(const KeptModule& module, int column) const
{
    switch (column) {
    case Module:
        return toQString(module.name);
    case RankBefore:
        return module.rankBefore ? groupedCount(*module.rankBefore) : QString();
    case Rank:
        return module.rank > 0 ? groupedCount(module.rank) : tr("whole", "change");
    case Norm:
        return QString::number(module.norm, 'g', normDigits);
    case Energy:
        return toQString(formatPercent(module.energy));
    default:
        return {};
    }
}

QVariant KeptEnergyModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == Module ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const bool isTitle = role == Qt::DisplayRole;
    switch (section) {
    case Module:
        return isTitle ? tr("Module") : tr("The part of the model that is changed");
    case RankBefore:
        return isTitle ? tr("Rank") : tr("How many rows the factor A (down) has in the file");
    case Rank:
        return isTitle ? tr("New rank") : tr("How many rows it will have; whole: the change itself is stored");
    case Norm:
        return isTitle ? tr("Norm") : tr("Frobenius norm of the update before it is cut, with its scale");
    case Energy:
        return isTitle ? tr("Energy kept") : tr("Share of the update's squared norm that the new factors have");
    default:
        return {};
    }
}

} // namespace loupe
