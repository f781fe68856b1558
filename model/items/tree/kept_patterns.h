#pragma once

#include "analysis/filter/tensor_set.h"
#include "core/tree/name_tree.h"
#include "core/work.h"

#include <string>
#include <unordered_map>

namespace loupe {

/// The names of groups of similar blocks if a filter hides some of the blocks: "model.layers.{3…7}" instead of
/// "model.layers.{0…31}". Maps groups to their paths, if those differ from the paths in the tree.
using KeptPatterns = std::unordered_map<NameTree::NodeId, std::string>;

/// Visits all tensors in `kept` and all groups; run it in a job. If stopped, some groups are missing.
KeptPatterns keptPatterns(const NameTree& families, const TensorSet& kept, const Work& work);

} // namespace loupe
