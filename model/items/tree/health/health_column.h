#pragma once

#include "items/session/opened_checkpoint.h"
#include "items/tree/health/health_results.h"
#include "items/tree/health/health_text.h"

#include <QVariant>

namespace loupe {

// The data of the column Health of a TensorTreeModel. Texts are made on request.

QVariant tensorHealthData(const HealthResults& table, const OpenedCheckpoint& opened, std::uint32_t tensor, int role);
QVariant groupHealthData(const GroupHealth& group, int role);

} // namespace loupe
