#include "core/text/error_json.h"

namespace loupe {

void writeError(JsonWriter& json, const Error& error)
{
    json.beginObject();
    json.member("code", errorCodeName(error.code));
    json.member("message", std::string_view(error.message));
    json.key("path");
    if (error.path.empty())
        json.value(nullptr);
    else
        json.value(std::string_view(error.path));
    json.member("offset", error.offset);
    json.endObject();
}

} // namespace loupe
