#include "views/overview/adapter_panel.h"

#include "adapters/resized_modules.h"
#include "insight/model_checks.h"
#include "items/adapters/adapter_model.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/session/location.h"
#include "views/adapters/base_button.h"
#include "views/adapters/module_table.h"
#include "views/kit/flow_layout.h"
#include "views/kit/plain_text.h"
#include "views/kit/selectable_label.h"
#include "views/overview/page_parts.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace loupe {

bool AdapterPanel::isFor(const ModelReport& report)
{
    return report.model.family && report.model.family->kind == ModelKind::Adapter;
}

AdapterPanel::AdapterPanel(std::shared_ptr<const Checkpoint> checkpoint, QWidget* parent)
    : QWidget(parent)
    , m_checkpoint(std::move(checkpoint))
    , m_model(new AdapterModel(this))
    , m_table(new ModuleTable(*m_model))
    , m_summary(new SelectableLabel)
    , m_choose(new BaseButton(tr("Choose base")))
{
    setAccessibleName(tr("LoRA"));
    m_choose->setToolTip(
        plainToolTip(tr("The model that the adapter changes: whether each module has its place in it")));
    m_choose->setFolder(localFolder(toQString(m_checkpoint->path)));
    m_summary->setWordWrap(true);
    m_table->hide();
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    addHeading(*rows, tr("LoRA"));
    auto* const buttons = new FlowLayout({8, 8});
    buttons->addWidget(m_choose);
    buttons->addWidget(
        addWriting(tr("Merge…"), tr("Write a base with the changes of the adapter"), AdapterWriting::Merge));
    buttons->addWidget(addWriting(tr("Resize…"),
        tr("Write the adapter with smaller ranks; says first how much is kept"), AdapterWriting::Resize));
    buttons->addWidget(addWriting(tr("Convert names…"),
        tr("Write the adapter with the names of another program: PEFT, kohya, diffusers, or ComfyUI"),
        AdapterWriting::Rename));
    rows->addWidget(m_summary);
    rows->addSpacing(8);
    rows->addLayout(buttons);
    rows->addSpacing(8);
    rows->addWidget(m_table);
    connect(m_choose, &BaseButton::chosen, this, &AdapterPanel::setBase);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (const QVariant tensor = index.data(TensorRole); tensor.isValid())
            emit tensorChosen(tensor.toUInt());
    });
    connect(&m_job, &JobRunner::runningChanged, this, &AdapterPanel::busyChanged);
    m_summary->setText(tr("Reading the factors…"));
    m_job.start([file = m_checkpoint](const Work& work) { return readReport(file, work); },
        [this](const Result<AdapterReportPtr>& report) { showReport(report); });
}

QPushButton* AdapterPanel::addWriting(const QString& text, const QString& toolTip, AdapterWriting what)
{
    auto* const button = new QPushButton(text);
    button->setToolTip(plainToolTip(toolTip));
    button->setEnabled(false);
    connect(button, &QPushButton::clicked, this, [this, what] { emit writingWanted(m_model->report(), what); });
    m_writings.emplace_back(button, what);
    return button;
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
        m_summary->setText(shownSentences(report.error()));
        return;
    }
    m_model->setReport(*report);
    m_summary->setText(summary(**report));
    m_summary->setToolTip(plainToolTip(definitions()));
    const bool canBeResized = canResize(*(*report)->adapter);
    for (const auto& [button, what] : m_writings) {
        const bool isPossible = what != AdapterWriting::Resize || canBeResized;
        button->setEnabled(isPossible);
        if (isPossible)
            continue;
        Error why = nothingToResize(*(*report)->adapter);
        why.path.clear();
        button->setToolTip(plainToolTip(shownSentences(why)));
    }
    m_table->showReport();
    m_table->show();
}

/// The figures that all modules have in common; empty if there are none.
QString AdapterPanel::commonFigures() const
{
    using Column = AdapterModel;
    QStringList parts;
    if (const auto kind = m_model->commonText(Column::Kind))
        parts << *kind;
    if (const auto rank = m_model->commonText(Column::Rank))
        parts << tr("rank %1").arg(*rank);
    if (const auto alpha = m_model->commonText(Column::Alpha))
        parts << tr("alpha %1").arg(*alpha);
    if (const auto scale = m_model->commonText(Column::Scale))
        parts << tr("scale %1").arg(*scale);
    return parts.isEmpty() ? QString()
                           : tr("Each: %1.", "kind, rank, alpha, scale").arg(parts.join(QStringLiteral(", ")));
}

/// Explains what a module is, and the columns that are left out.
QString AdapterPanel::definitions() const
{
    QStringList lines{tr("Module: a part of the model that is changed")};
    for (int column = 0; column < AdapterModel::ColumnCount; ++column) {
        const auto header = [&](int role) { return m_model->headerData(column, Qt::Horizontal, role).toString(); };
        if (m_model->commonText(column))
            lines << tr("%1: %2", "figure, definition").arg(header(Qt::DisplayRole), header(Qt::ToolTipRole));
    }
    return lines.join(u'\n');
}

QString AdapterPanel::summary(const AdapterReport& report) const
{
    const auto modules = report.adapter->modules.size();
    const QString names = toQString(spellingTitle(report.adapter->spelling));
    QString what = tr("%1 module(s), %2 names.", nullptr, pluralOf(modules)).arg(groupedCount(modules), names);
    if (const QString common = commonFigures(); !common.isEmpty())
        what += u' ' + common;
    if (!report.base)
        return what;
    const QString file = shownText(toQString(report.base->path.filename()));
    return what + u' '
        + tr("%1 of them fit %2.", nullptr, pluralOf(report.fitting())).arg(groupedCount(report.fitting()), file);
}

} // namespace loupe
