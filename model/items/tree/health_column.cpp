#include "items/tree/health_column.h"

#include "items/jobs/item_roles.h"

namespace loupe {

namespace {

QVariant healthFigure(const HealthSums& sums, int role)
{
    const auto worst = sums.worst();
    return role == HealthRole && worst ? QVariant(static_cast<int>(*worst)) : QVariant();
}

/// A cell without anything to say is not one that was not scanned.
QString scanned(const QString& text)
{
    return text.isEmpty() ? QStringLiteral("–") : text;
}

} // namespace

QVariant tensorHealthData(const HealthResults& table, const OpenedCheckpoint& opened, std::uint32_t tensor, int role)
{
    const Checkpoint& checkpoint = *opened.checkpoint;
    if (role != Qt::DisplayRole && role != WholeTextRole)
        return healthFigure(table.sums(opened.tree, tensor), role);
    const auto health = table.find(checkpoint, tensor);
    if (!health)
        return QString();
    return role == WholeTextRole ? wholeHealth(checkpoint, tensor, *health)
                                 : scanned(shortHealth(checkpoint, tensor, *health));
}

QVariant groupHealthData(const GroupHealth& group, int role)
{
    switch (role) {
    case Qt::DisplayRole:
        return group.sums.tensors > 0 ? scanned(shortHealth(group)) : QString();
    case WholeTextRole:
        return wholeHealth(group);
    default:
        return healthFigure(group.sums, role);
    }
}

} // namespace loupe
