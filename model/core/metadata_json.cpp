#include "core/metadata_json.h"

namespace loupe {

void writeMetadataValue(JsonWriter& json, const MetadataValue& value)
{
    const auto text = value.text();
    if (!text)
        json.value(nullptr);
    else if (value.kind() == MetadataValue::Kind::Json)
        json.raw(*text);
    else
        json.value(std::string_view(*text));
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
