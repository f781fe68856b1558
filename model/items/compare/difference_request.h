#pragma once

#include "core/tree/tree_order.h"
#include "items/compare/comparison_results.h"
#include "items/writing/writing_request.h"

#include <memory>
#include <vector>

namespace loupe {

/// Rows of a comparison's tree that were chosen: pairs, and groups, which stand for the pairs that are shown below
/// them.
struct PairChoice {
    ComparisonResultsPtr results; ///< null: there is nothing to choose from
    std::shared_ptr<const TreeOrder> order; ///< what is shown
    std::vector<NameTree::NodeId> nodes; ///< in any order; a group and what is in it may both be there
};

/// B - A of the chosen pairs, but for those that are known to be identical and those that have no difference. The
/// recipe fails where none is left, or where a part of A or B could not be read.
RecipeMaker differenceOf(PairChoice choice);

} // namespace loupe
