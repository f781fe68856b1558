#include "views/tree/changes_panel.h"

#include "items/session/edit_session.h"
#include "items/tree/changes_model.h"
#include "views/colors/theme.h"
#include "views/kit/icons.h"
#include "views/kit/plain_text.h"
#include "views/kit/shortcut_sheet.h"
#include "views/kit/table_copy.h"
#include "views/tree/edited_delegate.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedLayout>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace loupe {

namespace {

QTreeView* makeChangesTree(QAbstractItemModel* model)
{
    auto* const tree = new QTreeView;
    tree->setModel(model);
    tree->setItemDelegate(new EditedDelegate(tree));
    tree->setAccessibleName(ChangesPanel::tr("Changes"));
    tree->setFrameShape(QFrame::NoFrame);
    tree->setTextElideMode(Qt::ElideMiddle);
    tree->setUniformRowHeights(true);
    tree->setExpandsOnDoubleClick(false); // activated() does it, also by keyboard
    tree->setAllColumnsShowFocus(true);
    tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    tree->setContextMenuPolicy(Qt::CustomContextMenu);
    QHeaderView& header = *tree->header();
    header.setStretchLastSection(false);
    header.setSectionsMovable(false);
    header.setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header.setSectionResizeMode(ChangesModel::Subject, QHeaderView::Stretch);
    header.setSectionResizeMode(ChangesModel::Becomes, QHeaderView::Fixed);
    addCopyAction(*tree);
    return tree;
}

/// The width of the second of two columns, out of `room` pixels: half, unless one of them needs more and the other one
/// less.
int widthOfSecond(int room, int firstNeeds, int secondNeeds)
{
    const int half = room / 2;
    if (firstNeeds > room - half)
        return std::max(std::min(secondNeeds, half), room - firstNeeds);
    return std::clamp(secondNeeds, half, room - firstNeeds);
}

} // namespace

ChangesPanel::ChangesPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new ChangesModel(this))
    , m_tree(makeChangesTree(m_model))
    , m_summary(new QLabel)
    , m_problemSign(new QLabel)
    , m_problem(new QLabel)
    , m_undo(new QPushButton(tr("Undo selected")))
    , m_discard(new QPushButton(tr("Discard all")))
    , m_save(new QPushButton(tr("Save as…")))
    , m_message(new QLabel(tr("No pending changes")))
    , m_content(new QWidget)
    , m_stack(new QStackedLayout(this))
{
    for (QLabel* const label : {m_summary, m_problem}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    m_message->setTextFormat(Qt::PlainText);
    m_message->setAlignment(Qt::AlignCenter);
    m_message->setWordWrap(true);
    m_message->setMargin(24);
    m_message->setForegroundRole(QPalette::PlaceholderText);
    m_undo->setToolTip(tr("Undo the selected changes and keep later ones (Del)"));
    m_discard->setToolTip(tr("Undo all changes; Undo in the Edit menu restores them"));

    auto* const problem = new QHBoxLayout;
    problem->setContentsMargins(8, 0, 8, 0);
    problem->setSpacing(8);
    problem->addWidget(m_problemSign, 0, Qt::AlignTop);
    problem->addWidget(m_problem, 1);
    m_save->setToolTip(tr("Save to another file (Ctrl+Shift+S)"));
    auto* const bottom = new QHBoxLayout;
    bottom->setContentsMargins(8, 0, 8, 8);
    bottom->setSpacing(8);
    bottom->addWidget(m_undo);
    bottom->addWidget(m_discard);
    bottom->addStretch(1);
    bottom->addWidget(m_save);
    auto* const layout = new QVBoxLayout(m_content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_summary);
    layout->addLayout(problem);
    layout->addLayout(bottom);
    m_stack->addWidget(m_message);
    m_stack->addWidget(m_content);
    m_summary->setContentsMargins(8, 0, 8, 0);
    m_problem->hide();
    m_problemSign->hide();

    auto* const undo = new QAction(tr("Undo this change"), m_tree);
    undo->setShortcut(QKeySequence::Delete);
    undo->setShortcutContext(Qt::WidgetShortcut);
    nameInShortcutSheet(*undo, tr("Undo the selected change"));
    m_tree->addAction(undo);
    connect(undo, &QAction::triggered, this, &ChangesPanel::undoSelected);
    connect(m_save, &QPushButton::clicked, this, &ChangesPanel::saveWanted);
    connect(m_undo, &QPushButton::clicked, this, &ChangesPanel::undoSelected);
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ChangesPanel::updateButtons);
    connect(m_tree, &QWidget::customContextMenuRequested, this, &ChangesPanel::showMenu);
    connect(m_tree, &QAbstractItemView::activated, this, &ChangesPanel::goTo);
    connect(m_model, &ChangesModel::namingChanged, this, &ChangesPanel::busyChanged);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &ChangesPanel::fitColumns);
    m_tree->viewport()->installEventFilter(this);
    connect(m_tree, &QTreeView::expanded, this, [this](const QModelIndex& index) {
        m_expanded.insert(m_model->actionId(index));
        fitColumns();
    });
    connect(m_tree, &QTreeView::collapsed, this, [this](const QModelIndex& index) {
        m_expanded.erase(m_model->actionId(index));
        fitColumns();
    });
}

