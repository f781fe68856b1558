#pragma once

#include "core/checkpoint.h"
#include "core/text/json_writer.h"

namespace loupe {

/// Writes the member "unread": ["optimizer.pt", "reference/"], what Checkpoint::beside names. Nothing where there is
/// none.
void writeBeside(JsonWriter& json, const Checkpoint& checkpoint);

/// The same of both sides of a comparison: [of a, of b].
void writeBeside(JsonWriter& json, const Checkpoint& a, const Checkpoint& b);

} // namespace loupe
