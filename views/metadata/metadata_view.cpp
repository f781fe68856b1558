#include "views/metadata/metadata_view.h"

#include "items/jobs/qt_text.h"
#include "items/metadata/metadata_model.h"
#include "items/session/edit_session.h"
#include "views/colors/theme.h"
#include "views/kit/shortcut_sheet.h"
#include "views/kit/table_copy.h"
#include "views/metadata/metadata_editor.h"
#include "views/metadata/metadata_search.h"
#include "views/tree/edited_delegate.h"
#include "views/values/value_pane.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace loupe {

namespace {

constexpr int mostExpandedRows = 200; // more rows would no longer be an overview

class MutedDelegate : public EditedDelegate {
public:
    using EditedDelegate::EditedDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        EditedDelegate::initStyleOption(option, index);
        option->palette.setColor(QPalette::Text, Theme::of(option->palette).mutedText);
    }
};

} // namespace

MetadataView::MetadataView(QWidget* parent)
    : QWidget(parent)
    , m_model(new MetadataModel(this))
    , m_tree(new QTreeView)
    , m_search(new MetadataSearch)
    , m_value(new ValuePane(tr("Full value")))
    , m_splitter(new QSplitter(Qt::Vertical))
    , m_content(new QWidget)
    , m_message(new QLabel)
    , m_stack(new QStackedLayout)
    , m_commands(new QWidget)
    , m_add(new QPushButton(tr("Add…")))
    , m_edit(new QPushButton(tr("Edit…")))
    , m_remove(new QPushButton(tr("Remove")))
    , m_removeKey(new QAction(tr("Remove"), m_tree))
{
    makeTree();
    makeSearch();
    m_value->setPlaceholderText(tr("Full value of the selected row"));
    m_message->setTextFormat(Qt::PlainText);
    m_message->setAlignment(Qt::AlignCenter);
    m_message->setWordWrap(true);
    m_message->setMargin(24);
    m_message->setForegroundRole(QPalette::PlaceholderText);

    m_splitter->addWidget(m_tree);
    m_splitter->addWidget(m_value);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setChildrenCollapsible(false);
    auto* const content = new QVBoxLayout(m_content);
    content->setContentsMargins(0, 0, 0, 0);
    content->setSpacing(0);
    content->addWidget(m_search);
    content->addWidget(m_splitter, 1);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(m_stack, 1); // placed before the stack shows its pages
    layout->addWidget(m_commands);
    m_stack->addWidget(m_message);
    m_stack->addWidget(m_content);
    makeCommands();

    connect(m_model, &MetadataModel::loaded, this, &MetadataView::showLoaded);
    connect(m_model, &MetadataModel::filterApplied, this, &MetadataView::showLoaded);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &MetadataView::showCurrent);
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this, &MetadataView::updateCommands);
    connect(m_model, &QAbstractItemModel::modelReset, this, &MetadataView::showCurrent);
    setCheckpoint(nullptr);
}

void MetadataView::makeTree()
{
    m_tree->setModel(m_model);
    m_tree->setAccessibleName(tr("Metadata"));
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setTextElideMode(Qt::ElideRight);
    m_tree->setItemDelegate(new EditedDelegate(m_tree));
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->header()->setSectionResizeMode(MetadataModel::Key, QHeaderView::Interactive);
    m_tree->setItemDelegateForColumn(MetadataModel::Type, new MutedDelegate(m_tree));
    m_tree->header()->moveSection(MetadataModel::Type, MetadataModel::Value);
    m_tree->header()->setStretchLastSection(true);
    m_tree->header()->resizeSection(MetadataModel::Key, 208);
    m_tree->header()->resizeSection(
        MetadataModel::Type, fontMetrics().horizontalAdvance(QStringLiteral("ARRAY of FLOAT32")) + 24);
    addCopyAction(*m_tree);
}

void MetadataView::makeSearch()
{
    connect(m_search, &MetadataSearch::textChanged, this, [this](const QString& text) {
        m_model->setFilter(text);
        if (m_model->isLoading())
            m_search->setSearching();
        emit busyChanged();
    });
    connect(m_search, &MetadataSearch::nextWanted, this, [this] { showMatch(true); });
    connect(m_search, &MetadataSearch::previousWanted, this, [this] { showMatch(false); });
    connect(m_search, &MetadataSearch::left, m_tree, qOverload<>(&QWidget::setFocus));
    for (QWidget* const widget : std::initializer_list<QWidget*>{m_tree, m_value})
        widget->installEventFilter(this);
}

