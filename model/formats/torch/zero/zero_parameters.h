#pragma once

#include "formats/torch/zero/zero_tensors.h"

#include <string>
#include <vector>

namespace loupe::torch {

/// Adds the tensors of a universal checkpoint. It has a folder in "zero" for each parameter, in which fp32.pt holds the
/// values, and other files, such as exp_avg.pt, hold the optimizer's state. `main` is next to the folder "zero". Fails
/// as reading does. May throw std::bad_alloc.
Result<> placeZeroParameters(const Source& main, const std::vector<std::string>& parameters, const Work& work,
    ZeroTensors& tensors, Findings& findings);

} // namespace loupe::torch
