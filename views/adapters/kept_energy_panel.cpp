#include "views/adapters/kept_energy_panel.h"

#include "core/text/percent.h"
#include "core/text/text.h"
#include "items/adapters/adapter_computation.h"
#include "items/adapters/kept_energy_model.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/language/traffic_text.h"
#include "views/adapters/module_list.h"
#include "views/kit/elided_label.h"
#include "views/kit/elided_path.h"
#include "views/kit/job_words.h"
#include "views/kit/plain_text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace loupe {

namespace {

constexpr int rowsOfEnergy = 5;
constexpr int columnLetters[] = {0, 8, 11, 13, 14}; // 0: the names take what room there is

void fitColumns(QTableView& table)
{
    QHeaderView& header = *table.horizontalHeader();
    const int letter = table.fontMetrics().averageCharWidth();
    for (int column = 0; column < int(std::size(columnLetters)); ++column) {
        if (columnLetters[column] == 0)
            header.setSectionResizeMode(column, QHeaderView::Stretch);
        else
            header.resizeSection(column, std::max(columnLetters[column] * letter, header.sectionSizeHint(column)));
    }
}

} // namespace

KeptEnergyPanel::KeptEnergyPanel(AdapterComputation& computation, Modules modules, QWidget* parent)
    : QWidget(parent)
    , m_computation(computation)
    , m_model(new KeptEnergyModel(this))
    , m_table(new QTableView)
    , m_summary(new ElidedLabel)
    , m_bar(new QProgressBar)
    , m_button(new QPushButton)
{
    m_table->setAccessibleName(tr("Energy kept of each module"));
    dressModuleList(*m_table, *m_model, [this](const QModelIndex& index, int width) {
        const QString text = index.data().toString();
        return index.data(IsPathRole).toBool() ? elidedPath(text, m_table->fontMetrics(), width) : text;
    });
    fitColumns(*m_table);
    m_table->setColumnHidden(KeptEnergyModel::RankBefore, modules == Modules::OfModels);
    m_table->setFixedHeight(moduleListHeight(*m_table, rowsOfEnergy));
    m_summary->setAccessibleName(tr("Energy kept"));
    m_summary->setPartsElided();
    m_bar->setAccessibleName(tr("Progress"));
    m_bar->setTextVisible(false);
    m_bar->setFixedWidth(160);
    m_button->setAutoDefault(false);
    auto* const foot = new QHBoxLayout;
    foot->setSpacing(8);
    foot->addStrut(m_button->sizeHint().height()); // the height stays without the button
    foot->addWidget(m_summary, 1);
    foot->addWidget(m_bar);
    foot->addWidget(m_button);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(8);
    rows->addWidget(m_table);
    rows->addLayout(foot);
    setFocusProxy(m_table);
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_computation.isRunning())
            m_computation.stop();
        else
            m_computation.compute();
    });
    connect(&m_computation, &AdapterComputation::changed, this, &KeptEnergyPanel::showState);
    connect(&m_computation, &AdapterComputation::progressed, m_bar,
        [this](const JobProgress& progress) { showProgress(*m_bar, progress); });
    showState();
}

void KeptEnergyPanel::setFetched(std::uint64_t bytes)
{
    m_fetched = bytes;
    showState();
}

QString KeptEnergyPanel::summary() const
{
    if (m_computation.isRunning())
        return tr("Computing…");
    if (const ComputedAdapterPtr& adapter = m_computation.adapter()) {
        return tr("Keeps %1 of the total energy.", "percentage").arg(toQString(formatPercent(adapter->energy())));
    }
    return m_computation.isStopped() ? tr("Stopped.") : QString();
}

void KeptEnergyPanel::showState()
{
    const bool isRunning = m_computation.isRunning();
    const ComputedAdapterPtr& adapter = m_computation.adapter();
    m_model->setAdapter(adapter);
    m_summary->setText(summary());
    if (adapter)
        m_summary->setToolTip(plainToolTip(summary() + u'\n'
            + tr("Squared norms of all modules, each times the share of it that is kept, divided by their sum")));
    if (isRunning && m_bar->isHidden())
        m_bar->setRange(0, 0);
    m_bar->setVisible(isRunning);
    m_button->setText(isRunning ? tr("S&top") : m_fetched > 0 ? fetchText(m_fetched) : tr("&Compute"));
    const auto& error = m_computation.error();
    const bool canHelp = !error || (error->code != ErrorCode::Unsupported && error->code != ErrorCode::InvalidArgument);
    m_button->setEnabled(m_computation.isWanted() && canHelp);
    m_button->setVisible(!adapter);
}

std::vector<QWidget*> KeptEnergyPanel::controls() const
{
    return {m_table, m_button};
}

} // namespace loupe
