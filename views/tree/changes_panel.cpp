#include "views/tree/changes_panel.h"

#include "items/session/edit_session.h"
#include "items/tree/changes_model.h"
#include "views/colors/theme.h"
#include "views/kit/icons.h"
#include "views/kit/plain_text.h"
#include "views/kit/table_copy.h"
#include "views/tree/edited_delegate.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace loupe {

namespace {

QTableView* makeChangesTable(QAbstractItemModel* model)
{
    auto* const table = new QTableView;
    table->setModel(model);
    table->setItemDelegate(new EditedDelegate(table));
    table->setAccessibleName(ChangesPanel::tr("Changes"));
    table->setFrameShape(QFrame::NoFrame);
    table->setTextElideMode(Qt::ElideMiddle);
    table->setWordWrap(false);
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 8);
    QHeaderView& header = *table->horizontalHeader();
    header.setHighlightSections(false);
    header.setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header.setSectionResizeMode(ChangesModel::Subject, QHeaderView::Stretch);
    header.setSectionResizeMode(ChangesModel::Becomes, QHeaderView::Stretch);
    header.resizeSection(
        ChangesModel::Kind, table->fontMetrics().horizontalAdvance(ChangesPanel::tr("Key removed")) + 24);
    addCopyAction(*table);
    return table;
}

} // namespace

ChangesPanel::ChangesPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new ChangesModel(this))
    , m_table(makeChangesTable(m_model))
    , m_summary(new QLabel)
    , m_problemSign(new QLabel)
    , m_problem(new QLabel)
    , m_revert(new QPushButton(tr("Revert selected")))
    , m_discard(new QPushButton(tr("Discard all")))
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
    m_revert->setToolTip(tr("Undo the selected changes (Del)"));
    m_discard->setToolTip(tr("Undo all changes; Undo in the Edit menu restores them"));

    auto* const problem = new QHBoxLayout;
    problem->setContentsMargins(8, 0, 8, 0);
    problem->setSpacing(8);
    problem->addWidget(m_problemSign, 0, Qt::AlignTop);
    problem->addWidget(m_problem, 1);
    auto* const bottom = new QHBoxLayout;
    bottom->setContentsMargins(8, 0, 8, 8);
    bottom->setSpacing(8);
    bottom->addWidget(m_summary, 1);
    bottom->addWidget(m_revert);
    bottom->addWidget(m_discard);
    auto* const layout = new QVBoxLayout(m_content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_table, 1);
    layout->addLayout(problem);
    layout->addLayout(bottom);
    m_stack->addWidget(m_message);
    m_stack->addWidget(m_content);
    m_problem->hide();
    m_problemSign->hide();

    auto* const revert = new QAction(tr("Revert"), m_table);
    revert->setShortcut(QKeySequence::Delete);
    revert->setShortcutContext(Qt::WidgetShortcut);
    m_table->addAction(revert);
    connect(revert, &QAction::triggered, this, &ChangesPanel::revertSelected);
    connect(m_revert, &QPushButton::clicked, this, &ChangesPanel::revertSelected);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ChangesPanel::updateButtons);
    connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        if (const QVariant tensor = index.data(TensorRole); tensor.isValid())
            emit tensorChosen(tensor.toUInt());
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
    const int row = m_table->currentIndex().row();
    const int scrolled = m_table->verticalScrollBar()->value();
    m_model->setEdits(m_session->edits());
    m_summary->setText(changesText(m_session->edits().totals()));
    m_stack->setCurrentWidget(m_session->isEmpty() ? static_cast<QWidget*>(m_message) : m_content);
    if (row >= 0 && m_model->rowCount() > 0)
        m_table->selectRow(std::min(row, m_model->rowCount() - 1));
    m_table->verticalScrollBar()->setValue(scrolled);
    updateButtons();
    showProblem();
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
    m_revert->setEnabled(canEdit && m_table->selectionModel()->hasSelection());
    m_discard->setEnabled(canEdit);
}

void ChangesPanel::revertSelected()
{
    std::vector<std::uint64_t> rows;
    for (const QItemSelectionRange& range : m_table->selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.push_back(std::uint64_t(row));
    }
    if (m_session && !rows.empty())
        m_session->revertChanges(std::move(rows));
}

} // namespace loupe
