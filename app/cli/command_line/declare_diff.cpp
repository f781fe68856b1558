#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/shared_options.h"
#include "app/cli/command_line/verb_table.h"
#include "app/cli/diff/diff_output.h"
#include "app/cli/number_lists.h"
#include "app/cli/writing/writing_options.h"

#include <memory>
#include <tuple>

namespace loupe {

namespace {

/// A tolerance: finite, not negative.
double parseTolerance(const char* option, const std::string& text)
{
    const auto numbers = parseNumbers(text);
    if (!numbers || numbers->size() != 1 || numbers->front() < 0)
        throw CLI::ValidationError(option, "is \"" + text + "\", expected a number, 0 or more");
    return numbers->front();
}

struct DiffTexts {
    DiffOptions diff;
    ListTexts list;
    std::string atol;
    std::string rtol;
    std::vector<std::string> maps;

    DiffOptions parsed() const
    {
        DiffOptions options = diff;
        options.list = list.parsed(diffSortKeys(), diffColumns());
        if (!atol.empty() || !rtol.empty()) {
            options.comparison.tolerance = Tolerance{.absolute = atol.empty() ? 0 : parseTolerance("--atol", atol),
                .relative = rtol.empty() ? 0 : parseTolerance("--rtol", rtol)};
        }
        for (const std::string& text : maps)
            options.rules.push_back(valid("--map", RenameRule::parse(text)));
        options = filtered(valid(parseDiff(std::move(options))), FilterSubject::PairsWithValues);
        if (options.comparison.structureOnly && options.common.filter.asks(Filter::Asks::Figures))
            throw CLI::ValidationError("--filter", "asks about differences of values, expected no --structure with it");
        if (options.comparison.structureOnly && options.comparison.tolerance)
            throw CLI::ValidationError("--structure", "looks at no values, expected no --atol or --rtol with it");
        return options;
    }
};

} // namespace

DeclaredVerb declareDiff(CLI::App& program, CompletionHints& hints)
{
    const auto given = std::make_shared<DiffTexts>();
    DiffOptions& diff = given->diff;
    CLI::App* const verb = program.add_subcommand("diff", "Compare two checkpoints; exits 1 if they differ");
    hints.pairVerb = verb;
    verb->add_option("A", diff.a, pathHelp)->required()->transform(input());
    verb->add_option("B", diff.b, pathHelp)->required()->transform(input());
    for (const auto& [name, text, help] :
        {std::tuple("--atol", &given->atol, "Values are equal if |a - b| <= ATOL + RTOL |b| (default: 0)"),
            std::tuple("--rtol", &given->rtol, "See --atol (default: 0)")})
        verb->add_option(name, *text, help)->type_name("NUMBER")->transform(literal());
    verb->add_option("--map", given->maps, "Match A tensors to B by regex replacement")
        ->type_name("OLD=NEW")
        ->allow_extra_args(false)
        ->transform(literal());
    verb->add_flag(
        "--detect-renames", diff.detectRenames, "Match renamed tensors by content, then by dtype, shape and position");
    declareStored(*verb, diff.common);
    verb->add_flag("--structure", diff.comparison.structureOnly, "Compare names, dtypes and shapes only");
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
    declareList(*verb, hints, given->list, diffSortKeys(), diffColumns());
    declareCommon(*verb, diff.common,
        "Keep pairs that match, such as 'attn dtype:bf16 status:changed maxabs:>1e-3'; the result and the exit status "
        "count only these");
    return {verb, [given] { return VerbOptions(given->parsed()); }};
}

} // namespace loupe
