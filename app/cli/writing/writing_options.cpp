#include "app/cli/writing/writing_options.h"

#include "app/cli/lists/listed.h"
#include "formats/opening/registry.h"
#include "formats/shards/shard_name.h"

#include <filesystem>

namespace loupe {

namespace {

tl::unexpected<Error> wrong(const char* option, std::string message)
{
    return fail(ErrorCode::InvalidArgument, std::move(message), option);
}

Result<> refuseStandardOutput(const char* option, const std::string& output)
{
    return output == "-" ? wrong(option,
               "is \"-\", and standard output is not supported, expected a path; a file of that name is \"./-\"")
                         : Result<>();
}

Result<const Format*> formatFor(const std::string& id, const std::filesystem::path& output)
{
    const bool isIndex = isIndexName(output);
    const Format* const format = id.empty() ? formatForName(isIndex ? output.stem().stem() : output) : findFormat(id);
    if (format && format->writer)
        return format;
    if (id.empty()) {
        return wrong("OUT",
            "\"" + output.string() + "\" has no suffix of a format that can be written, expected one, or --to "
                + listed(writableFormats()));
    }
    return wrong("--to", "is \"" + id + "\", expected one of " + listed(writableFormats()));
}

/// Appends `parse(text)` of each text.
template <typename Parse, typename Value>
Result<> parseAll(
    const char* option, const std::vector<std::string>& texts, std::vector<Value>& values, const Parse& parse)
{
    for (const std::string& text : texts) {
        auto value = parse(text);
        if (!value)
            return wrong(option, "is \"" + text + "\": " + value.error().message);
        values.push_back(std::move(*value));
    }
    return {};
}

} // namespace

std::vector<std::string> writableFormats()
{
    std::vector<std::string> ids;
    for (const Format* const format : allFormats()) {
        if (format->writer)
            ids.emplace_back(format->id);
    }
    return ids;
}

Result<ConvertOptions> parseConvert(ConvertOptions options, const WritingTexts& texts)
{
    if (const auto file = refuseStandardOutput("OUT", options.output); !file)
        return fail(file.error());
    const auto format = formatFor(texts.format, options.output);
    if (!format)
        return fail(format.error());
    options.format = *format;
    const auto parsed =
        parseAll("--rename", options.renames, options.edits.renames, NameRewriter::parse)
            .and_then([&] { return parseAll("--dtype", options.casts, options.edits.casts, CastRule::parse); })
            .and_then([&] {
                return parseAll("--set-metadata", texts.setMetadata, options.edits.setMetadata, parseMetadataEntry);
            });
    if (!parsed)
        return fail(parsed.error());
    if (!texts.shardSize.empty()) {
        const auto size = parseByteSize(texts.shardSize);
        if (!size)
            return wrong("--max-shard-size", size.error().message);
        options.shardSize = *size;
    }
    return options;
}

std::vector<std::string> exportFormats()
{
    std::vector<std::string> ids;
    for (const OutputFormat& format : allOutputFormats()) {
        if (!format.isCheckpoint())
            ids.emplace_back(format.id());
    }
    for (std::string& id : writableFormats())
        ids.push_back(std::move(id));
    return ids;
}

Result<ExportOptions> parseExport(ExportOptions options, const std::string& format)
{
    if (const auto file = refuseStandardOutput("--output", options.output); !file)
        return fail(file.error());
    std::error_code ignored;
    const std::filesystem::path output = options.output;
    options.toFolder = !output.has_filename() || std::filesystem::is_directory(output, ignored);
    const auto known = !format.empty() ? findOutputFormat(format)
        : options.toFolder             ? outputFormatFor("x.npy")
                                       : outputFormatFor("x" + output.extension().string());
    if (!known) {
        return format.empty() ? wrong("--output",
                   "\"" + options.output
                       + "\" has no suffix of a format that can be written, expected one, or --to with one of "
                       + listed(exportFormats()) + ", or a folder: one that is there, or a path that ends in a slash")
                              : wrong("--to", "is \"" + format + "\", expected one of " + listed(exportFormats()));
    }
    options.format = *known;
    if (!options.rawBits)
        options.edits.defaultCasts = options.format.defaultCasts();
    if (const auto parsed = parseAll("--dtype", options.casts, options.edits.casts, CastRule::parse); !parsed)
        return fail(parsed.error());
    return options;
}

Result<DiffOptions> parseDiff(DiffOptions options)
{
    const auto files = refuseStandardOutput("--html", options.html).and_then([&] {
        return refuseStandardOutput("--export-difference", options.difference);
    });
    if (!files)
        return fail(files.error());
    if (options.difference.empty())
        return options.casts.empty() ? Result<DiffOptions>(std::move(options))
                                     : wrong("--dtype", "is for --export-difference, which is not there");
    const auto format = outputFormatFor(options.difference);
    if (!format || !format->isCheckpoint()) {
        return wrong("--export-difference",
            "\"" + options.difference + "\" has no suffix of a checkpoint that can be written, expected one of "
                + listed(writableFormats()));
    }
    options.differenceFormat = *format;
    if (const auto parsed = parseAll("--dtype", options.casts, options.edits.casts, CastRule::parse); !parsed)
        return fail(parsed.error());
    return options;
}

} // namespace loupe
