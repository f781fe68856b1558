#include "reports/beside_json.h"

#include <string>
#include <string_view>

namespace loupe {

namespace {

void writeNamesBeside(JsonWriter& json, const Checkpoint& checkpoint)
{
    json.beginArray();
    for (const std::string& name : checkpoint.beside)
        json.value(std::string_view(name));
    json.endArray();
}

} // namespace

void writeBeside(JsonWriter& json, const Checkpoint& checkpoint)
{
    if (checkpoint.beside.empty())
        return;
    json.key("unread");
    writeNamesBeside(json, checkpoint);
}

void writeBeside(JsonWriter& json, const Checkpoint& a, const Checkpoint& b)
{
    if (a.beside.empty() && b.beside.empty())
        return;
    json.key("unread");
    json.beginArray();
    writeNamesBeside(json, a);
    writeNamesBeside(json, b);
    json.endArray();
}

} // namespace loupe