/// Ctrl+F searches the metadata here.
bool MetadataView::eventFilter(QObject* watched, QEvent* event)
{
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (!isKey || !static_cast<QKeyEvent*>(event)->matches(QKeySequence::Find))
        return QWidget::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        m_search->focus();
    return true;
}

void MetadataView::showMatch(bool next)
{
    const std::size_t count = m_model->matchCount();
    if (count == 0)
        return;
    const auto current = m_model->matchAt(m_tree->currentIndex());
    const std::size_t last = count - 1;
    const std::size_t wanted =
        next ? (current && *current < last ? *current + 1 : 0) : (current && *current > 0 ? *current - 1 : last);
    const QModelIndex row = m_model->rowOfMatch(wanted);
    m_tree->setCurrentIndex(row); // opens its ancestors
    m_tree->scrollTo(row);
}

void MetadataView::makeCommands()
{
    auto* const layout = new QHBoxLayout(m_commands);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    for (QPushButton* const button : {m_add, m_edit, m_remove})
        layout->addWidget(button);
    layout->addStretch(1);
    // Makes room for both texts, so that nothing moves.
    m_remove->setText(tr("Restore"));
    m_remove->setMinimumWidth(m_remove->sizeHint().width());
    m_remove->setText(tr("Remove"));
    m_remove->setMinimumWidth(std::max(m_remove->minimumWidth(), m_remove->sizeHint().width()));
    m_commands->hide();
    m_removeKey->setShortcut(QKeySequence::Delete);
    m_removeKey->setShortcutContext(Qt::WidgetShortcut);
    nameInShortcutSheet(*m_removeKey, tr("Remove or restore the metadata key"));
    connect(m_add, &QPushButton::clicked, this, &MetadataView::addKey);
    connect(m_edit, &QPushButton::clicked, this, &MetadataView::editKey);
    connect(m_remove, &QPushButton::clicked, this, &MetadataView::removeOrRestore);
    connect(m_removeKey, &QAction::triggered, this, &MetadataView::removeOrRestore);
    connect(m_tree, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        if (!index.parent().isValid() && !m_model->hasChildren(index.siblingAtColumn(0)))
            editKey();
    });
}

void MetadataView::setSession(EditSession* session)
{
    m_session = session;
    m_commands->show();
    m_tree->addAction(m_removeKey);
    connect(session, &EditSession::changed, this, [this] {
        if (m_session->edits().checkpoint() != m_checkpoint)
            return;
        if (!m_wantedKey)
            m_wantedKey = m_model->keyOf(m_tree->currentIndex());
        m_model->setEdits(m_session->edits());
        emit busyChanged();
        updateCommands();
    });
    connect(session, &EditSession::stagingChanged, this, &MetadataView::updateCommands);
    updateCommands();
}

void MetadataView::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint)
{
    m_checkpoint = std::move(checkpoint);
    m_message->setText(m_checkpoint ? tr("Reading…") : tr("Open a file to see its metadata."));
    m_stack->setCurrentWidget(m_message);
    m_isNew = true;
    m_search->clear();
    m_wantedKey.reset();
    m_model->setCheckpoint(m_checkpoint);
    updateCommands();
    emit busyChanged();
}

bool MetadataView::isBusy() const
{
    return m_model->isLoading();
}

QString MetadataView::message() const
{
    return m_stack->currentWidget() == m_message ? m_message->text() : QString();
}

QString MetadataView::valueText() const
{
    return m_value->toPlainText();
}

void MetadataView::showLoaded()
{
    if (!m_model->isEmpty()) {
        m_stack->setCurrentWidget(m_content);
        m_tree->setColumnHidden(MetadataModel::Type, !m_model->hasTypes());
        expandFirst();
        QModelIndex current = m_wantedKey ? m_model->rowOf(*m_wantedKey) : QModelIndex();
        if (!current.isValid())
            current = m_model->matchCount() > 0 ? m_model->rowOfMatch(0) : m_model->index(0, 0);
        m_tree->setCurrentIndex(current);
        if (!m_isNew)
            m_tree->scrollTo(current);
        m_isNew = false;
    } else if (m_checkpoint) {
        m_message->setText(
            m_checkpoint->metadata ? tr("The metadata of this file is empty.") : tr("This file has no metadata."));
        m_stack->setCurrentWidget(m_message);
    }
    m_wantedKey.reset();
    updateCommands();
    emit busyChanged();
}

void MetadataView::expandFirst()
{
    int rows = m_model->rowCount();
    for (int row = 0; row < m_model->rowCount() && rows < mostExpandedRows; ++row) {
        const QModelIndex key = m_model->index(row, 0);
        rows += m_model->rowCount(key);
        if (rows < mostExpandedRows)
            m_tree->expand(key);
    }
}

