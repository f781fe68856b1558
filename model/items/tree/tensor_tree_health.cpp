// The results of a scan in a TensorTreeModel.

#include "items/tree/tensor_tree_model.h"

#include "items/tree/health/health_forms.h"
#include "items/tree/tree_arrangement.h"

#include <utility>

namespace loupe {

void TensorTreeModel::setHealth(HealthResultsPtr health)
{
    m_health = std::move(health);
    m_addingHealth.stop();
    m_keptHealth.reset();
    showDistributions();
    if (!m_health && wantedSorting().sorting.key == SortKey::Given)
        sort(-1);
    onHealthAdded(false);
}

void TensorTreeModel::onHealthAdded(bool scanEnded)
{
    emitHealthChanged(scanEnded);
    addHealth();
    arrangeForValues(scanEnded, filterNeedsValues());
}

void TensorTreeModel::emitHealthChanged(bool scanEnded)
{
    // Sums change in all ancestors of a tensor. A signal for each group with a new tensor would block the UI thread, so
    // views use healthChanged() for all rows.
    if (const int rows = rowCount(); rows > 0)
        emit dataChanged(index(0, Health), index(rows - 1, Distribution));
    emit healthChanged(scanEnded);
}

/// Updates the sums that groups show under a filter.
void TensorTreeModel::addHealth()
{
    if (!m_health || showsAllNames() || m_addingHealth.isRunning())
        return;
    const bool isNew = !m_keptHealth || m_keptHealth->table() != m_health;
    if (!isNew && m_keptHealth->lookedAt() == m_health->lookedAt())
        return;
    m_addingHealth.start(
        [opened = m_opened, table = m_health, names = sharedTree(), kept = m_kept,
            known = isNew ? nullptr : m_keptHealth](const Work& work) -> FilteredHealthPtr {
            FilteredHealth health = known ? *known : FilteredHealth(table, names, kept);
            return health.catchUp(*opened, work) ? shareFilteredHealth(std::move(health)) : nullptr;
        },
        [this](FilteredHealthPtr known) {
            if (!known)
                return;
            m_keptHealth = std::move(known);
            emitHealthChanged(false);
            addHealth();
        });
}

void TensorTreeModel::showDistributions()
{
    m_distributions.setShown({m_opened, m_health, sharedTree(), order(), m_kept});
}

/// Takes over the scan results of an arrangement.
void TensorTreeModel::takeHealth(Arrangement& arrangement)
{
    m_addingHealth.stop();
    m_kept = std::move(arrangement.kept);
    m_keptHealth.reset();
    if (arrangement.health && arrangement.health->table() == m_health)
        m_keptHealth = std::move(arrangement.health);
    addHealth();
    showDistributions();
}

GroupHealth TensorTreeModel::groupHealth(NameTree::NodeId group) const
{
    GroupHealth health{.sums = {}, .tensors = order()->sums(group).tensors, .isFiltered = m_kept != nullptr};
    if (showsAllNames())
        health.sums = m_health->sums(*tree(), group);
    else if (m_keptHealth)
        health.sums = m_keptHealth->sums(group);
    return health;
}

bool TensorTreeModel::hasSeveralWarnings() const
{
    if (!m_health)
        return false;
    const HealthSums sums = m_health->total();
    int kinds = 0;
    for (std::size_t remark = 0; remark < healthRemarkCount; ++remark)
        kinds += sums.remarks[remark] > 0 && HealthRemark(remark) != HealthRemark::Duplicate ? 1 : 0;
    return kinds > 1;
}

QStringList TensorTreeModel::shortestWarnings() const
{
    return m_health ? shortestRemarks(m_health->total()) : QStringList();
}

} // namespace loupe
