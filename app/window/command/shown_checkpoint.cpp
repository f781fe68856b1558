#include "app/window/command/shown_checkpoint.h"

#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "items/session/document.h"
#include "items/session/edit_session.h"
#include "items/session/location.h"
#include "items/tree/health_scan.h"
#include "views/details/details_tabs.h"
#include "views/tree/tensor_tree_view.h"

#include <algorithm>

namespace loupe {

ShownCheckpoint::ShownCheckpoint(const Parts& parts)
    : m_parts(parts)
{
}

ShownState ShownCheckpoint::state() const
{
    const OpenedCheckpointPtr& opened = m_parts.document.current();
    const QString path = opened ? toQString(opened->checkpoint->path) : m_parts.document.path();
    ShownState state;
    if (path.isEmpty())
        return state;
    const TensorTreeModel& model = *m_parts.tree.tensorModel();
    Options& options = state.options;
    options.paths = {absoluteName(path)};
    if (m_parts.details.currentTab() != DetailsTab::Overview) // where every window begins
        options.view = m_parts.details.currentTab();
    options.filter = model.filter();
    options.tree = model.form();
    options.sort = shownSorting(m_parts.tree);
    options.scan = m_parts.scan.isRunning() || m_parts.scan.results();
    if (!opened)
        return state;
    options.quantized = opened->quantized.value_or(QuantizedView::Weights);
    addSelection(state);
    state.hasEdits = !m_parts.edits.isEmpty();
    if (state.hasEdits)
        state.leftOut << tr("It leaves out the staged changes.");
    return state;
}

void ShownCheckpoint::addSelection(ShownState& state) const
{
    if (m_parts.tree.currentPart()) {
        state.options.select = {m_parts.tree.currentIndex().data(FullNameRole).toString()};
        state.selectsPart = true;
        return;
    }
    if (m_parts.tree.isAnyChosen())
        addNodes(state, m_parts.tree.chosen().nodes);
    else if (m_parts.details.tensor() && !m_parts.tree.currentNode())
        state.leftOut << tr("It leaves out the selected tensor, which the filter hides.");
}

/// The current one first, as it is the one that the tabs show.
void ShownCheckpoint::addNodes(ShownState& state, std::vector<NameTree::NodeId> nodes) const
{
    const NameTree& tree = *m_parts.tree.tree();
    std::ranges::sort(nodes);
    if (const auto current = m_parts.tree.currentNode()) {
        if (const auto found = std::ranges::find(nodes, *current); found != nodes.end())
            std::rotate(nodes.begin(), found, found + 1);
    }
    const bool tooMany = nodes.size() > mostNames;
    if (tooMany)
        nodes.resize(1);
    const auto isLost = [&](NameTree::NodeId node) { return !isFoundByName(tree, node); };
    const auto lost = std::erase_if(nodes, isLost);
    state.selectsTensors =
        !nodes.empty() && std::ranges::none_of(nodes, [&](NameTree::NodeId node) { return tree.isGroup(node); });
    for (const NameTree::NodeId node : nodes)
        state.options.select << toQString(tree.path(node));
    if (tooMany)
        state.leftOut << tr("Of the selection it has one row: too many are selected.");
    if (lost > 0)
        state.leftOut << tr("It leaves out selected rows whose names are not unique, or cannot be in a command.");
}

} // namespace loupe