void MetadataView::showCurrent()
{
    const QModelIndex value = m_tree->currentIndex().siblingAtColumn(MetadataModel::Value);
    const QVariant whole = value.data(WholeTextRole);
    m_value->setValue((whole.isValid() ? whole : value.data(Qt::DisplayRole)).toString());
    if (!m_model->isLoading())
        m_search->setMatches(
            m_model->matchAt(m_tree->currentIndex()).value_or(std::size_t(-1)) + 1, m_model->matchCount());
}

/// Whether a nested element is selected, which cannot be removed without its key's whole value.
bool MetadataView::isElementSelected() const
{
    const QItemSelection selection = m_tree->selectionModel()->selection();
    return std::ranges::any_of(selection, [](const QItemSelectionRange& range) { return range.parent().isValid(); });
}

std::vector<std::string> MetadataView::selectedKeys() const
{
    std::vector<std::string> keys;
    constexpr int all = std::numeric_limits<int>::max();
    for (const QModelIndex& row : selectedRows(*m_tree->selectionModel(), all)) {
        if (auto key = m_model->keyOf(row))
            keys.push_back(std::move(*key));
    }
    return keys;
}

void MetadataView::updateCommands()
{
    const bool canEdit = m_session && m_session->canEdit() && m_session->edits().checkpoint() == m_checkpoint;
    const QModelIndex current = m_tree->currentIndex();
    const bool hasKey = canEdit && m_tree->selectionModel()->hasSelection() && current.isValid();
    QModelIndex key = current.siblingAtColumn(MetadataModel::Key);
    while (key.parent().isValid())
        key = key.parent();
    const bool isLong = !m_model->isWhole(key)
        || key.siblingAtColumn(MetadataModel::Value).data(WholeTextRole).toString().size()
            > MetadataEditor::longestValue
        || key.data(WholeTextRole).toString().size() > MetadataEditor::longestValue;
    m_add->setEnabled(canEdit);
    m_edit->setEnabled(hasKey && !isMarkedForDeletion(key) && !isLong);
    m_edit->setToolTip(isLong ? tr("The value is too long to edit here") : QString());
    const bool isElement = hasKey && isElementSelected();
    m_remove->setEnabled(hasKey && !isElement);
    m_remove->setToolTip(isElement ? tr("Only whole keys can be removed: select the key") : QString());
    m_removeKey->setEnabled(hasKey && !isElement);
    const QString text = hasKey && isMarkedForDeletion(key) ? tr("Restore") : tr("Remove");
    m_remove->setText(text);
    m_removeKey->setText(text);
}

void MetadataView::addKey()
{
    auto* const editor = new MetadataEditor(
        {}, {}, [this](const QString& key) { return m_model->valueNow(key.toStdString()); }, this);
    connect(editor, &MetadataEditor::edited, this,
        [this, checkpoint = m_checkpoint](const QString& key, const QString& value) {
            if (m_checkpoint != checkpoint)
                return; // another checkpoint was opened meanwhile
            m_wantedKey = key.toStdString();
            m_session->setMetadata(*m_wantedKey, value.toStdString());
        });
    editor->open();
}

void MetadataView::editKey()
{
    QModelIndex row = m_tree->currentIndex().siblingAtColumn(MetadataModel::Key);
    while (row.parent().isValid())
        row = row.parent();
    const auto key = m_model->keyOf(row);
    if (!key || !m_edit->isEnabled())
        return;
    const std::string before = m_model->valueOf(row);
    auto* const editor = new MetadataEditor(
        toQString(*key), toQString(before),
        [this](const QString& other) { return m_model->valueNow(other.toStdString()); }, this);
    connect(editor, &MetadataEditor::edited, this,
        [this, key = *key, before, checkpoint = m_checkpoint](
            const QString& newKey, const QString& value, bool valueChanged) {
            if (m_checkpoint != checkpoint)
                return; // another checkpoint was opened meanwhile
            m_wantedKey = newKey == toQString(key) ? key : newKey.toStdString();
            m_session->replaceMetadata(key, std::string(*m_wantedKey), valueChanged ? value.toStdString() : before);
        });
    editor->open();
}

void MetadataView::removeOrRestore()
{
    const auto keys = selectedKeys();
    if (!m_session || keys.empty())
        return;
    m_wantedKey = m_model->keyOf(m_tree->currentIndex());
    if (isMarkedForDeletion(m_model->rowOf(*m_wantedKey)))
        m_session->revertMetadata(keys);
    else
        m_session->removeMetadata(keys);
}

} // namespace loupe
