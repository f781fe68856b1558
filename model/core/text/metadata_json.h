#pragma once

#include "core/metadata.h"
#include "core/text/json_writer.h"

namespace loupe {

/// Writes the value as a string, number, boolean or array. Writes null for data that can no longer be read from the
/// file; in an array, as its last element.
void writeMetadataValue(JsonWriter& json, const MetadataValue& value);

/// Writes the object {key: value, …}.
void writeMetadata(JsonWriter& json, const Metadata& metadata);

} // namespace loupe
