#pragma once

#include "app/cli/session.h"
#include "core/checkpoint.h"
#include "core/finding.h"
#include "core/result.h"
#include "insight/model_checks.h"

#include <memory>
#include <vector>

namespace loupe {

/// What the values of a checkpoint say about its model.
struct CheckedValues {
    Findings findings; ///< also what a scan remarks about single tensors
    std::vector<Error> unread; ///< why tensors could not be read, one for each reason
};

/// Reads all values, with a bar on the terminal. Fails with Stopped or OutOfMemory only.
Result<CheckedValues> checkAllValues(
    const std::shared_ptr<const Checkpoint>& checkpoint, const ModelReport& report, const Session& session);

} // namespace loupe
