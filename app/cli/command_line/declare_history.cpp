#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/shared_options.h"
#include "app/cli/command_line/verb_table.h"

#include <memory>

namespace loupe {

namespace {

constexpr VerbHelp historyHelp{
    {{{"run", "each checkpoint of the folder, and the first with NaN or Inf"},
        {"run layers.0 --csv", "a group of tensors, for a spreadsheet"},
        {"run --filter 'norm -dtype:f16' --json", "tensors that match a filter, for scripts"}}},
    "0 no NaN or Inf, 1 some", FilterSubject::Tensors};

} // namespace

DeclaredVerb declareHistory(CLI::App& program, CompletionHints&)
{
    const auto given = std::make_shared<HistoryVerbOptions>();
    CLI::App* const verb =
        program.add_subcommand("history", "Show how values change over the checkpoints of a training run");
    verb->add_option("RUN", given->path, "A folder with checkpoints such as step-100, checkpoint-100, iter_100")
        ->required()
        ->transform(input());
    verb->add_option("TENSOR", given->names, "Names, groups such as layers.0, or globs (default: all tensors)")
        ->transform(literal());
    auto* const csv = verb->add_flag("--csv", given->csv, "Print CSV, one line per checkpoint");
    declareStored(*verb, given->common);
    declareCommon(*verb, given->common,
        "Keep tensors that match, such as 'attn dtype:bf16 size:>1MB'; terms on values are not supported");
    for (const char* const other : {"--json", "--quiet"})
        csv->excludes(verb->get_option(other));
    return {verb, historyHelp, [given] { return VerbOptions(filtered(*given)); }};
}

} // namespace loupe
