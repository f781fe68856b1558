#include "views/adapters/module_table.h"

#include "items/adapters/adapter_model.h"
#include "items/jobs/qt_text.h"
#include "views/adapters/module_list.h"
#include "views/kit/elided_path.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>

namespace loupe {

namespace {

constexpr int mostAdapterRows = 12; // that are shown at once
constexpr int leastModuleLetters = 22; // of a name: "…layers.17…q_proj"
constexpr int measuredRows = 100; // the widths of columns follow from these

bool isNameColumn(int column)
{
    return column == AdapterModel::Module || column == AdapterModel::InBase;
}

} // namespace

ModuleTable::ModuleTable(AdapterModel& model, QWidget* parent)
    : QTableView(parent)
    , m_model(model)
{
    setAccessibleName(tr("Modules"));
    dressModuleList(*this, model, [this](const QModelIndex& index, int width) { return shownText(index, width); });
    horizontalHeader()->setResizeContentsPrecision(measuredRows);
}

void ModuleTable::showReport()
{
    // Without a base there is something to say only of what cannot be computed.
    const AdapterReport& report = *m_model.report();
    const bool isSilent = !report.base && std::ranges::all_of(report.adapter->modules, &AdapterModule::isComputable);
    for (int column = 0; column < AdapterModel::ColumnCount; ++column)
        setColumnHidden(column, column == AdapterModel::InBase ? isSilent : m_model.commonText(column).has_value());
    fitColumns();
}

void ModuleTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

/// The wheel scrolls the page unless the table has the focus and more rows than it shows.
void ModuleTable::wheelEvent(QWheelEvent* event)
{
    if (hasFocus() && m_model.rowCount() > mostAdapterRows)
        QTableView::wheelEvent(event);
    else
        event->ignore();
}

/// Figures take what they need, names share the rest. As high as the rows, and a bar where even so names need more.
void ModuleTable::fitColumns()
{
    int rest = viewport()->width();
    int names = 0;
    for (int column = 0; column < AdapterModel::ColumnCount; ++column) {
        if (isColumnHidden(column))
            continue;
        if (isNameColumn(column)) {
            ++names;
            continue;
        }
        resizeColumnToContents(column);
        rest -= columnWidth(column);
    }
    const int least = leastModuleLetters * fontMetrics().averageCharWidth();
    for (int column = 0; column < AdapterModel::ColumnCount; ++column) {
        if (isNameColumn(column) && !isColumnHidden(column))
            setColumnWidth(column, std::max(rest / names, least));
    }
    const int rows = std::clamp(m_model.rowCount(), 1, mostAdapterRows);
    const int bar = rest < names * least ? horizontalScrollBar()->sizeHint().height() : 0;
    setFixedHeight(moduleListHeight(*this, rows) + bar);
}

QString ModuleTable::shownText(const QModelIndex& index, int width) const
{
    const QString text = index.data().toString();
    const AdapterReportPtr& report = m_model.report();
    const QString name = index.column() == AdapterModel::Module ? text
        : index.column() == AdapterModel::InBase                ? m_model.targetName(index.row())
                                                                : QString();
    if (!name.contains(u'.') || fontMetrics().horizontalAdvance(text) <= width)
        return text;
    const auto& list = index.column() == AdapterModel::Module ? report->moduleNames : report->targetNames;
    if (text == name)
        return elidedPath(text, fontMetrics(), width, {.list = list});
    return withShortNames(text, {name}, fontMetrics(), width, list);
}

} // namespace loupe
