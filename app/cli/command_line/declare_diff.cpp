#include "analysis/rearrangement/presets.h"
#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/comparison_options.h"
#include "app/cli/command_line/part_texts.h"
#include "app/cli/command_line/verb_table.h"
#include "app/cli/writing/writing_options.h"

#include <memory>

namespace loupe {

namespace {

struct DiffTexts {
    DiffOptions diff;
    ComparisonTexts comparison;
    PartTexts part;

    DiffOptions parsed() const
    {
        DiffOptions options = diff;
        comparison.parseInto(options);
        options = valid(parseDiff(std::move(options)));
        filterPairs(options);
        return options;
    }
};

/// Declares --rules and --list-rules; the latter needs no checkpoints.
void declareRules(CLI::App& verb, CompletionHints& hints, DiffOptions& diff, CLI::Option* a, CLI::Option* b)
{
    CLI::Option* const rules =
        verb.add_option("--rules", diff.rearrangement,
                "Compare after rearranging tensors: a recipe file, or a preset from --list-rules")
            ->type_name("FILE")
            ->transform(literal());
    std::vector<std::string>& names = hints.words[rules];
    for (const RearrangementPreset& preset : rearrangementPresets())
        names.emplace_back(preset.name);
    verb.add_option("--suggest-rules", diff.suggestedRules,
            "Instead of comparing, find rules that make unmatched tensors equal, and write them as a recipe file; "
            "- for standard output")
        ->type_name("OUT")
        ->transform(outputPath());
    verb.add_flag_callback(
            "--list-rules",
            [&diff, a, b] {
                diff.listRules = true;
                a->required(false);
                b->required(false);
            },
            "List the presets of --rules; with --rules NAME, print the recipe of that preset")
        ->trigger_on_parse();
}

constexpr VerbHelp diffHelp{
    {{{"base.safetensors tuned.safetensors", "what changed"},
        {"base.safetensors tuned.safetensors --html report.html", "also an HTML report with charts"},
        {"base.safetensors tuned.safetensors --rtol 1e-3", "equal within a tolerance"}}},
    "0 the same, 1 different", FilterSubject::PairsWithValues};

} // namespace

DeclaredVerb declareDiff(CLI::App& program, CompletionHints& hints)
{
    const auto given = std::make_shared<DiffTexts>();
    DiffOptions& diff = given->diff;
    CLI::App* const verb = program.add_subcommand("diff", "Compare two checkpoints; exits 1 if they differ");
    CLI::Option* const a = verb->add_option("A", diff.a, pathHelp)->required()->transform(input());
    CLI::Option* const b = verb->add_option("B", diff.b, pathHelp)->required()->transform(input());
    declareComparison(*verb, diff, given->comparison);
    declareRules(*verb, hints, diff, a, b);
    verb->add_option("--html", diff.html,
            "Also write a self-contained HTML report; re-reads up to 12 tensors (4 GiB) for histograms")
        ->type_name("FILE")
        ->transform(outputPath());
    verb->add_option("--export-difference", diff.difference,
            "Also write B - A of each changed tensor: a checkpoint that can be added to A")
        ->type_name("OUT")
        ->transform(outputPath())
        ->excludes(verb->get_option("--rules")); // a view cannot be added to A
    declareTexts(*verb, "--dtype", diff.casts,
        "Dtype of the written differences, or of those that would be FROM (default: F32 or wider)", "[FROM=]TO");
    verb->add_flag("--force", diff.force, "Overwrite existing output files");
    declarePart(*verb, given->part, false);
    for (const char* const other : {"--html", "--export-difference", "--detect-renames", "--rules", "--suggest-rules"})
        verb->get_option("--part")->excludes(verb->get_option(other));
    declarePairList(*verb, hints, diff, given->comparison);
    declareCsv(*verb, diff.csv);
    return {verb, diffHelp, [given, verb] {
                DiffOptions options = given->parsed();
                given->part.force = options.force;
                given->part.parseInto(*verb, options.common);
                return VerbOptions(std::move(options));
            }};
}

} // namespace loupe
