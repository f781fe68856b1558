#include "app/cli/lists/columns.h"
#include "app/cli/verbs.h"
#include "formats/opening/registry.h"
#include "saving/recipe/output_format.h"

namespace loupe {

namespace {

/// `export` writes one or several arrays; a format with a writer is written by `convert`, too.
bool canExport(const Format& format)
{
    return findOutputFormat(format.id).has_value();
}

void writeSuffixes(JsonWriter& json, std::span<const std::string_view> suffixes)
{
    json.key("suffixes");
    json.beginArray();
    for (const std::string_view suffix : suffixes)
        json.value(suffix);
    json.endArray();
}

std::string suffixText(std::span<const std::string_view> suffixes)
{
    std::string text;
    for (const std::string_view suffix : suffixes)
        text += (text.empty() ? "" : " ") + std::string(suffix);
    return text;
}

void printJson(const Session& session)
{
    JsonWriter json = session.json();
    json.beginObject();
    json.key("formats");
    json.beginArray(JsonWriter::Layout::Lines);
    for (const Format* const format : allFormats()) {
        json.beginObject();
        json.member("id", format->id);
        json.member("title", format->title);
        writeSuffixes(json, format->suffixes);
        json.member("mime", format->mimeType);
        json.member("read", true);
        json.member("write", format->writer != nullptr);
        json.member("export", canExport(*format));
        json.endObject();
    }
    json.endArray();
    json.key("left_out");
    json.beginArray(JsonWriter::Layout::Lines);
    for (const UnavailableFormat& format : unavailableFormats()) {
        json.beginObject();
        json.member("id", format.id);
        json.member("title", format.title);
        writeSuffixes(json, format.suffixes);
        json.member("missing", format.library);
        json.endObject();
    }
    json.endArray();
    json.endObject();
    json.finish();
}

void printText(const Session& session)
{
    using enum Columns::Align;
    std::vector<std::vector<std::string>> rows{{"FORMAT", "TITLE", "SUFFIXES", "MIME TYPE", "CAN"}};
    for (const Format* const format : allFormats()) {
        rows.push_back({std::string(format->id), std::string(format->title), suffixText(format->suffixes),
            std::string(format->mimeType),
            format->writer           ? "read, write"
                : canExport(*format) ? "read, export"
                                     : "read"});
    }
    for (const UnavailableFormat& format : unavailableFormats()) {
        rows.push_back({std::string(format.id), std::string(format.title), suffixText(format.suffixes), "",
            "nothing: built without " + std::string(format.library)});
    }
    session.print(table({Left, Left, Left, Left, Left}, rows));
}

} // namespace

ExitStatus run(const FormatsOptions& options, const Session& session)
{
    if (options.common.json)
        printJson(session);
    else if (!options.common.quiet)
        printText(session);
    return ExitStatus::Done;
}

} // namespace loupe
