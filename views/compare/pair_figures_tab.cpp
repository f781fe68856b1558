#include "views/compare/pair_figures_tab.h"

#include "views/compare/pair_details.h"

#include <QVBoxLayout>

namespace loupe {

PairFiguresTab::PairFiguresTab(QWidget* parent)
    : ComparisonTab(parent)
    , m_details(new PairDetails)
{
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_details);
}

void PairFiguresTab::setResults(const ComparisonResultsPtr& results)
{
    m_results = results;
    m_details->setNode(results, std::nullopt);
}

void PairFiguresTab::setNode(std::optional<NameTree::NodeId> node)
{
    m_details->setNode(m_results, node);
}

void PairFiguresTab::onResultsAdded(bool /*ended*/)
{
    m_details->onResultsAdded();
}

} // namespace loupe
