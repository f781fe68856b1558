#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/part_texts.h"
#include "app/cli/command_line/shared_options.h"
#include "app/cli/command_line/verb_table.h"
#include "app/cli/lists/number_lists.h"
#include "app/cli/stats/stats_output.h"

#include <memory>

namespace loupe {

namespace {

struct StatsTexts {
    StatsOptions stats;
    ListTexts list;
    PartTexts part;
    std::string range;
    std::string quantiles = "0.01,0.25,0.5,0.75,0.99";
    const CLI::Option* binsOption = nullptr;
    const CLI::Option* rangeOption = nullptr;

    StatsOptions parsed() const
    {
        StatsOptions options = stats;
        options.histogramAsked = binsOption->count() > 0 || rangeOption->count() > 0;
        if (rangeOption->count() > 0) {
            options.summary.range = parseRange(range);
            if (!options.summary.range) {
                throw CLI::ValidationError(
                    "--range", "is \"" + range + "\", expected LOW,HIGH, two numbers, the lower one first");
            }
        }
        auto fractions = parseQuantiles(quantiles);
        if (!fractions) {
            throw CLI::ValidationError("--quantiles",
                "is \"" + quantiles + "\", expected Q,Q,..., at most "
                    + std::to_string(SummaryOptions::maximumQuantiles) + " fractions from 0 to 1");
        }
        options.list = list.parsed(summarySortKeys(*fractions), summaryColumns(*fractions));
        options.summary.quantiles = std::move(*fractions);
        return filtered(std::move(options));
    }
};

constexpr VerbHelp statsHelp{
    {{{"model.safetensors '*norm*'", "tensors by name"},
        {"model.safetensors --sort -std --top 5", "the five with the largest deviation"},
        {"model.safetensors --quantiles 0.001,0.5,0.999 --json", "chosen quantiles, for scripts"}}},
    "0 done", FilterSubject::Tensors};

} // namespace

DeclaredVerb declareStats(CLI::App& program, CompletionHints& hints)
{
    const auto given = std::make_shared<StatsTexts>();
    StatsOptions& stats = given->stats;
    CLI::App* const verb = program.add_subcommand("stats", "Compute statistics of tensor values");
    verb->add_option("PATH", stats.path, pathHelp)->required()->transform(input());
    verb->add_option("TENSOR", stats.tensors, "Names or globs (default: all tensors)")->transform(literal());
    given->binsOption =
        verb->add_option("--bins", stats.summary.bins, "Bins of the histogram (default: 256); 0 for none")
            ->type_name("N")
            ->transform(number(0, SummaryOptions::maximumBins));
    given->rangeOption = verb->add_option("--range", given->range, "Range of the histogram (default: min,max)")
                             ->type_name("LOW,HIGH")
                             ->transform(literal());
    verb->add_option("--quantiles", given->quantiles,
            "Quantiles, as fractions (default: " + given->quantiles + "); \"\" for none")
        ->type_name("Q,Q,...")
        ->transform(literal());
    auto* const codes = verb->add_flag("--codes", stats.codes, "Use raw quantized codes (quantized tensors only)");
    declareStored(*verb, stats.common)->excludes(codes);
    const auto quantiles = *parseQuantiles(given->quantiles);
    declareList(*verb, hints, given->list, summarySortKeys(quantiles), summaryColumns(quantiles));
    declarePart(*verb, given->part);
    declareCommon(*verb, stats.common);
    declareCsv(*verb, stats.csv);
    return {verb, statsHelp, [given, verb] {
                StatsOptions options = given->parsed();
                given->part.parseInto(*verb, options.common);
                return VerbOptions(std::move(options));
            }};
}

} // namespace loupe
