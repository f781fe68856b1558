#pragma once

#include "items/session/opened_checkpoint.h"
#include "items/tree/group_distributions.h"
#include "items/tree/health/health_results.h"

#include <QMetaType>
#include <QString>
#include <QVariant>

#include <vector>

namespace loupe {

/// The bars in a cell of the column Distribution. The highest one is 1.
struct RowHistogram {
    std::vector<double> heights;
};

/// How many bars fit in a cell.
inline constexpr std::size_t rowBars = 32;

/// The data of a tensor in the column Distribution of a TensorTreeModel.
QVariant distributionData(const HealthResults& table, const OpenedCheckpoint& opened, std::uint32_t tensor, int role);
/// The data of a group, with the extremes from `sums`.
QVariant groupDistributionData(const GroupDistribution& group, const HealthSums& sums, int role);

/// An explanation of the column, for its header.
QString distributionRule();

} // namespace loupe

Q_DECLARE_METATYPE(loupe::RowHistogram)
