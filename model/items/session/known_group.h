#pragma once

#include "items/session/overview_facts.h"

#include <memory>
#include <utility>

namespace loupe {

/// The facts of the most recently viewed group, shared by all views of groups.
class KnownGroup {
public:
    using FactsPtr = std::shared_ptr<const GroupFacts>;

    /// Null unless this is the most recent group.
    FactsPtr find(
        const OpenedCheckpointPtr& opened, const std::shared_ptr<const NameTree>& tree, NameTree::NodeId group) const
    {
        return opened == m_opened && tree == m_tree && group == m_group ? m_facts : nullptr;
    }
    void keep(OpenedCheckpointPtr opened, std::shared_ptr<const NameTree> tree, NameTree::NodeId group, FactsPtr facts)
    {
        m_opened = std::move(opened);
        m_tree = std::move(tree);
        m_group = group;
        m_facts = std::move(facts);
    }
    void clear() { *this = {}; }

private:
    OpenedCheckpointPtr m_opened;
    std::shared_ptr<const NameTree> m_tree;
    NameTree::NodeId m_group = 0;
    FactsPtr m_facts;
};

} // namespace loupe
