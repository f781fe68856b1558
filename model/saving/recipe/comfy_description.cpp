#include "saving/recipe/comfy_description.h"

#include "core/text/json_cursor.h"
#include "core/text/json_writer.h"

namespace loupe {

namespace {

/// The text of the next value, as written. Precondition: a key was just read.
std::string_view rawValue(JsonCursor& cursor)
{
    cursor.peek(); // skips anything before the value
    const std::size_t begin = cursor.offset();
    cursor.skipValue();
    return cursor.text().substr(begin, cursor.offset() - begin);
}

struct LayerCounts {
    std::size_t kept = 0;
    std::size_t changed = 0; ///< renamed or left out
};

LayerCounts writeLayers(JsonCursor& cursor, JsonWriter& json, const ModuleNames& names)
{
    LayerCounts counts;
    std::string_view module;
    json.beginObject();
    cursor.enterObject();
    while (cursor.nextKey(module)) {
        const std::optional<std::string> name = names(module);
        counts.kept += name ? 1 : 0;
        counts.changed += name == module ? 0 : 1;
        const std::string_view value = rawValue(cursor);
        if (!name)
            continue;
        json.key(*name);
        json.raw(value);
    }
    json.endObject();
    return counts;
}

} // namespace

std::optional<std::string> comfyDescriptionOf(std::string_view description, const ModuleNames& names)
{
    LayerCounts counts;
    JsonCursor cursor(description);
    if (!cursor.enterObject())
        return std::nullopt;
    std::string text = jsonText([&](JsonWriter& json) {
        json.beginObject();
        std::string_view key;
        while (cursor.nextKey(key)) {
            json.key(key);
            if (key == "layers" && cursor.peek() == JsonCursor::Kind::Object)
                counts = writeLayers(cursor, json, names);
            else
                json.raw(rawValue(cursor));
        }
        json.endObject();
    });
    if (cursor.failed() || !cursor.finish() || counts.kept == 0)
        return std::nullopt;
    if (counts.changed == 0)
        return std::string(description);
    return text;
}

} // namespace loupe
