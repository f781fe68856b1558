#pragma once

#include "formats/torch/zero/zero_tensors.h"

#include <string>
#include <vector>

namespace loupe::torch {

/// Adds the tensors of a universal checkpoint: of each parameter a folder in "zero", of which fp32.pt holds the values
/// and the others, such as exp_avg.pt, what the optimizer knows of it. `main`: next to that folder. Fails as reading
/// does. May throw std::bad_alloc.
Result<> placeZeroParameters(const Source& main, const std::vector<std::string>& parameters, const Work& work,
    ZeroTensors& tensors, Findings& findings);

} // namespace loupe::torch
