#pragma once

#include "app/cli/options.h"
#include "app/cli/terminal.h"
#include "core/checkpoint.h"
#include "core/text/json_writer.h"
#include "insight/model_checks.h"

#include <string>

namespace loupe {

std::string checkText(
    const Checkpoint& checkpoint, const ModelReport& report, const CheckOptions& options, const Style& style);
void writeCheck(JsonWriter& json, const Checkpoint& checkpoint, const ModelReport& report, const CheckOptions& options);

} // namespace loupe
