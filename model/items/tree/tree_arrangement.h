#pragma once

#include "analysis/filter/filter.h"
#include "analysis/filter/no_match.h"
#include "items/session/opened_checkpoint.h"
#include "items/tree/filtered_health.h"
#include "items/tree/kept_patterns.h"
#include "items/tree/role_mix.h"
#include "items/tree/tensor_tree.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// How a tree of tensors is to be shown.
struct ArrangementRequest {
    OpenedCheckpointPtr opened; ///< never null
    TensorTree families; ///< of it, where they were made before
    std::shared_ptr<const NameTree> names; ///< what `all` is an order of
    std::shared_ptr<const TreeOrder> all; ///< all its tensors in some order, used where that is the wanted one
    Sorting sorting;
    std::string filter;
    TreeForm form = TreeForm::Full; ///< that `visible` is to have
    Filter::Values values;
    HealthResultsPtr health; ///< what SortKey::Given sorts by; may be null
    std::shared_ptr<const TreeOrder> shown; ///< now; never null
};

struct Arrangement {
    TensorTree tree; ///< what is arranged
    std::shared_ptr<const TreeOrder> all; ///< all tensors, sorted as requested
    std::shared_ptr<const TreeOrder> visible; ///< those that the filter keeps
    std::shared_ptr<const TensorSet> kept; ///< the same as a set; null if the filter keeps all
    FilteredHealthPtr health; ///< of these; null without a scan, and where all are kept and the tree is the names'
    /// As OpenedCheckpoint::severities, of the tensors that are kept, by node of the tree; empty if the checkpoint has
    /// no findings about tensors, or all are kept and the tree is the names'.
    std::vector<std::int8_t> severities;
    KeptPatterns patterns; ///< of a tree of families, where not all is kept
    RoleMixes roles; ///< of what is visible of a tree of families; else empty
    NoMatch noMatch; ///< empty if something is visible
    bool dependsOnValues = false; ///< the same filter may keep others once more values are known
    bool unchanged = false; ///< `visible` equals what is shown
};

/// Sorts and filters; for a job. InvalidArgument where the filter makes no sense, Stopped or OutOfMemory.
Result<Arrangement> arrange(const ArrangementRequest& request, const Work& work);

} // namespace loupe
