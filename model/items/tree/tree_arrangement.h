#pragma once

#include "analysis/filter/filter.h"
#include "analysis/filter/no_match.h"
#include "items/session/opened_checkpoint.h"
#include "items/tree/filtered_health.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// How a tree of tensors is to be shown.
struct ArrangementRequest {
    OpenedCheckpointPtr opened; ///< never null
    std::shared_ptr<const TreeOrder> all; ///< all its tensors in some order, used where that is the wanted one
    Sorting sorting;
    std::string filter;
    TreeForm form = TreeForm::Full; ///< that `visible` is to have
    Filter::Values values;
    HealthResultsPtr health; ///< what SortKey::Given sorts by; may be null
    std::shared_ptr<const TreeOrder> shown; ///< now; never null
};

struct Arrangement {
    std::shared_ptr<const TreeOrder> all; ///< all tensors, sorted as requested
    std::shared_ptr<const TreeOrder> visible; ///< those that the filter keeps
    std::shared_ptr<const TensorSet> kept; ///< the same as a set; null where the filter keeps all
    FilteredHealthPtr health; ///< of these; null without a filter or a scan
    /// As OpenedCheckpoint::severities, of the tensors that are kept; empty if the checkpoint has no
    /// findings about tensors, or all are kept.
    std::vector<std::int8_t> severities;
    NoMatch noMatch; ///< empty where something is visible
    bool dependsOnValues = false; ///< the same filter may keep others once more values are known
    bool unchanged = false; ///< `visible` equals what is shown
};

/// Sorts and filters; for a job. InvalidArgument where the filter makes no sense, Stopped or OutOfMemory.
Result<Arrangement> arrange(const ArrangementRequest& request, const Work& work);

} // namespace loupe
