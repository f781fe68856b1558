#pragma once

#include "analysis/filter/tensor_set.h"
#include "app/cli/session.h"

#include <memory>
#include <string>
#include <vector>

namespace loupe {

struct ConvertChoice {
    TensorSet tensors;
    std::vector<std::string> remarks; ///< about requests that match nothing
};

/// The tensors to convert: those that match --filter and --select, without --drop. Fails with InvalidArgument if one of
/// these is invalid, or like filterTensors().
Result<ConvertChoice> chooseToConvert(
    const std::shared_ptr<const Checkpoint>& checkpoint, const ConvertOptions& options, const Session& session);

} // namespace loupe
