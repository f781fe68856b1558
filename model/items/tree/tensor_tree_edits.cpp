// The pending edits in a TensorTreeModel.

#include "core/text/name_patterns.h"
#include "items/tree/tensor_tree_model.h"

#include <string>
#include <string_view>
#include <utility>

namespace loupe {

namespace {

/// If there are more, the edits below groups are counted in a job.
constexpr std::uint64_t fewChangesAndGroups = 20'000;

/// Patterns that include the new names; null if there are none.
NamePatternsPtr stagedPatterns(const StagedEdits& edits, const NamePatternsPtr& names, const Work& work)
{
    if (!names || edits.totals().renamed == 0)
        return nullptr;
    const auto patterns = std::make_shared<NamePatterns>(*names);
    const auto add = [&](const Change& change) {
        if (change.kind == ChangeKind::Renamed && change.after)
            patterns->add(*change.after);
    };
    edits.visitTensorChanges(add, work);
    return patterns;
}

} // namespace

void TensorTreeModel::setEdits(const StagedEdits& edits)
{
    m_edits = edits;
    countEdits();
    emitEditsChanged();
}

bool TensorTreeModel::hasEdits() const
{
    return m_opened && !m_edits.isEmpty() && m_edits.checkpoint() == m_opened->checkpoint;
}

void TensorTreeModel::emitEditsChanged()
{
    if (const int rows = rowCount(); rows > 0)
        emit dataChanged(index(0, 0), index(rows - 1, ColumnCount - 1));
    emit editsChanged();
}

/// Groups keep their marks until the job is done.
void TensorTreeModel::countEdits()
{
    m_counting.stop();
    if (!hasEdits()) {
        m_editedGroups.reset();
        m_movedGroups.reset();
        m_stagedPatterns.reset();
        return;
    }
    struct Counted {
        std::shared_ptr<const EditedGroups> edited;
        std::shared_ptr<const MovedGroups> moved;
        NamePatternsPtr patterns;
    };
    // The filter does not affect which groups move.
    const bool knowsMoved = m_movedGroups && m_movedGroups->edits() == m_edits && m_movedGroups->tree() == sharedTree();
    auto count = [names = sharedTree(), edits = m_edits, kept = m_kept, moved = knowsMoved ? m_movedGroups : nullptr,
                     patterns = namePatterns()](const Work& work) {
        return Counted{std::make_shared<const EditedGroups>(edits, *names, kept.get(), work),
            moved ? moved : std::make_shared<const MovedGroups>(edits, names, work),
            stagedPatterns(edits, patterns, work)};
    };
    const auto take = [this](Counted counted) {
        m_editedGroups = std::move(counted.edited);
        m_movedGroups = std::move(counted.moved);
        m_stagedPatterns = std::move(counted.patterns);
    };
    if (m_edits.totals().all() + tree()->groupCount() <= fewChangesAndGroups)
        return take(count({}));
    m_counting.start(std::move(count), [this, take](Counted counted) {
        take(std::move(counted));
        emitEditsChanged();
    });
}

ListedName TensorTreeModel::listedName(const QModelIndex& index) const
{
    ListedName listed = OrderedTreeModel::listedName(index);
    if (!m_stagedPatterns || !listed.list)
        return listed;
    listed.list = m_stagedPatterns;
    const NodeId node = nodeAt(index);
    if (isGroup(node) || m_edits.nameOf(node) == tree()->path(node))
        return listed;
    const std::string_view name = m_edits.nameOf(node);
    const std::string shown = index.data().toString().toStdString();
    return name.ends_with(shown) ? ListedName{m_stagedPatterns, name.substr(0, name.size() - shown.size())}
                                 : ListedName();
}

bool TensorTreeModel::isEdited(NameTree::NodeId node) const
{
    if (!hasEdits())
        return false;
    return isGroup(node) ? m_editedGroups && m_editedGroups->isEdited(node) : m_edits.of(node).any();
}

std::string TensorTreeModel::stagedPath(NameTree::NodeId group) const
{
    const auto staged = m_movedGroups ? m_movedGroups->pathAfter(group) : std::nullopt;
    return staged ? *staged : std::string(tree()->path(group));
}

} // namespace loupe
