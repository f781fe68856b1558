#pragma once

#include "items/session/opened_checkpoint.h"
#include "items/tree/group_distributions.h"
#include "items/tree/health_results.h"

#include <QMetaType>
#include <QString>
#include <QVariant>

#include <vector>

namespace loupe {

/// What a cell of the column Distribution draws: bars, the highest of which is 1.
struct RowHistogram {
    std::vector<double> heights;
};

/// So many bars fit in a cell.
inline constexpr std::size_t rowBars = 32;

/// What the column Distribution of a TensorTreeModel answers for the roles that are its own, about a tensor.
QVariant distributionData(const HealthResults& table, const OpenedCheckpoint& opened, std::uint32_t tensor, int role);
/// The same about a group, whose extremes are those of `sums`.
QVariant groupDistributionData(const GroupDistribution& group, const HealthSums& sums, int role);

/// How the column is to be read, for its header.
QString distributionRule();

} // namespace loupe

Q_DECLARE_METATYPE(loupe::RowHistogram)
