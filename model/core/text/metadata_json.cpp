#include "core/text/metadata_json.h"

namespace loupe {

void writeMetadataValue(JsonWriter& json, const MetadataValue& value)
{
    if (value.stored())
        value.stored()->write(json);
    else if (value.kind() == MetadataValue::Kind::Json)
        json.raw(value.shown());
    else
        json.value(std::string_view(value.shown()));
}

void writeMetadata(JsonWriter& json, const Metadata& metadata)
{
    json.beginObject();
    for (const auto& [key, value] : metadata) {
        json.key(key);
        writeMetadataValue(json, value);
    }
    json.endObject();
}

} // namespace loupe
