#include "app/window/command/shown_checkpoint.h"

#include "core/quantized_groups.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/session/document.h"
#include "items/session/edit_session.h"
#include "items/session/location.h"
#include "items/tree/health/health_scan.h"
#include "views/details/details_tabs.h"
#include "views/kit/table_copy.h"
#include "views/tree/node_names.h"
#include "views/tree/tensor_tree_view.h"

#include <algorithm>
#include <span>
#include <string>

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
    if (m_parts.details.currentTab() != DetailsTab::Overview) // the default tab
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
        state.leftOut << tr("Not in the command: the staged changes.");
    return state;
}

void ShownCheckpoint::addSelection(ShownState& state) const
{
    if (m_parts.tree.currentPart())
        addPart(state, *m_parts.tree.currentPart());
    else if (m_parts.tree.isAnyChosen())
        addNodes(state);
    else if (m_parts.details.tensor() && !m_parts.tree.currentNode())
        state.leftOut << tr("Not in the command: the selected tensor, which the filter hides.");
    else if (m_parts.details.showsGroup() && !m_parts.tree.currentNode())
        state.leftOut << tr("Not in the command: the selected group, which the filter hides.");
}

void ShownCheckpoint::addPart(ShownState& state, std::uint32_t part) const
{
    const OpenedCheckpoint& opened = *m_parts.document.current();
    const QuantizedGroups& quantized = *opened.checkpoint->quantized;
    const std::uint32_t tensor = *m_parts.details.tensor();
    const std::string name(quantized.stored->tensors[quantized.of(tensor)->parts[part].tensor].name);
    state.selectsPart = canBeSelected(name) && !findNodes(*m_parts.tree.tree(), std::span(&name, 1)).front()
        && findPart(quantized, name) == NamedPart{tensor, part};
    if (state.selectsPart)
        state.options.select = {toQString(name)};
    else
        state.leftOut << lostNames(1);
}

/// Lists the current node first, because the tabs show it.
void ShownCheckpoint::addNodes(ShownState& state) const
{
    constexpr qint64 mostRows = 10'000; // more than a user would select by hand
    const NameTree& tree = *m_parts.tree.tree();
    std::vector<NameTree::NodeId> nodes;
    if (selectedRowCount(*m_parts.tree.selectionModel()) <= mostRows)
        nodes = m_parts.tree.chosen().nodes;
    const auto current = m_parts.tree.currentNode();
    if (nodes.empty() || nodes.size() > mostNames) {
        nodes.assign(current ? 1 : 0, current.value_or(0));
        state.leftOut << tr("Only the current row is in the command: it names at most %1.").arg(mostNames);
    }
    std::ranges::sort(nodes);
    if (const auto found = std::ranges::find(nodes, current); current && found != nodes.end())
        std::rotate(nodes.begin(), found, found + 1);
    const auto isBeyond = [&](NameTree::NodeId node) { return node >= tree.root() + namedGroups; };
    const auto beyond = std::erase_if(nodes, isBeyond);
    const std::vector<NameTree::NodeId> found = foundByName(tree, nodes);
    for (const NameTree::NodeId node : found)
        state.options.select << toQString(tree.path(node));
    state.selectsTensors =
        !found.empty() && std::ranges::none_of(found, [&](NameTree::NodeId node) { return tree.isGroup(node); });
    if (found.size() < nodes.size())
        state.leftOut << lostNames(nodes.size() - found.size());
    if (beyond > 0)
        state.leftOut << tr("Not in the command: groups beyond the first %1.").arg(groupedCount(namedGroups));
}

QString ShownCheckpoint::lostNames(std::size_t count)
{
    return tr("Not in the command: %1 selected row(s), whose names are not unique or cannot be in a command.", nullptr,
        pluralOf(count))
        .arg(groupedCount(count));
}

} // namespace loupe
