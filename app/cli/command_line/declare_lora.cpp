#include "app/cli/command_line/adapter_options.h"
#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/recorded_arguments.h"
#include "app/cli/command_line/shared_options.h"
#include "app/cli/command_line/verb_table.h"
#include "app/cli/lists/listed.h"
#include "app/cli/writing/writing_options.h"

#include <array>
#include <memory>

namespace loupe {

namespace {

constexpr VerbHelp loraHelp{
    {{{"lora.safetensors --base model/", "its modules, and whether they fit this model"},
        {"lora.safetensors --base model/ --merge -o merged.safetensors", "the merged model"},
        {"lora.safetensors --energy 0.99 -o small.safetensors", "the lowest ranks that keep 99 % of each update"}}},
    "0 all modules are supported, finite, and fit the base, 1 otherwise", std::nullopt};

/// Options that do not affect the output.
constexpr std::array<std::string_view, 10> unrecordedOfLora{
    "json", "quiet", "threads", "offline", "yes", "force", "resume", "dry-run", "no-verify", "output"};

constexpr double mostReal = 1e9;

struct LoraTexts {
    LoraOptions lora;
    WritingTexts writing;
    std::string spelling;

    LoraOptions parsed(const CLI::App& verb) const
    {
        LoraOptions options = lora;
        options.rewriting.spelling = parseSpelling(spelling);
        ConvertOptions& converted = options.writing;
        converted.common = options.common;
        converted.inPlace = false;
        converted.recorded = recordedOptions(verb, unrecordedOfLora);
        const bool isRewritten = options.rewriting.resizes() || options.rewriting.spelling;
        if (converted.output.empty()) {
            const bool isEstimate = converted.dryRun && options.rewriting.resizes() && !options.rewriting.spelling;
            if (!isEstimate && (options.merges || isRewritten || converted.dryRun))
                throw CLI::RequiredError("--output");
            return options;
        }
        if (!options.merges && !isRewritten)
            throw CLI::ValidationError("--output", "takes one of --merge, --rank, --energy and --spelling");
        if (options.merges && options.base.empty())
            throw CLI::RequiredError("--base");
        if (const std::string why = whyNotOutput(converted.output); !why.empty())
            throw CLI::ValidationError("--output", why);
        converted = valid(parseConvert(std::move(converted), writing));
        return options;
    }
};

void declareWriting(CLI::App& verb, CompletionHints& hints, LoraTexts& given)
{
    ConvertOptions& writing = given.lora.writing;
    auto* const output = verb.add_option("-o,--output", writing.output,
                                 "The file to write; in a folder, the file name that loaders expect")
                             ->type_name("OUT")
                             ->transform(outputPath());
    auto* const merge = verb.add_flag("--merge", given.lora.merges, "Write BASE with the adapter merged into it");
    verb.add_option("--strength", given.lora.strength, "Factor for all updates (default: 1)")
        ->type_name("NUMBER")
        ->check(positiveReal(mostReal))
        ->needs(merge);
    verb.add_flag("--skip-unfit", given.lora.skipsUnfit, "Skip modules that do not fit")->needs(merge);
    auto* const rank = verb.add_option("--rank", given.lora.rewriting.rank, "Resize the adapter to rank N or less")
                           ->type_name("N")
                           ->transform(number(1, mostRank));
    auto* const energy =
        verb.add_option("--energy", given.lora.rewriting.energy,
                "Resize each module to the lowest rank that keeps this share of its squared norm, such as 0.99")
            ->type_name("NUMBER")
            ->check(positiveReal(1));
    auto* const spelling = declareSpelling(verb, hints, given.spelling);
    for (CLI::Option* const option : {rank, energy, spelling})
        option->excludes(merge);
    auto* const format =
        verb.add_option("--to", given.writing.format, "Format; overrides OUT's suffix: " + listed(writableFormats()))
            ->type_name("FORMAT")
            ->transform(literal());
    hints.words[format] = writableFormats();
    declareTexts(verb, "--dtype", writing.casts, "Cast all written tensors, or those of one dtype", "[FROM=]TO");
    declareTexts(verb, "--set-metadata", given.writing.setMetadata, "Add or replace metadata", "KEY=VALUE");
    auto* const shards = verb.add_option("--max-shard-size", given.writing.shardSize,
                                 "Split into shards of at most SIZE, such as 5GB; writes an index")
                             ->type_name("SIZE")
                             ->transform(literal());
    auto* const dryRun = verb.add_flag("--dry-run", writing.dryRun,
        "Show what would be written; write nothing. With --rank or --energy, --output is not needed");
    auto* const force =
        verb.add_flag("--force", writing.force, "Overwrite OUT; accept casts that overflow to infinity");
    declareVerifying(verb, writing.verify);
    auto* const resume =
        verb.add_flag("--resume", writing.resume, "Continue an interrupted run of the same command, if there is one")
            ->excludes(dryRun);
    for (CLI::Option* const option : {format, verb.get_option("--dtype"), verb.get_option("--set-metadata"), shards,
             force, verb.get_option("--no-verify"), resume})
        option->needs(output);
}

} // namespace

DeclaredVerb declareLora(CLI::App& program, CompletionHints& hints)
{
    const auto given = std::make_shared<LoraTexts>();
    LoraOptions& lora = given->lora;
    CLI::App* const verb = program.add_subcommand(
        "lora", "Inspect a LoRA adapter and check that it fits a model; merge, resize or rename it");
    verb->add_option("ADAPTER", lora.path, pathHelp)->required()->transform(input());
    auto* const base = verb->add_option("--base", lora.base, "The base model: check that each module fits it")
                           ->type_name("BASE")
                           ->transform(input());
    verb->add_option("--alpha", lora.alpha, "Alpha of modules that have none in the file or its config")
        ->type_name("NUMBER")
        ->check(positiveReal(mostReal));
    verb->add_flag("--share", lora.share, "Also print the norm of each update relative to its base weight")
        ->needs(base);
    declareWriting(*verb, hints, *given);
    declareOutput(*verb, lora.common);
    declareNetwork(*verb, lora.common);
    return {verb, loraHelp, [verb, given] { return VerbOptions(given->parsed(*verb)); }};
}

} // namespace loupe
