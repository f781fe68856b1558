#include "app/window/compare/shown_comparison.h"

#include "core/text/shell_quote.h"
#include "items/compare/comparison_session.h"
#include "items/renaming/chosen_rearrangement.h"
#include "items/session/location.h"
#include "items/tree/ordered_tree_model.h"
#include "views/compare/comparison_tabs.h"
#include "views/compare/comparison_view.h"

namespace loupe {

ShownComparison::ShownComparison(const Parts& parts)
    : m_parts(parts)
{
}

ShownState ShownComparison::state() const
{
    const OrderedTreeModel& model = *m_parts.view.treeModel();
    ShownState state;
    Options& options = state.options;
    options.compare = true;
    options.paths = {absoluteName(m_parts.session.pathA()), absoluteName(m_parts.session.pathB())};
    if (m_parts.tabs.currentTab() != PairTab::Layers) // the default tab
        options.pairTab = m_parts.tabs.currentTab();
    options.filter = model.filter();
    options.tree = model.form();
    if (const RowSorting sorting = shownSorting(m_parts.view);
        sorting != RowSorting{}) // comparisons always start with the default order
        options.sort = sorting;
    if (m_parts.session.results()) {
        addRules(state);
        addSelection(state);
    }
    return state;
}

void ShownComparison::addRules(ShownState& state) const
{
    const PairingChoice& choice = *m_parts.session.results()->paired()->choice;
    bool areAll = true;
    for (const RenameRuleText& rule : choice.rules) {
        // --map is read up to its first "=".
        const bool canBeSaid =
            rule.oldName.find('=') == std::string::npos && canBeArgument(rule.oldName) && canBeArgument(rule.newName);
        if (canBeSaid)
            state.options.rules.push_back(rule);
        areAll = areAll && canBeSaid;
    }
    if (!areAll)
        state.leftOut << tr("Not in the command: rules for renamed tensors that have a “=”.");
    if (isPreset(choice.rearrangement))
        state.options.rearrangement = choice.rearrangement;
    else if (!choice.rearrangement.recipe.empty())
        state.leftOut << tr("Not in the command: the rules of the arrangement.");
    if (!choice.confirmed.empty())
        state.leftOut << tr("Not in the command: renames that were confirmed one by one.");
}

void ShownComparison::addSelection(ShownState& state) const
{
    const auto node = m_parts.view.currentNode();
    if (!node)
        return;
    const NameTree& tree = *m_parts.view.tree();
    if (!foundByName(tree, {*node}).empty())
        state.options.select = {toQString(tree.path(*node))};
    else
        state.leftOut << tr(
            "Not in the command: the selected row, whose name is not unique or cannot be in a command.");
}

} // namespace loupe
