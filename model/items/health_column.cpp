#include "items/health_column.h"

#include "items/health_text.h"
#include "items/item_roles.h"

namespace loupe {

namespace {

QString text(const HealthResults& table, const OpenedCheckpoint& opened, NameTree::NodeId node, bool whole)
{
    const Checkpoint& checkpoint = *opened.checkpoint;
    if (opened.tree.isGroup(node)) {
        const HealthSums sums = table.sums(checkpoint, opened.tree, node);
        const std::uint64_t tensors = opened.tree.sums(node).tensors;
        return whole ? wholeHealth(sums, tensors) : shortHealth(sums, tensors);
    }
    const auto health = table.find(checkpoint, node);
    if (!health)
        return {};
    return whole ? wholeHealth(checkpoint, node, *health) : shortHealth(checkpoint, node, *health);
}

} // namespace

QVariant healthData(const HealthResults* table, const OpenedCheckpoint& opened, NameTree::NodeId node, int role)
{
    if (!table)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(*table, opened, node, false);
    case WholeTextRole:
        return text(*table, opened, node, true);
    case SortRole:
        return qulonglong{table->sums(*opened.checkpoint, opened.tree, node).rank()};
    case HealthRole:
        if (const auto worst = table->sums(*opened.checkpoint, opened.tree, node).worst())
            return static_cast<int>(*worst);
        return {};
    default:
        return {};
    }
}

} // namespace loupe
