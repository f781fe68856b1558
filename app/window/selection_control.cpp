#include "app/window/selection_control.h"

#include "app/window/notices.h"
#include "items/session/document.h"
#include "items/tree/tensor_tree_model.h"
#include "views/byte_map/byte_map.h"
#include "views/details/details_tabs.h"
#include "views/kit/plain_text.h"
#include "views/kit/table_copy.h"
#include "views/tree/filter_edit.h"
#include "views/tree/node_names.h"
#include "views/tree/tensor_tree_view.h"

#include <utility>

namespace loupe {

SelectionControl::SelectionControl(const Parts& parts)
    : QObject(&parts.tree)
    , m_parts(parts)
{
    connectParts();
}

void SelectionControl::connectParts()
{
    TensorTreeView& tree = m_parts.tree;
    connect(&tree, &TensorTreeView::currentNodeChanged, this, [this](std::optional<NameTree::NodeId> node) {
        m_parts.byteMap.setCurrentNode(node, m_parts.model.tree());
        if (m_areSeveral)
            markSeveral(chosen());
        m_parts.details.setNode(node, m_parts.model.sharedTree());
    });
    connect(&tree, &TensorTreeView::currentPartChanged, this, &SelectionControl::showPart);
    connect(tree.selectionModel(), &QItemSelectionModel::selectionChanged, this, &SelectionControl::showSelection);
    connect(&m_parts.byteMap, &ByteMap::tensorClicked, this, &SelectionControl::select);
    connect(&m_parts.details, &DetailsTabs::tensorChosen, this, &SelectionControl::select);
    connect(&m_parts.details, &DetailsTabs::groupChosen, this, [this](NameTree::NodeId group) {
        if (m_parts.model.tree() == &m_parts.document.current()->tree)
            select(group);
        else // families have other groups
            showOnly(group);
    });
    connect(&m_parts.details, &DetailsTabs::filterWanted, this, &SelectionControl::showFirstOf);
}

/// Empty if more rows are selected than a user would select by hand.
NodeChoice SelectionControl::chosen() const
{
    constexpr qint64 mostRows = 10'000;
    const bool few = selectedRowCount(*m_parts.tree.selectionModel()) <= mostRows;
    return few ? m_parts.tree.chosen() : NodeChoice{};
}

void SelectionControl::showSelection()
{
    const NodeChoice choice = chosen();
    m_parts.details.setSelection(choice);
    const bool wereSeveral = std::exchange(m_areSeveral, choice.nodes.size() > 1);
    if (m_areSeveral)
        markSeveral(choice);
    else if (wereSeveral)
        showPart(m_parts.tree.currentPart());
}

void SelectionControl::markSeveral(const NodeChoice& choice)
{
    if (choice.nodes.size() > 1)
        m_parts.byteMap.setChosen(choice.nodes, choice.tree());
}

/// Shows a quantized weight, or one of the tensors that store it.
void SelectionControl::showPart(std::optional<std::uint32_t> part)
{
    m_parts.details.setPart(part);
    const QModelIndex row = m_parts.tree.currentIndex();
    if (part)
        m_parts.byteMap.setCurrentByte(row.data(FileRole).toUInt(), row.data(OffsetRole).toULongLong());
    else
        m_parts.byteMap.setCurrentNode(m_parts.tree.currentNode(), m_parts.model.tree());
}

void SelectionControl::select(NameTree::NodeId node)
{
    if (!m_parts.tree.selectNode(node)) // hidden by the filter, which is kept as typed
        showOnly(node);
}

/// Shows a node of the checkpoint's own tree that has no row.
void SelectionControl::showOnly(NameTree::NodeId node)
{
    m_parts.byteMap.setCurrentNode(node);
    m_parts.details.setNode(node);
    m_parts.details.setPart({});
}

void SelectionControl::want(const QStringList& names)
{
    m_wantedNames = names;
    m_error.clear();
}

void SelectionControl::selectWanted()
{
    if (m_wantedNames.isEmpty() || !m_parts.document.current() || m_parts.model.isArranging())
        return;
    std::vector<std::string> names;
    for (const QString& name : std::exchange(m_wantedNames, {}))
        names.push_back(name.toStdString());
    const auto nodes = findNodes(*m_parts.model.tree(), names);
    std::vector<NameTree::NodeId> found;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string& name = names[i];
        const auto& node = nodes[i];
        if (!node && selectPart(name))
            continue;
        if (const auto group = node ? std::nullopt : hiddenGroup(name)) {
            showOnly(*group);
        } else if (!node) {
            m_error = tr("No tensor or group is named “%1”.").arg(shownText(name));
            m_parts.notices.noSuchTensor(m_error);
        } else {
            found.push_back(*node);
        }
    }
    if (found.size() > 1 && m_parts.tree.selectNodes(found))
        return;
    if (!found.empty())
        select(found.front());
}

/// Finds a group in the checkpoint's own tree if another tree is shown.
std::optional<NameTree::NodeId> SelectionControl::hiddenGroup(const std::string& name) const
{
    const NameTree& own = m_parts.document.current()->tree;
    return m_parts.model.tree() == &own ? std::nullopt : findNode(own, name, true, 0);
}

/// Selects a part of a quantized weight by its stored name. Returns false if there is none.
bool SelectionControl::selectPart(const std::string& name)
{
    const auto& quantized = m_parts.document.current()->checkpoint->quantized;
    const auto found = quantized ? findPart(*quantized, name) : std::nullopt;
    return found && m_parts.tree.selectPart(found->tensor, found->part);
}

void SelectionControl::showFirstOf(const QString& filter)
{
    m_wantsFirst = m_parts.filter.text() != filter;
    if (!m_wantsFirst)
        return selectFirst();
    m_parts.filter.setText(filter);
}

void SelectionControl::onArranged()
{
    selectWanted();
    if (std::exchange(m_wantsFirst, false))
        selectFirst();
}

/// Does nothing if a visible tensor is selected.
void SelectionControl::selectFirst()
{
    const TreeOrder& order = *m_parts.model.order();
    if (const auto current = m_parts.tree.currentTensor(); current && order.isVisible(*current))
        return;
    NameTree::NodeId node = m_parts.model.tree()->root();
    while (m_parts.model.tree()->isGroup(node)) {
        const auto children = order.children(node);
        if (children.empty())
            return;
        node = children.front();
    }
    select(node);
}

} // namespace loupe
