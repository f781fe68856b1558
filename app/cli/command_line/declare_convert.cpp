#include "adapters/extract.h"
#include "app/cli/command_line/adapter_options.h"
#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/recorded_arguments.h"
#include "app/cli/command_line/shared_options.h"
#include "app/cli/command_line/verb_table.h"
#include "app/cli/lists/listed.h"
#include "app/cli/writing/writing_options.h"
#include "core/remote/remote_files.h"

#include <algorithm>
#include <array>
#include <memory>

namespace loupe {

namespace {

/// Writes the usage line of verbs whose last argument is the output. The library knows only the list of arguments.
class UsageWithOut : public CLI::Formatter {
public:
    std::string make_option_usage(const CLI::Option* option) const override
    {
        return option->get_option_text().empty() ? Formatter::make_option_usage(option)
                                                 : option->get_name() + option->get_option_text();
    }
};

/// Options that do not affect the output.
constexpr std::array<std::string_view, 13> unrecordedOfConvert{"json", "quiet", "threads", "offline", "yes", "force",
    "resume", "dry-run", "no-verify", "no-in-place", "output", "key-file", "passphrase-file"};

struct ConvertTexts {
    ConvertOptions convert;
    WritingTexts writing;
    std::string spelling; ///< spelling of an adapter
    std::vector<std::string> places; ///< IN... and OUT

