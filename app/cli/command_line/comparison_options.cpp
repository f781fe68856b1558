#include "app/cli/command_line/comparison_options.h"

#include "app/cli/command_line/argument_text.h"
#include "app/cli/diff/diff_output.h"
#include "app/cli/lists/number_lists.h"

#include <tuple>

namespace loupe {

namespace {

/// Parses a tolerance: finite and not negative.
double parseTolerance(const char* option, const std::string& text)
{
    const auto numbers = parseNumbers(text);
    if (!numbers || numbers->size() != 1 || numbers->front() < 0)
        throw CLI::ValidationError(option, "is \"" + text + "\", expected a number, 0 or more");
    return numbers->front();
}

} // namespace

void ComparisonTexts::parseInto(DiffOptions& options) const
{
    options.list = list.parsed(diffSortKeys(), diffColumns());
    if (!atol.empty() || !rtol.empty()) {
        options.comparison.tolerance = Tolerance{.absolute = atol.empty() ? 0 : parseTolerance("--atol", atol),
            .relative = rtol.empty() ? 0 : parseTolerance("--rtol", rtol)};
    }
    for (const std::string& text : maps)
        options.rules.push_back(valid("--map", RenameRule::parse(text)));
}

void declareComparison(CLI::App& verb, DiffOptions& diff, ComparisonTexts& given)
{
    for (const auto& [name, text, help] :
        {std::tuple("--atol", &given.atol, "Values are equal if |a - b| <= ATOL + RTOL |b| (default: 0)"),
            std::tuple("--rtol", &given.rtol, "See --atol (default: 0)")})
        verb.add_option(name, *text, help)->type_name("NUMBER")->transform(literal());
    verb.add_option("--map", given.maps, "Match A tensors to B by regex replacement")
        ->type_name("OLD=NEW")
        ->allow_extra_args(false)
        ->transform(literal());
    verb.add_flag(
        "--detect-renames", diff.detectRenames, "Match renamed tensors by content, then by dtype, shape and position");
    declareStored(verb, diff.common);
    verb.add_flag("--structure", diff.comparison.structureOnly, "Compare names, dtypes and shapes only");
}

void declarePairList(CLI::App& verb, CompletionHints& hints, DiffOptions& diff, ComparisonTexts& given)
{
    hints.pairVerbs.insert(&verb);
    declareList(verb, hints, given.list, diffSortKeys(), diffColumns());
    declareCommon(verb, diff.common,
        "Keep pairs that match, such as 'attn dtype:bf16 status:changed maxabs:>1e-3'; the result and the exit status "
        "count only these");
}

void filterPairs(DiffOptions& options)
{
    options.common.filter = valid("--filter", Filter::parse(options.common.filterText, FilterSubject::PairsWithValues));
    if (!options.comparison.structureOnly)
        return;
    if (options.common.filter.asks(Filter::Asks::Figures))
        throw CLI::ValidationError("--filter", "tests differences of values, which --structure does not compute");
    if (options.comparison.tolerance)
        throw CLI::ValidationError("--structure", "compares no values, expected no --atol or --rtol");
}

} // namespace loupe
