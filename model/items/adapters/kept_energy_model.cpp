#include "items/adapters/kept_energy_model.h"

#include "core/text/percent.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"

#include <QLocale>

#include <array>

namespace loupe {

namespace {

constexpr int normDigits = 5;

constexpr std::array<ModuleColumn, KeptEnergyModel::ColumnCount> energyColumns{{
    {QT_TRANSLATE_NOOP("loupe::KeptEnergyModel", "Module"),
        QT_TRANSLATE_NOOP("loupe::KeptEnergyModel", "The part of the model that is changed")},
    {QT_TRANSLATE_NOOP("loupe::KeptEnergyModel", "Rank"),
        QT_TRANSLATE_NOOP("loupe::KeptEnergyModel", "How many rows the factor A (down) has in the file"), true},
    {QT_TRANSLATE_NOOP("loupe::KeptEnergyModel", "New rank"),
        QT_TRANSLATE_NOOP("loupe::KeptEnergyModel", "How many rows it will have; whole: the change itself is stored"),
        true},
    {QT_TRANSLATE_NOOP("loupe::KeptEnergyModel", "Norm"),
        QT_TRANSLATE_NOOP("loupe::KeptEnergyModel",
            "Frobenius norm of the update before it is cut, with its scale: the root of the sum of its squared "
            "elements"),
        true},
    {QT_TRANSLATE_NOOP("loupe::KeptEnergyModel", "Energy kept"),
        QT_TRANSLATE_NOOP("loupe::KeptEnergyModel",
            "Share of the update's squared norm that the new factors have: the sum of the squares of the singular "
            "values that are kept, divided by that of all"),
        true},
}};

} // namespace

KeptEnergyModel::KeptEnergyModel(QObject* parent)
    : ModuleTableModel(energyColumns, parent)
{
}

void KeptEnergyModel::setAdapter(ComputedAdapterPtr adapter)
{
    beginResetModel();
    m_adapter = std::move(adapter);
    endResetModel();
}

std::size_t KeptEnergyModel::moduleCount() const
{
    return m_adapter ? m_adapter->modules.size() : 0;
}

QString KeptEnergyModel::text(std::size_t row, int column) const
{
    const KeptModule& module = m_adapter->modules[row];
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

QString KeptEnergyModel::wholeText(std::size_t row, int column) const
{
    const KeptModule& module = m_adapter->modules[row];
    switch (column) {
    case Norm:
        return QString::number(module.norm, 'g', QLocale::FloatingPointShortest);
    case Energy:
        return QString::number(module.energy, 'g', QLocale::FloatingPointShortest);
    default:
        return text(row, column);
    }
}

} // namespace loupe
