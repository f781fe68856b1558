#pragma once

#include "analysis/filter/tensor_set.h"
#include "app/cli/session.h"

#include <memory>
#include <string>
#include <vector>

namespace loupe {

struct ConvertChoice {
    TensorSet tensors;
    std::vector<std::string> remarks; ///< on what was asked for and matches nothing
};

/// The tensors to convert: of those that --filter keeps, what --select means and --drop does not. Fails with
/// InvalidArgument where one of these makes no sense, or as filterTensors() does.
Result<ConvertChoice> chooseToConvert(
    const std::shared_ptr<const Checkpoint>& checkpoint, const ConvertOptions& options, const Session& session);

} // namespace loupe
