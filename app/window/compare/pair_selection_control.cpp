#include "app/window/compare/pair_selection_control.h"

#include "app/window/compare/compare_notices.h"
#include "items/compare/comparison_model.h"
#include "items/compare/comparison_results.h"
#include "views/compare/comparison_view.h"
#include "views/compare/pair_byte_map.h"
#include "views/kit/plain_text.h"
#include "views/tree/filter_edit.h"
#include "views/tree/node_names.h"

#include <span>
#include <utility>

namespace loupe {

PairSelectionControl::PairSelectionControl(const Parts& parts)
    : QObject(&parts.view)
    , m_parts(parts)
{
}

void PairSelectionControl::selectWanted()
{
    const ComparisonResultsPtr& results = m_parts.model.results();
    if (!results || m_parts.model.isArranging())
        return;
    if (const auto node = std::exchange(m_wantedNode, {}))
        choose(*node);
    if (m_wantedName.isEmpty())
        return;
    const std::string name = std::exchange(m_wantedName, {}).toStdString();
    if (const auto node = findNodes(*m_parts.model.tree(), std::span(&name, 1)).front())
        choose(*node);
    else
        m_error = tr("No tensor or group is named “%1”.").arg(shownText(name));
}

void PairSelectionControl::choose(NameTree::NodeId node)
{
    if (m_parts.view.selectNode(node))
        return m_parts.notices.hideHidden();
    m_parts.map.setNode(m_parts.view.currentNode()); // the map has marked the clicked node
    m_parts.notices.showHidden(node);
}

void PairSelectionControl::showHidden(NameTree::NodeId node)
{
    m_wantedNode = node;
    m_parts.filter.clear();
    selectWanted();
}

void PairSelectionControl::goToDifference(bool forward)
{
    if (m_parts.view.goToDifference(forward))
        m_parts.notices.hideEnd();
    else
        m_parts.notices.showEnd(forward);
}

} // namespace loupe
