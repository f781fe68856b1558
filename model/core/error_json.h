#pragma once

#include "core/json_writer.h"
#include "core/result.h"

namespace loupe {

/// Writes the value {"code", "message", "path", "offset"}.
void writeError(JsonWriter& json, const Error& error);

} // namespace loupe
