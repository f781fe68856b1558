#pragma once

#include "core/checkpoint.h"
#include "core/text/json_writer.h"

namespace loupe {

/// Writes the member "unread": ["optimizer.pt", "reference/"], the names in Checkpoint::beside. Writes nothing if there
/// are none.
void writeBeside(JsonWriter& json, const Checkpoint& checkpoint);

/// As above, for both sides of a comparison: [of a, of b].
void writeBeside(JsonWriter& json, const Checkpoint& a, const Checkpoint& b);

} // namespace loupe
