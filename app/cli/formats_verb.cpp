#include "app/cli/columns.h"
#include "app/cli/verbs.h"
#include "formats/registry.h"
#include "saving/output_format.h"

namespace loupe {

namespace {

/// Of one array or of chosen ones, by `export`; what has a writer also by `convert`.
bool canExport(const Format& format)
{
    return findOutputFormat(format.id).has_value();
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
        json.key("suffixes");
        json.beginArray();
        for (const std::string_view suffix : format->suffixes)
            json.value(suffix);
        json.endArray();
        json.member("mime", format->mimeType);
        json.member("read", true);
        json.member("write", format->writer != nullptr);
        json.member("export", canExport(*format));
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
        std::string suffixes;
        for (const std::string_view suffix : format->suffixes)
            suffixes += (suffixes.empty() ? "" : " ") + std::string(suffix);
        rows.push_back({std::string(format->id), std::string(format->title), suffixes, std::string(format->mimeType),
            format->writer           ? "read, write"
                : canExport(*format) ? "read, export"
                                     : "read"});
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
