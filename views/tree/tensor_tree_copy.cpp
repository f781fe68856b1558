// What TensorTreeView copies, and its context menu.

#include "views/tree/tensor_tree_view.h"

#include "items/tree/tensor_tree_model.h"
#include "views/kit/icons.h"
#include "views/kit/table_copy.h"
#include "views/values/python_snippet.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

/// The rows from the root to the index: their order is the order on the screen.
std::vector<int> placeOf(QModelIndex index)
{
    std::vector<int> place;
    for (; index.isValid(); index = index.parent())
        place.push_back(index.row());
    std::reverse(place.begin(), place.end());
    return place;
}

QModelIndexList inScreenOrder(const QModelIndexList& rows)
{
    std::vector<std::pair<std::vector<int>, QModelIndex>> placed;
    placed.reserve(std::size_t(rows.size()));
    for (const QModelIndex& row : rows)
        placed.emplace_back(placeOf(row), row);
    std::sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    QModelIndexList sorted;
    for (const auto& [place, row] : placed)
        sorted << row;
    return sorted;
}

} // namespace

std::vector<std::uint32_t> TensorTreeView::selectedTensors() const
{
    std::vector<std::uint32_t> tensors;
    for (const QModelIndex& row : inScreenOrder(selectedRows(*selectionModel()))) {
        if (!row.data(IsGroupRole).toBool())
            tensors.push_back(m_model->nodeAt(row));
    }
    return tensors;
}

NodeChoice TensorTreeView::chosen() const
{
    NodeChoice choice{m_model->checkpoint(), m_model->order(), {}};
    if (!choice.opened)
        return choice;
    choice.nodes = selectedNodes();
    return choice;
}

bool TensorTreeView::isChosenEdited() const
{
    constexpr std::size_t mostLookedAt = 20'000;
    if (!m_model->checkpoint())
        return false;
    std::size_t looked = 0;
    for (const QItemSelectionRange& range : selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row) {
            if (++looked > mostLookedAt || m_model->isEdited(m_model->nodeAt(m_model->index(row, 0, range.parent()))))
                return true;
        }
    }
    return false;
}

QString TensorTreeView::selectedNames() const
{
    QStringList names;
    for (const QModelIndex& row : inScreenOrder(selectedRows(*selectionModel())))
        names << row.data(FullNameRole).toString();
    if (const QString note = cutNote(selectedRowCount(*selectionModel())); !note.isEmpty())
        names << note;
    return names.join(QLatin1Char('\n'));
}

void TensorTreeView::copyNames() const
{
    if (const QString names = selectedNames(); !names.isEmpty())
        QGuiApplication::clipboard()->setText(names);
}

void TensorTreeView::contextMenuEvent(QContextMenuEvent* event)
{
    const QModelIndex index = currentIndex();
    if (!index.isValid())
        return;
    // Not a nested loop: what is opened meanwhile would find the menu's row gone.
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, menu, &QWidget::close);
    const auto selected = int(std::min<qint64>(selectedRowCount(*selectionModel()), maximumCopiedRows));
    menu->addAction(icon(Icon::Copy), selected > 1 ? tr("Copy %n names", nullptr, selected) : tr("Copy name"),
        QKeySequence::Copy, this, &TensorTreeView::copyNames);
    menu->addAction(
        icon(Icon::Export), tr("Export…"), QKeySequence(Qt::CTRL | Qt::Key_E), this, &TensorTreeView::exportRequested);
    if (const auto tensor = currentTensor()) {
        const QStringList libraries = snippetLibraries(*m_model->checkpoint()->checkpoint);
        for (int i = 0; i < libraries.size(); ++i)
            menu->addAction(
                tr("Copy as Python for %1").arg(libraries[i]), this, [this, tensor, i] { copySnippet(*tensor, i); });
        menu->addSeparator();
        menu->addAction(tr("Show bytes"), this, [this, tensor] { emit hexRequested(*tensor); });
        menu->addAction(tr("Compute digest…"), this, [this, tensor] { emit digestRequested(*tensor); });
    }
    if (!actions().isEmpty()) {
        menu->addSeparator();
        menu->addActions(actions());
    }
    menu->addSeparator();
    menu->addAction(tr("Expand all"), this, &TensorTreeView::expandAll);
    menu->addAction(tr("Collapse all"), this, &TensorTreeView::collapseAll);
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    menu->popup(byKey ? viewport()->mapToGlobal(visualRect(index).center()) : event->globalPos());
}

void TensorTreeView::copySnippet(std::uint32_t tensor, int library) const
{
    const Checkpoint& checkpoint = *m_model->checkpoint()->checkpoint;
    QGuiApplication::clipboard()->setText(pythonSnippet(checkpoint, tensor, snippetLibraries(checkpoint)[library]));
}

} // namespace loupe
