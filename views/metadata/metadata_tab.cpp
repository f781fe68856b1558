#include "views/metadata/metadata_tab.h"

#include "core/text/text.h"
#include "items/compare/comparison_model.h"
#include "items/compare/metadata_difference_model.h"
#include "items/jobs/qt_text.h"
#include "views/compare/pair_messages.h"
#include "views/kit/plain_text.h"
#include "views/kit/table_copy.h"
#include "views/kit/view_controls.h"
#include "views/metadata/metadata_delegate.h"
#include "views/values/value_pane.h"

#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace loupe {

namespace {

constexpr int expandedRows = 200; // more rows would no longer be an overview

} // namespace

MetadataTab::MetadataTab(QWidget* parent)
    : ComparisonTab(parent)
    , m_model(new MetadataDifferenceModel(this))
    , m_tree(new QTreeView)
    , m_valueA(new ValuePane(tr("Full value in A")))
    , m_valueB(new ValuePane(tr("Full value in B")))
    , m_message(new QLabel)
    , m_compute(makeComputeButton(tr("Compare the metadata")))
    , m_notice(new QWidget)
    , m_stack(new QStackedLayout(this))
{
    m_tree->setModel(m_model);
    m_tree->setItemDelegate(new MetadataDelegate(m_tree));
    m_tree->setAccessibleName(tr("Metadata of A and B"));
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setIndentation(16);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(MetadataDifferenceModel::Key, QHeaderView::Interactive);
    m_tree->header()->setSectionResizeMode(MetadataDifferenceModel::A, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(MetadataDifferenceModel::B, QHeaderView::Stretch);
    m_tree->header()->resizeSection(MetadataDifferenceModel::Key, 176);
    m_tree->header()->setHighlightSections(false);
    addCopyAction(*m_tree);
    m_valueA->setObjectName(QStringLiteral("valueA"));
    m_valueB->setObjectName(QStringLiteral("valueB"));
    m_valueA->setPlaceholderText(tr("Not in A"));
    m_valueB->setPlaceholderText(tr("Not in B"));
    m_message->setTextFormat(Qt::PlainText);
    m_message->setAlignment(Qt::AlignCenter);
    m_message->setWordWrap(true);
    m_message->setMargin(24);
    m_message->setForegroundRole(QPalette::PlaceholderText);
    m_notice->setBackgroundRole(QPalette::Base);
    m_notice->setAutoFillBackground(true);
    auto* const notice = new QVBoxLayout(m_notice);
    notice->setSpacing(0);
    notice->addStretch(1);
    notice->addWidget(m_message);
    notice->addWidget(m_compute, 0, Qt::AlignHCenter);
    notice->addStretch(1);

    auto* const values = new QSplitter(Qt::Horizontal);
    values->addWidget(m_valueA);
    values->addWidget(m_valueB);
    values->setChildrenCollapsible(false);
    auto* const content = new QSplitter(Qt::Vertical);
    content->addWidget(m_tree);
    content->addWidget(values);
    content->setStretchFactor(0, 2);
    content->setStretchFactor(1, 1);
    content->setChildrenCollapsible(false);
    m_content = content;
    m_stack->addWidget(m_notice);
    m_stack->addWidget(m_content);

    connect(m_model, &MetadataDifferenceModel::loaded, this, &MetadataTab::showLoaded);
    connect(m_model, &MetadataDifferenceModel::failed, this, [this](const Error& error) {
        say(tr("Could not compare the metadata: %1").arg(shownText(describe(error))), true);
        emit busyChanged();
    });
    connect(m_compute, &QAbstractButton::clicked, this, &MetadataTab::compute);
    connect(m_model, &QAbstractItemModel::modelReset, this, &MetadataTab::showCurrent);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &MetadataTab::showCurrent);
    setResults(nullptr);
}

void MetadataTab::setResults(const ComparisonResultsPtr& results)
{
    const PairedCheckpointsPtr before = std::exchange(m_paired, results ? results->paired() : nullptr);
    const bool isSame = before && m_paired && before->a == m_paired->a && before->b == m_paired->b;
    const MetadataDifference none;
    const MetadataDifference& found = m_paired ? m_paired->metadata : none;
    const std::size_t count = found.added.size() + found.removed.size() + found.changed.size();
    emit titleChanged(count > 0 ? tr("Metadata (%1)").arg(toQString(formatCount(count))) : tr("Metadata"));
    if (isSame)
        return; // the pairing has changed
    compute();
}

void MetadataTab::compute()
{
    m_wanted = m_paired != nullptr;
    m_model->setPaired(nullptr);
    say(m_paired ? tr("Comparing…") : tr("Metadata of both checkpoints"));
    load();
}

void MetadataTab::setActive(bool active)
{
    m_active = active;
    load();
}

void MetadataTab::load()
{
    if (!m_active || !m_wanted)
        return;
    m_wanted = false;
    m_model->setPaired(m_paired);
    emit busyChanged();
}

bool MetadataTab::isBusy() const
{
    return m_model->isLoading();
}

void MetadataTab::stop()
{
    if (!m_model->isLoading())
        return;
    m_model->stop();
    say(stoppedText(), true);
    emit busyChanged();
}

QString MetadataTab::message() const
{
    return m_stack->currentWidget() == m_notice ? m_message->text() : QString();
}

void MetadataTab::say(const QString& sentence, bool canCompute)
{
    m_message->setText(sentence);
    m_compute->setVisible(canCompute);
    m_stack->setCurrentWidget(m_notice);
}

void MetadataTab::showLoaded()
{
    if (m_model->rowCount() > 0) {
        m_stack->setCurrentWidget(m_content);
        expandDifferences();
        m_tree->setCurrentIndex(m_model->index(0, 0));
    } else {
        say(tr("Neither checkpoint has metadata."));
    }
    emit busyChanged();
}

void MetadataTab::expandDifferences()
{
    const auto changed = int(PairStatus::Changed);
    std::vector<QModelIndex> open{QModelIndex()};
    int rows = m_model->rowCount();
    for (std::size_t i = 0; i < open.size() && rows < expandedRows; ++i) {
        for (int row = 0; row < std::min(m_model->rowCount(open[i]), expandedRows) && rows < expandedRows; ++row) {
            const QModelIndex child = m_model->index(row, 0, open[i]);
            rows += m_model->rowCount(child);
            if (!m_model->hasChildren(child) || child.data(ComparisonModel::PairStatusRole).toInt() != changed
                || rows >= expandedRows)
                continue;
            m_tree->expand(child);
            open.push_back(child);
        }
    }
}

void MetadataTab::showCurrent()
{
    const QModelIndex current = m_tree->currentIndex();
    for (const auto& [pane, column] :
        {std::pair(m_valueA, MetadataDifferenceModel::A), std::pair(m_valueB, MetadataDifferenceModel::B)})
        pane->setValue(current.siblingAtColumn(column).data(WholeTextRole).toString());
}

} // namespace loupe
