#include "views/overview/adapter_panel.h"

#include "insight/model_checks.h"
#include "items/adapters/adapter_model.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/session/location.h"
#include "views/colors/theme.h"
#include "views/kit/icons.h"
#include "views/kit/plain_text.h"
#include "views/kit/selectable_label.h"
#include "views/kit/table_copy.h"
#include "views/kit/tool_tip_delegate.h"
#include "views/overview/page_parts.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace loupe {

namespace {

constexpr int adapterRowMargin = 8;
constexpr int mostAdapterRows = 12; // that are shown at once

class ModuleDelegate : public ToolTipDelegate {
public:
    using ToolTipDelegate::ToolTipDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        ToolTipDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideLeft; // names differ at their ends
        const QVariant severity = index.data(SeverityRole);
        if (!severity.isValid())
            return;
        const auto which = Severity(severity.toInt());
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->icon = ownIcon(iconOf(which), Theme::of(option->palette).colorOf(which));
        option->decorationSize = {iconSize, iconSize};
    }
};

void dressModules(QTableView& table)
{
    table.setItemDelegate(new ModuleDelegate(&table));
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + adapterRowMargin);
    QHeaderView* const header = table.horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionsClickable(false);
    const int letter = table.fontMetrics().averageCharWidth();
    const int widths[] = {0, 13, 7, 9, 9, 13, 13, 0}; // letters
    for (int column = 0; column < AdapterModel::ColumnCount; ++column) {
        if (widths[column] == 0)
            header->setSectionResizeMode(column, QHeaderView::Stretch);
        else
            header->resizeSection(column, widths[column] * letter);
    }
    addCopyAction(table);
}

} // namespace

bool AdapterPanel::isFor(const ModelReport& report)
{
    return report.model.family && report.model.family->kind == ModelKind::Adapter;
}

AdapterPanel::AdapterPanel(std::shared_ptr<const Checkpoint> checkpoint, QWidget* parent)
    : QWidget(parent)
    , m_checkpoint(std::move(checkpoint))
    , m_model(new AdapterModel(this))
    , m_table(new QTableView)
    , m_summary(new SelectableLabel)
    , m_choose(new QPushButton(tr("Choose base…")))
    , m_merge(new QPushButton(tr("Merge…")))
{
    setAccessibleName(tr("LoRA"));
    m_choose->setToolTip(
        plainToolTip(tr("The model that the adapter changes: whether each module has its place in it")));
    m_merge->setToolTip(plainToolTip(tr("Write the base with the changes of the adapter")));
    m_merge->setEnabled(false);
    m_summary->setWordWrap(true);
    m_table->setAccessibleName(tr("Modules"));
    m_table->setModel(m_model);
    dressModules(*m_table);
    m_table->hide();
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    auto* const buttons = new QWidget;
    auto* const beside = new QHBoxLayout(buttons);
    beside->setContentsMargins(0, 0, 0, 0);
    beside->addWidget(m_choose);
    beside->addWidget(m_merge);
    addHeading(*rows, tr("LoRA"), buttons);
    rows->addWidget(m_summary);
    rows->addSpacing(8);
    rows->addWidget(m_table);
    connect(m_choose, &QPushButton::clicked, this, &AdapterPanel::chooseBase);
    connect(m_merge, &QPushButton::clicked, this, [this] { emit mergeWanted(m_model->report()); });
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (const QVariant tensor = index.data(TensorRole); tensor.isValid())
            emit tensorChosen(tensor.toUInt());
    });
    connect(&m_job, &JobRunner::runningChanged, this, &AdapterPanel::busyChanged);
    m_summary->setText(tr("Reading the factors…"));
    m_job.start([file = m_checkpoint](const Work& work) { return readReport(file, work); },
        [this](const Result<AdapterReportPtr>& report) { showReport(report); });
}

void AdapterPanel::chooseBase()
{
    auto* const dialog = new QFileDialog(this, tr("Choose base"), localFolder(toQString(m_checkpoint->path)));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &AdapterPanel::setBase);
    dialog->open();
}

void AdapterPanel::setBase(const QString& path)
{
    if (!m_model->report())
        return;
    m_job.start(
        [report = m_model->report(), base = toPath(path)](const Work& work) { return withBase(report, base, work); },
        [this](const Result<AdapterReportPtr>& report) { showReport(report); });
}

void AdapterPanel::showReport(const Result<AdapterReportPtr>& report)
{
    if (!report) {
        m_summary->setText(shownSentence(toQString(describe(report.error()))));
        return;
    }
    m_model->setReport(*report);
    m_summary->setText(summary(**report));
    const bool isMergeable = (*report)->base && (*report)->fitting() > 0;
    m_merge->setEnabled(isMergeable);
    m_choose->setEnabled(true);
    const int visible = std::clamp(m_model->rowCount(), 1, mostAdapterRows);
    // Without a base there is something to say only of what cannot be computed.
    const bool isSilent =
        !(*report)->base && std::ranges::all_of((*report)->adapter->modules, &AdapterModule::isComputable);
    m_table->setColumnHidden(AdapterModel::InBase, isSilent);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
        + visible * m_table->verticalHeader()->defaultSectionSize() + 2 * m_table->frameWidth());
    m_table->show();
}

QString AdapterPanel::summary(const AdapterReport& report) const
{
    const auto modules = report.adapter->modules.size();
    const QString names = toQString(spellingTitle(report.adapter->spelling));
    const QString what = tr("%1 module(s), names of %2.", nullptr, pluralOf(modules)).arg(groupedCount(modules), names);
    if (!report.base)
        return what;
    const QString file = shownText(toQString(report.base->path.filename()));
    return what + u' '
        + tr("%1 of them fit %2.", nullptr, pluralOf(report.fitting())).arg(groupedCount(report.fitting()), file);
}

} // namespace loupe
