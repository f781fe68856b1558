#include "items/tree/health/health_column.h"

#include "items/jobs/item_roles.h"

namespace loupe {

namespace {

QVariant healthFigure(const HealthSums& sums, int role)
{
    const auto worst = sums.worst();
    return role == HealthRole && worst ? QVariant(static_cast<int>(*worst)) : QVariant();
}

/// A cell without remarks must look different from a cell that was not scanned.
QVariant shown(QStringList forms, int role)
{
    if (forms.first().isEmpty())
        forms.first() = QStringLiteral("–");
    return role == FormsRole ? QVariant(forms) : forms.first();
}

} // namespace

QVariant tensorHealthData(const HealthResults& table, const OpenedCheckpoint& opened, std::uint32_t tensor, int role)
{
    const Checkpoint& checkpoint = *opened.checkpoint;
    if (role != Qt::DisplayRole && role != FormsRole && role != WholeTextRole)
        return healthFigure(table.sums(opened.tree, tensor), role);
    const auto health = table.find(checkpoint, tensor);
    if (!health)
        return QString();
    return role == WholeTextRole ? wholeHealth(checkpoint, tensor, *health)
                                 : shown(healthForms(checkpoint, tensor, *health), role);
}

QVariant groupHealthData(const GroupHealth& group, int role)
{
    switch (role) {
    case Qt::DisplayRole:
    case FormsRole:
        return group.sums.tensors > 0 ? shown(healthForms(group), role) : QString();
    case WholeTextRole:
        return wholeHealth(group);
    default:
        return healthFigure(group.sums, role);
    }
}

} // namespace loupe
