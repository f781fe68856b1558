#include "items/adapters/module_table_model.h"

#include "core/text/text.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace loupe {

ModuleTableModel::ModuleTableModel(std::span<const ModuleColumn> columns, QObject* parent)
    : QAbstractTableModel(parent)
    , m_columns(columns)
{
}

int ModuleTableModel::rowCount(const QModelIndex& parent) const
{
    constexpr std::size_t most = std::numeric_limits<int>::max();
    return parent.isValid() ? 0 : static_cast<int>(std::min(moduleCount(), most));
}

int ModuleTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant ModuleTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return toQString(printable(text(row, index.column()).toStdString()));
    case WholeTextRole:
        return wholeText(row, index.column());
    case IsPathRole:
        return index.column() == 0;
    case Qt::TextAlignmentRole:
        return alignmentOf(index.column());
    default:
        return {};
    }
}

QVariant ModuleTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const ModuleColumn& column = m_columns[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole:
        return QCoreApplication::translate(metaObject()->className(), column.title);
    case Qt::ToolTipRole:
        return QCoreApplication::translate(metaObject()->className(), column.meaning);
    case Qt::TextAlignmentRole:
        return alignmentOf(section);
    default:
        return {};
    }
}

QVariant ModuleTableModel::alignmentOf(int column) const
{
    const bool isNumber = m_columns[static_cast<std::size_t>(column)].isNumber;
    return QVariant((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

} // namespace loupe
