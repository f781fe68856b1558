#include "formats/tensorflowjs/tfjs_probe.h"

#include "core/text/json_cursor.h"
#include "core/text/utf8.h"

namespace loupe::tensorflowjs {

namespace {

using Kind = JsonCursor::Kind;

Match probeModel(JsonCursor& cursor)
{
    std::string_view key;
    cursor.enterObject();
    while (cursor.nextKey(key)) {
        const Kind kind = cursor.peek();
        if (key == "modelTopology" || (key == "weightsManifest" && kind == Kind::Array))
            return Match::Certain;
        std::string_view format;
        if (key != "format" || kind != Kind::String)
            cursor.skipValue();
        else if (cursor.readString(format) && (format == "graph-model" || format == "layers-model"))
            return Match::Certain;
    }
    return Match::No;
}

/// Whether the first weight follows: an object with a name, a shape and a type.
bool beginsWithWeight(JsonCursor& cursor)
{
    std::string_view key;
    if (cursor.peek() != Kind::Array)
        return false;
    cursor.enterArray();
    if (!cursor.nextElement() || cursor.peek() != Kind::Object)
        return false;
    unsigned known = 0;
    cursor.enterObject();
    while (known < 3 && cursor.nextKey(key)) {
        known += key == "name" || key == "shape" || key == "dtype" ? 1 : 0;
        cursor.skipValue();
    }
    return known >= 2;
}

Match probeGroups(JsonCursor& cursor)
{
    std::string_view key;
    cursor.enterArray();
    if (!cursor.nextElement() || cursor.peek() != Kind::Object)
        return Match::No;
    bool hasPaths = false;
    cursor.enterObject();
    while (cursor.nextKey(key)) {
        if (key == "weights")
            return beginsWithWeight(cursor) ? Match::Certain : hasPaths ? Match::Likely : Match::No;
        if (key != "paths" || cursor.peek() != Kind::Array)
            return Match::No;
        hasPaths = true;
        cursor.skipValue();
    }
    return Match::No;
}

} // namespace

Match probeTfjs(const FileStart& start)
{
    const std::string_view all(reinterpret_cast<const char*>(start.bytes.data()), start.bytes.size());
    JsonCursor cursor(all.substr(0, validUtf8Prefix(all)));
    switch (cursor.peek()) {
    case Kind::Object:
        return probeModel(cursor);
    case Kind::Array:
        return probeGroups(cursor);
    default:
        return Match::No;
    }
}

} // namespace loupe::tensorflowjs
