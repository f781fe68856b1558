#include "views/writing/merge_list.h"

#include "items/jobs/qt_text.h"
#include "items/session/location.h"
#include "views/writing/output_table.h"

#include <QAction>
#include <QDropEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMimeData>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace loupe {

namespace {

constexpr int shownRows = 4;

} // namespace

MergeList::MergeList(QWidget* parent)
    : QWidget(parent)
    , m_sources(new MergeSourcesModel(this))
    , m_table(new QTableView)
    , m_add(new QPushButton(tr("&Add…")))
    , m_remove(new QPushButton(tr("&Remove")))
{
    setAcceptDrops(true);
    dressOutputTable(*m_table, *m_sources);
    m_table->setAccessibleName(tr("Checkpoints to merge"));
    m_table->setFixedHeight((shownRows + 1) * m_table->verticalHeader()->defaultSectionSize() + 4);
    m_add->setAutoDefault(false);
    m_remove->setAutoDefault(false);
    auto* const remove = new QAction(this);
    remove->setShortcut(QKeySequence(QKeySequence::Delete));
    remove->setShortcutContext(Qt::WidgetShortcut);
    m_table->addAction(remove);

    auto* const buttons = new QVBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_add);
    buttons->addWidget(m_remove);
    buttons->addStretch(1);
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_table, 1);
    layout->addLayout(buttons);

    connect(m_add, &QPushButton::clicked, this, &MergeList::chooseFiles);
    connect(m_remove, &QPushButton::clicked, this, &MergeList::removeSelected);
    connect(remove, &QAction::triggered, this, &MergeList::removeSelected);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &MergeList::updateButtons);
    connect(m_sources, &QAbstractItemModel::rowsRemoved, this, &MergeList::updateButtons);
    updateButtons();
}

std::vector<QWidget*> MergeList::controls() const
{
    return {m_table, m_add, m_remove};
}

void MergeList::chooseFiles()
{
    auto* const dialog = new QFileDialog(this, tr("Add checkpoints"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    if (const auto opened = m_sources->opened(); !opened.empty())
        dialog->setDirectory(localFolder(toQString(opened.back()->checkpoint->path)));
    connect(
        dialog, &QFileDialog::filesSelected, m_sources, [this](const QStringList& paths) { m_sources->add(paths); });
    dialog->open();
}

void MergeList::removeSelected()
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (!rows.isEmpty())
        m_sources->remove(rows.first().row());
}

void MergeList::updateButtons()
{
    m_remove->setEnabled(m_table->selectionModel()->hasSelection());
}

void MergeList::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MergeList::dropEvent(QDropEvent* event)
{
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    m_sources->add(paths);
    event->setDropAction(Qt::CopyAction); // never Move: the source would remove the file
    event->accept();
}

MergeChoice::MergeChoice(QObject* parent)
    : RecipeChoice(parent)
    , m_list(new MergeList)
{
    addRow(tr("From"), m_list, m_list->controls());
    connect(&m_list->sources(), &MergeSourcesModel::openedChanged, this, &RecipeChoice::changed);
}

RecipeMaker MergeChoice::recipe() const
{
    const MergeSourcesModel& sources = m_list->sources();
    return sources.opened().empty() || sources.hasFailures() ? RecipeMaker() : sources.recipe();
}

QString MergeChoice::error() const
{
    const MergeSourcesModel& sources = m_list->sources();
    return !sources.opened().empty() && sources.hasFailures() ? tr("Remove the checkpoints that could not be opened.")
                                                              : QString();
}

QString MergeChoice::hint() const
{
    return tr("Add at least two checkpoints.");
}

} // namespace loupe