    /// `leastInputs`: minimum number of inputs, if the output is one of the places.
    ConvertOptions parsed(const CLI::App& verb, std::size_t leastInputs) const
    {
        ConvertOptions options = convert;
        options.recorded = recordedOptions(verb, unrecordedOfConvert);
        std::vector<std::string>& paths = options.paths;
        paths = places;
        if (options.output.empty() && paths.size() > leastInputs) {
            options.output = paths.back();
            paths.pop_back();
        }
        if (options.output.empty())
            throw CLI::RequiredError("OUT");
        std::ranges::transform(paths, paths.begin(), publicName);
        if (const std::string why = whyNotOutput(options.output); !why.empty())
            throw CLI::ValidationError("OUT", why);
        for (const std::string& path : paths) {
            if (const std::string why = whyNotInput(path); !why.empty())
                throw CLI::ValidationError("IN", why);
        }
        return filtered(valid(parseConvert(std::move(options), writing)));
    }
};

void declarePlaces(CLI::App& verb, ConvertTexts& given)
{
    // A single list, because the first of two lists would take all arguments.
    verb.add_option("IN", given.places,
            "One or more inputs, each a file, a folder with the shards of one model, a *.index.json, or an "
            "address. Without -o, the last path is the output")
        ->option_text("... OUT")
        ->required()
        ->transform(literal());
    verb.add_option("-o,--output", given.convert.output,
            "The file to write, or the index of its shards; in a folder, \"model\" with the suffix of the format")
        ->type_name("OUT")
        ->transform(outputPath());
    verb.formatter(std::make_shared<UsageWithOut>());
}

void declareWriting(CLI::App& verb, CompletionHints& hints, ConvertTexts& given)
{
    ConvertOptions& convert = given.convert;
    auto* const format =
        verb.add_option("--to", given.writing.format, "Format; overrides OUT's suffix: " + listed(writableFormats()))
            ->type_name("FORMAT")
            ->transform(literal());
    hints.words[format] = writableFormats();
    declareTexts(verb, "--select", convert.select,
        "Copy only tensors whose whole name matches, or that match a filter expression", "GLOB");
    declareTexts(verb, "--drop", convert.drop,
        "Do not copy tensors whose whole name matches, or that match a filter expression", "GLOB");
    declareTexts(verb, "--rename", convert.renames, "Replace all matches of REGEX in names; \\1 is the first group",
        "REGEX=REPLACEMENT");
    declareTexts(verb, "--dtype", convert.casts, "Cast all tensors, or those of one dtype", "[FROM=]TO");
    declareTexts(verb, "--set-metadata", given.writing.setMetadata, "Add or replace metadata", "KEY=VALUE");
    declareTexts(verb, "--drop-metadata", convert.edits.dropMetadata, "Drop metadata", "KEY");
    verb.add_option("--max-shard-size", given.writing.shardSize,
            "Split into shards of at most SIZE, such as 5GB; writes an index")
        ->type_name("SIZE")
        ->transform(literal());
    verb.add_flag("--dry-run", convert.dryRun, "Show what would be written and what casts would lose; write nothing");
    declareStored(verb, convert.common);
    declareNumbering(verb, convert.edits.numberRepeated);
    verb.add_flag("--dequantize", convert.dequantize,
        "Write quantized weights as plain F32, or as --dtype says, without their scales");
    verb.add_flag("--force", convert.force, "Overwrite OUT; accept casts that overflow to infinity");
    verb.add_flag("--drop-shared", convert.dropShared,
        "Write shared storage once, for the first tensor; the metadata names the others");
    declareSalvage(verb, convert.salvage);
    declareVerifying(verb, convert.verify);
    verb.add_flag("--resume", convert.resume, "Continue an interrupted run of the same command, if there is one")
        ->excludes("--dry-run");
    verb.add_flag_callback(
        "--no-in-place", [&inPlace = convert.inPlace] { inPlace = false; },
        "Rewrite the whole file instead of patching the header");
    declareCommon(verb, convert.common);
}

std::shared_ptr<ConvertTexts> declareConversion(CLI::App& verb, CompletionHints& hints)
{
    auto given = std::make_shared<ConvertTexts>();
    declarePlaces(verb, *given);
    declareWriting(verb, hints, *given);
    return given;
}

constexpr VerbHelp convertHelp{
    {{{"model.safetensors half.safetensors --dtype bf16", "another format or dtype"},
        {"base.safetensors tuned.safetensors tuned-lora.safetensors --extract-lora 16",
            "the LoRA adapter between two models"},
        {"model.safetensors part.safetensors --filter layer:0-3", "the tensors of layers 0 to 3"}}},
    "0 done, 1 --salvage skipped tensors", FilterSubject::Tensors};

constexpr VerbHelp mergeHelp{
    {{{"base.safetensors head.safetensors -o merged.safetensors", "two files into one"},
        {"base.safetensors head.safetensors -o merged.bt", "in another format"},
        {"base.safetensors head.safetensors -o merged.safetensors --dry-run", "a preview, without writing"}}},
    "0 done, 1 --salvage skipped tensors", FilterSubject::Tensors};

/// Call after the other options are declared.
void declareExtraction(CLI::App& verb, CompletionHints& hints, ConvertTexts& given)
{
    auto* const rank = verb.add_option("--extract-lora", given.convert.extractRank,
                               "Write a LoRA adapter of rank N for the difference between two inputs, BASE and TUNED")
                           ->type_name("N")
                           ->transform(number(1, mostExtractedRank));
    auto* const spelling = declareSpelling(verb, hints, given.spelling);
    spelling->needs(rank);
    for (const char* const other : {"--select", "--drop", "--rename", "--filter", "--salvage", "--dequantize",
             "--drop-shared", "--stored", "--number-repeated", "--drop-metadata", "--no-in-place"})
        rank->excludes(verb.get_option(other));
}

} // namespace

DeclaredVerb declareConvert(CLI::App& program, CompletionHints& hints)
{
    CLI::App* const verb = program.add_subcommand("convert", "Convert a checkpoint: other format, names or dtypes");
    const auto given = declareConversion(*verb, hints);
    declareExtraction(*verb, hints, *given);
    return {verb, convertHelp, [verb, given] {
                ConvertOptions options = given->parsed(*verb, 1);
                if (options.extractRank && options.paths.size() != 2)
                    throw CLI::ValidationError("--extract-lora", "takes two inputs, BASE and TUNED, and OUT");
                options.extractSpelling = parseSpelling(given->spelling).value_or(AdapterSpelling::Peft);
                return VerbOptions(std::move(options));
            }};
}

DeclaredVerb declareMerge(CLI::App& program, CompletionHints& hints)
{
    CLI::App* const verb = program.add_subcommand("merge", "Merge several checkpoints into one, as convert does");
    // A single input may be a mistake: the second input would be treated as OUT.
    return {verb, mergeHelp,
        [verb, given = declareConversion(*verb, hints)] { return VerbOptions(given->parsed(*verb, 2)); }};
}

} // namespace loupe
