#include "views/metadata_view.h"

#include "items/metadata_model.h"
#include "views/plain_text.h"
#include "views/table_copy.h"
#include "views/theme.h"

#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QStackedLayout>
#include <QTreeView>

namespace loupe {

namespace {

constexpr int expandedRows = 200; // more than this at once is no overview any more
constexpr qsizetype shownCharacters = 16 * 1024; // laying out more of one line holds the window up

} // namespace

MetadataView::MetadataView(QWidget* parent)
    : QWidget(parent)
    , m_model(new MetadataModel(this))
    , m_tree(new QTreeView)
    , m_value(new QPlainTextEdit)
    , m_splitter(new QSplitter(Qt::Vertical))
    , m_message(new QLabel)
    , m_stack(new QStackedLayout(this))
{
    m_tree->setModel(m_model);
    m_tree->setAccessibleName(tr("Metadata"));
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setTextElideMode(Qt::ElideRight);
    m_tree->header()->setSectionResizeMode(MetadataModel::Key, QHeaderView::Interactive);
    m_tree->header()->setStretchLastSection(true);
    m_tree->header()->resizeSection(MetadataModel::Key, 208);
    addCopyAction(*m_tree);
    m_value->setAccessibleName(tr("Whole value"));
    m_value->setPlaceholderText(tr("The value of the row selected above, in full"));
    m_value->setReadOnly(true);
    m_value->setTabChangesFocus(true);
    m_value->setFrameShape(QFrame::NoFrame);
    m_value->setFont(monospaceFont());
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
    m_stack->addWidget(m_message);
    m_stack->addWidget(m_splitter);

    connect(m_model, &MetadataModel::loaded, this, &MetadataView::showLoaded);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &MetadataView::showCurrent);
    connect(m_model, &QAbstractItemModel::modelReset, this, &MetadataView::showCurrent);
    setCheckpoint(nullptr);
}

void MetadataView::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint)
{
    m_checkpoint = std::move(checkpoint);
    m_message->setText(m_checkpoint ? tr("Reading…") : tr("The metadata of a file stands here once one is open."));
    m_stack->setCurrentWidget(m_message);
    m_model->setCheckpoint(m_checkpoint);
    emit busyChanged();
}

bool MetadataView::busy() const
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
    if (m_model->rowCount() > 0) {
        m_stack->setCurrentWidget(m_splitter);
        int rows = m_model->rowCount();
        for (int row = 0; row < m_model->rowCount() && rows < expandedRows; ++row) {
            const QModelIndex key = m_model->index(row, 0);
            rows += m_model->rowCount(key);
            if (rows < expandedRows)
                m_tree->expand(key);
        }
        m_tree->setCurrentIndex(m_model->index(0, 0));
    } else if (m_checkpoint) {
        m_message->setText(m_checkpoint->metadata ? tr("The file has a place for metadata and nothing in it.")
                                                  : tr("This file has no metadata."));
    }
    emit busyChanged();
}

void MetadataView::showCurrent()
{
    const QModelIndex value = m_tree->currentIndex().siblingAtColumn(MetadataModel::Value);
    const QVariant whole = value.data(WholeTextRole);
    QString text = (whole.isValid() ? whole : value.data(Qt::DisplayRole)).toString();
    if (const qsizetype more = text.size() - shownCharacters; more > 0) {
        text.truncate(shownCharacters);
        text += tr("\n\n… and %1 more characters: copying the row above takes them all").arg(more);
    }
    // Lines stay lines; all else that could fool a reader is spelled out.
    QStringList lines = text.split(u'\n');
    for (QString& line : lines)
        line = printableText(line);
    m_value->setPlainText(lines.join(u'\n'));
}

} // namespace loupe
