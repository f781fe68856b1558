#pragma once

#include "core/metadata.h"
#include "core/text/json_writer.h"

namespace loupe {

/// Writes the value: a string, or the number, truth value or array that it is. What can no longer be read from its file
/// becomes null, in an array its last element.
void writeMetadataValue(JsonWriter& json, const MetadataValue& value);

/// Writes the object {key: value, …}.
void writeMetadata(JsonWriter& json, const Metadata& metadata);

} // namespace loupe
