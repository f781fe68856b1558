#pragma once

#include "analysis/filter/filter.h"
#include "analysis/filter/no_match.h"
#include "items/session/opened_checkpoint.h"
#include "items/tree/health/filtered_health.h"
#include "items/tree/kept_patterns.h"
#include "items/tree/role_mix.h"
#include "items/tree/tensor_tree.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// The requested presentation of a tree of tensors.
struct ArrangementRequest {
    OpenedCheckpointPtr opened; ///< never null
    TensorTree families; ///< of `opened`, if already made
    std::shared_ptr<const NameTree> names; ///< the tree of `all`
    std::shared_ptr<const TreeOrder> all; ///< all tensors in some order, used if that is the wanted one
    Sorting sorting;
    std::string filter;
    TreeForm form = TreeForm::Full; ///< the requested form of `visible`
    Filter::Values values;
    HealthResultsPtr health; ///< used to sort by SortKey::Given; may be null
    std::shared_ptr<const TreeOrder> shown; ///< the current order; never null
};

struct Arrangement {
    TensorTree tree; ///< the arranged tree
    std::shared_ptr<const TreeOrder> all; ///< all tensors, sorted as requested
    std::shared_ptr<const TreeOrder> visible; ///< the tensors that match the filter
    std::shared_ptr<const TensorSet> kept; ///< the same as a set; null if all match
    FilteredHealthPtr health; ///< of `kept`; null without a scan, and if all match and the tree is that of the names
    /// OpenedCheckpoint::severities for the matching tensors, indexed by node of `tree`. Empty if the checkpoint has no
    /// findings about tensors, or if all match and the tree is that of the names.
    std::vector<std::int8_t> severities;
    KeptPatterns patterns; ///< for a tree of families in which some tensors are hidden
    RoleMixes roles; ///< for the visible rows of a tree of families; else empty
    NoMatch noMatch; ///< empty if something is visible
    bool dependsOnValues = false; ///< the filter may match other tensors once more values are known
    bool unchanged = false; ///< `visible` equals the current order
};

/// Sorts and filters; run it in a job. Fails with InvalidArgument if the filter is invalid, with Stopped or
/// OutOfMemory.
Result<Arrangement> arrange(const ArrangementRequest& request, const Work& work);

} // namespace loupe
