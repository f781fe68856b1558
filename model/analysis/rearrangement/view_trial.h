#pragma once

#include "analysis/rearrangement/tensor_view.h"

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// A view that may make the tensors of one side equal to those of the other. The default changes nothing.
struct ViewTrial {
    ViewForm form = {};
    std::string axes = {}; ///< the text that `form.axes` was parsed from
    std::string part = {}; ///< the text that the part of `partAxis` was parsed from
    std::string partAxis = {};
    std::string words = {}; ///< for display
};

/// The views that could make tensors of shape `from` equal to those of shape `to`. `offsets`: where parts may begin.
/// `sizes`: those of the model. May throw std::bad_alloc.
std::vector<ViewTrial> viewTrials(std::span<const std::uint64_t> from, std::span<const std::uint64_t> to,
    const std::set<std::uint64_t>& offsets, const AxisSizes& sizes);

} // namespace loupe
