#include "views/renaming/rename_table.h"

#include "items/renaming/rename_rows_model.h"
#include "views/colors/theme.h"
#include "views/tree/edited_delegate.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>

namespace loupe {

namespace {

constexpr int renamePadding = 24;

} // namespace

RenameTable::RenameTable(RenameRowsModel& rows, QWidget* parent)
    : QTableView(parent)
    , m_rows(rows)
{
    setModel(&rows);
    setItemDelegate(new EditedDelegate(this));
    setAccessibleName(tr("Suggested pairs"));
    setTextElideMode(Qt::ElideMiddle);
    setWordWrap(false);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setTabKeyNavigation(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    QHeaderView* const header = horizontalHeader();
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setSectionResizeMode(QHeaderView::Stretch);
    header->setMinimumSectionSize(fontMetrics().height());
    const std::pair<int, QString> narrow[] = {
        {RenameRowsModel::Why, tr("confirmed before")}, {RenameRowsModel::Confidence, tr("Confidence")}};
    for (const auto& [column, longest] : narrow) {
        header->setSectionResizeMode(column, QHeaderView::Interactive);
        header->resizeSection(column, fontMetrics().horizontalAdvance(longest) + 2 * renamePadding);
    }
    header->setSortIndicator(RenameRowsModel::NameA, Qt::AscendingOrder);
    setSortingEnabled(true);
}

void RenameTable::setEmptyText(const QString& text)
{
    m_emptyText = text;
    setAccessibleDescription(text);
    viewport()->update();
}

void RenameTable::keyPressEvent(QKeyEvent* event)
{
    const QItemSelection selected = selectionModel()->selection();
    if (event->key() != Qt::Key_Space || selected.isEmpty())
        return QTableView::keyPressEvent(event);
    const QModelIndex first = m_rows.index(selected.front().top(), RenameRowsModel::NameA);
    const bool checked = first.data(Qt::CheckStateRole).toInt() != Qt::Checked;
    for (const QItemSelectionRange& range : selected)
        m_rows.checkRows(range.top(), range.bottom(), checked);
}

void RenameTable::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    if (m_rows.rowCount() > 0 || m_emptyText.isEmpty())
        return;
    QPainter painter(viewport());
    painter.setPen(Theme::of(palette()).mutedText);
    painter.drawText(viewport()->rect().adjusted(renamePadding, renamePadding, -renamePadding, -renamePadding),
        int(Qt::AlignCenter) | Qt::TextWordWrap, m_emptyText);
}

} // namespace loupe
