#pragma once

#include "analysis/filter/tensor_set.h"
#include "core/tree/name_tree.h"
#include "core/work.h"

#include <string>
#include <unordered_map>

namespace loupe {

/// What groups of like blocks are called where a filter hides some of the blocks: "model.layers.{3…7}" of
/// "model.layers.{0…31}". By group: its path, where that is another than in the tree.
using KeptPatterns = std::unordered_map<NameTree::NodeId, std::string>;

/// Goes through all tensors that are kept, and all groups: for a job. Stopped: of some groups.
KeptPatterns keptPatterns(const NameTree& families, const TensorSet& kept, const Work& work);

} // namespace loupe
