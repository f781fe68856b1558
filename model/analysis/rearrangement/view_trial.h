#pragma once

#include "analysis/rearrangement/tensor_view.h"

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// A view of the tensors of one side that may make them the same as those of the other side. By default: as they are.
struct ViewTrial {
    ViewForm form = {};
    std::string axes = {}; ///< as it was parsed
    std::string part = {}; ///< likewise, of `partAxis`
    std::string partAxis = {};
    std::string words = {}; ///< for people
};

/// The views that could make tensors of the shape `from` the same as those of the shape `to`. `offsets`: where parts
/// may begin. `sizes`: of the model. May throw std::bad_alloc.
std::vector<ViewTrial> viewTrials(std::span<const std::uint64_t> from, std::span<const std::uint64_t> to,
    const std::set<std::uint64_t>& offsets, const AxisSizes& sizes);

} // namespace loupe