void ChangesPanel::setSession(EditSession* session)
{
    m_session = session;
    connect(session, &EditSession::changed, this, &ChangesPanel::showChanges);
    connect(session, &EditSession::clashesChanged, this, &ChangesPanel::showProblem);
    connect(session, &EditSession::stagingChanged, this, &ChangesPanel::updateButtons);
    connect(m_discard, &QPushButton::clicked, session, &EditSession::discardAll);
    showChanges();
}

void ChangesPanel::setActive(bool active)
{
    m_model->setShown(active);
}

bool ChangesPanel::isBusy() const
{
    return m_model->isNaming();
}

QString ChangesPanel::summary() const
{
    return m_summary->text();
}

QString ChangesPanel::problem() const
{
    return m_problem->isHidden() ? QString() : m_problem->text();
}

QString ChangesPanel::message() const
{
    return m_stack->currentWidget() == m_message ? m_message->text() : QString();
}

void ChangesPanel::showChanges()
{
    const QModelIndex current = m_tree->currentIndex();
    const QModelIndex action = current.parent().isValid() ? current.parent() : current;
    const quint64 id = action.isValid() ? m_model->actionId(action) : 0;
    const int actionRow = action.row();
    const int row = current.parent().isValid() ? current.row() : -1;
    const int scrolled = m_tree->verticalScrollBar()->value();
    m_model->setEdits(m_session->edits());
    // A new action may get the ID of one that was undone.
    std::erase_if(m_expanded, [this](quint64 number) { return !m_model->indexOfAction(number).isValid(); });
    for (const quint64 expanded : m_expanded)
        m_tree->setExpanded(m_model->indexOfAction(expanded), true);
    const QString saved = savedText(m_session->edits());
    m_summary->setText(saved.isEmpty()
            ? changesText(m_session->edits().totals())
            : tr("%1. %2", "changes, after saving").arg(changesText(m_session->edits().totals()), saved));
    const bool isEmpty = m_session->edits().actions().empty();
    m_stack->setCurrentWidget(isEmpty ? static_cast<QWidget*>(m_message) : m_content);
    // Selects the next action, to continue from there.
    if (actionRow >= 0 && !isEmpty) {
        const QModelIndex same = m_model->indexOfAction(id);
        const int siblings = m_model->rowCount(same);
        m_tree->setCurrentIndex(row >= 0 && same.isValid() && siblings > 0
                ? m_model->index(std::min(row, siblings - 1), 0, same)
                : m_model->index(std::min(actionRow, m_model->rowCount() - 1), 0));
    }
    m_tree->resizeColumnToContents(ChangesModel::Kind); // "Renamed 290 tensors": the number must be visible
    fitColumns();
    m_tree->verticalScrollBar()->setValue(scrolled);
    updateButtons();
    showProblem();
}

/// Elides no name if the other column has room.
void ChangesPanel::fitColumns()
{
    if (!m_session)
        return;
    QHeaderView& header = *m_tree->header();
    const QAbstractItemView& view = *m_tree; // QTreeView makes sizeHintForColumn() protected
    const auto needs = [&](int column) {
        return std::max(view.sizeHintForColumn(column), header.sectionSizeHint(column));
    };
    const int room = m_tree->viewport()->width() - header.sectionSize(ChangesModel::Kind);
    const int becomes = needs(ChangesModel::Becomes);
    // Deleted items have no new name, so the old one gets the room.
    const ChangeTotals totals = m_session->edits().totals();
    const bool hasOnlyDeleted = totals.all() == totals.deleted;
    header.resizeSection(
        ChangesModel::Becomes, hasOnlyDeleted ? becomes : widthOfSecond(room, needs(ChangesModel::Subject), becomes));
}

bool ChangesPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(watched, event);
}

void ChangesPanel::showProblem()
{
    const QString text = m_session->isEmpty() ? QString() : shownText(clashesText(m_session->clashes()));
    m_problem->setText(text);
    m_problemSign->setPixmap(ownIcon(Icon::Warning, Theme::of(palette()).warning).pixmap(16, 16));
    m_problem->setHidden(text.isEmpty());
    m_problemSign->setHidden(text.isEmpty());
}

void ChangesPanel::updateButtons()
{
    const bool canEdit = m_session && m_session->canEdit();
    m_undo->setEnabled(canEdit && m_tree->selectionModel()->hasSelection());
    m_discard->setEnabled(canEdit);
    m_save->setEnabled(canEdit);
}

void ChangesPanel::undoSelected()
{
    auto parts = m_model->parts(m_tree->selectionModel()->selection());
    if (m_session && !parts.empty())
        m_session->undo(std::move(parts));
}

void ChangesPanel::showMenu(QPoint position)
{
    const QModelIndex index = m_tree->indexAt(position);
    if (!index.isValid())
        return;
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, menu, &QWidget::close);
    menu->addActions(m_tree->actions());
    if (index.data(TensorRole).isValid())
        menu->addAction(tr("Show tensor"), this, [this] { goTo(m_tree->currentIndex()); });
    menu->popup(m_tree->viewport()->mapToGlobal(position));
}

void ChangesPanel::goTo(const QModelIndex& index)
{
    const QModelIndex first = index.siblingAtColumn(0);
    if (const QVariant tensor = index.data(TensorRole); tensor.isValid())
        emit tensorChosen(tensor.toUInt());
    else if (m_model->hasChildren(first))
        m_tree->setExpanded(first, !m_tree->isExpanded(first));
}

} // namespace loupe
