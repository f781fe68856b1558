#include "views/compare/comparison_tabs.h"

#include "views/compare/pair_figures_tab.h"
#include "views/compare/pair_heat_map_tab.h"
#include "views/compare/pair_histogram_tab.h"
#include "views/compare/pair_spectrum_tab.h"
#include "views/compare/pair_values_tab.h"
#include "views/kit/fitting_tab_bar.h"
#include "views/layers/layers_tab.h"
#include "views/metadata/metadata_tab.h"

namespace loupe {

ComparisonTabs::ComparisonTabs(QWidget* parent)
    : QTabWidget(parent)
    , m_heatMap(new PairHeatMapTab)
{
    setAccessibleName(tr("The selected pair"));
    setTabBar(new FittingTabBar(*this));
    setDocumentMode(true);
    add(new LayersTab, tr("Layers")); // what changed where, at first sight
    add(new PairFiguresTab, tr("Summary"));
    add(new PairHistogramTab, tr("Histogram"));
    add(m_heatMap, tr("Heat map"));
    add(new PairValuesTab, tr("Values"));
    add(new PairSpectrumTab, tr("Spectrum"));
    add(new MetadataTab, tr("Metadata"));
    connect(this, &QTabWidget::currentChanged, this, &ComparisonTabs::updateShown);
    updateShown();
}

ComparisonTabs::~ComparisonTabs()
{
    // Children still emit signals while tabs are removed; these must not be forwarded.
    disconnect(this, nullptr, this, nullptr);
}

/// Equal for all tabs, so that switching tabs moves nothing.
QSize ComparisonTabs::minimumSizeHint() const
{
    return {static_cast<FittingTabBar*>(tabBar())->leastPageWidth(), QTabWidget::minimumSizeHint().height()};
}

void ComparisonTabs::add(ComparisonTab* tab, const QString& title)
{
    m_tabs.push_back(tab);
    connect(tab, &ComparisonTab::busyChanged, this, &ComparisonTabs::busyChanged);
    connect(tab, &ComparisonTab::nodeChosen, this, &ComparisonTabs::nodeChosen);
    connect(tab, &ComparisonTab::saveFailed, this, &ComparisonTabs::saveFailed);
    addTab(tab, title);
    connect(tab, &ComparisonTab::titleChanged, this, [this, tab](const QString& text) { //
        setTabText(indexOf(tab), text);
    });
}

void ComparisonTabs::setResults(const ComparisonResultsPtr& results)
{
    for (ComparisonTab* const tab : m_tabs)
        tab->setResults(results);
}

void ComparisonTabs::setNode(std::optional<NameTree::NodeId> node)
{
    for (ComparisonTab* const tab : m_tabs)
        tab->setNode(node);
}

void ComparisonTabs::onResultsAdded(bool ended)
{
    for (ComparisonTab* const tab : m_tabs)
        tab->onResultsAdded(ended);
}

bool ComparisonTabs::isBusy() const
{
    return m_tabs[std::size_t(currentIndex())]->isBusy();
}

void ComparisonTabs::stop()
{
    for (ComparisonTab* const tab : m_tabs)
        tab->stop();
}

void ComparisonTabs::updateShown()
{
    for (std::size_t i = 0; i < m_tabs.size(); ++i)
        m_tabs[i]->setActive(int(i) == currentIndex());
    emit busyChanged();
}

} // namespace loupe
