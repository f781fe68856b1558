#pragma once

#include "app/cli/session.h"
#include "core/checkpoint.h"
#include "core/finding.h"
#include "core/result.h"
#include "insight/model_checks.h"

#include <memory>
#include <vector>

namespace loupe {

/// The results of checking a checkpoint's values.
struct CheckedValues {
    Findings findings; ///< includes a scan's findings about single tensors
    std::vector<Error> unread; ///< why tensors could not be read, one for each reason
};

/// Reads all values, with a progress bar. Fails only with Stopped or OutOfMemory.
Result<CheckedValues> checkAllValues(
    const std::shared_ptr<const Checkpoint>& checkpoint, const ModelReport& report, const Session& session);

} // namespace loupe
