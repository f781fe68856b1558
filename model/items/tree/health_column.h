#pragma once

#include "items/session/opened_checkpoint.h"
#include "items/tree/health_results.h"
#include "items/tree/health_text.h"

#include <QVariant>

namespace loupe {

// What the column Health of a TensorTreeModel answers for the roles that are its own. Texts are made here, when they
// are asked for.

QVariant tensorHealthData(const HealthResults& table, const OpenedCheckpoint& opened, std::uint32_t tensor, int role);
QVariant groupHealthData(const GroupHealth& group, int role);

} // namespace loupe
