#pragma once

#include "core/result.h"
#include "core/text/json_writer.h"

namespace loupe {

/// Writes the value {"code", "message", "path", "offset"}.
void writeError(JsonWriter& json, const Error& error);

} // namespace loupe
