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

constexpr VerbHelp diffHelp{
    {{{"base.safetensors tuned.safetensors", "what changed"},
        {"base.safetensors tuned.safetensors --html report.html", "the same as a page with charts"},
        {"base.safetensors tuned.safetensors --rtol 1e-3", "equal within a tolerance"}}},
    "0 the same, 1 different", FilterSubject::PairsWithValues};

} // namespace

DeclaredVerb declareDiff(CLI::App& program, CompletionHints& hints)
{
    const auto given = std::make_shared<DiffTexts>();
    DiffOptions& diff = given->diff;
    CLI::App* const verb = program.add_subcommand("diff", "Compare two checkpoints; exits 1 if they differ");
    verb->add_option("A", diff.a, pathHelp)->required()->transform(input());
    verb->add_option("B", diff.b, pathHelp)->required()->transform(input());
    declareComparison(*verb, diff, given->comparison);
    verb->add_option("--html", diff.html,
            "Also write a self-contained HTML report; re-reads up to 12 tensors (4 GiB) for histograms")
        ->type_name("FILE")
        ->transform(outputPath());
    verb->add_option("--export-difference", diff.difference,
            "Also write B - A of each changed tensor: a checkpoint that can be added to A")
        ->type_name("OUT")
        ->transform(outputPath());
    declareTexts(*verb, "--dtype", diff.casts,
        "Write differences as this dtype, all or those that would be FROM (default: F32 or wider)", "[FROM=]TO");
    verb->add_flag("--force", diff.force, "Overwrite these files");
    declarePart(*verb, given->part, false);
    for (const char* const other : {"--html", "--export-difference", "--detect-renames"})
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
