#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/shared_options.h"
#include "app/cli/command_line/verb_table.h"

#include <memory>

namespace loupe {

namespace {

constexpr VerbHelp collectHelp{
    {{{"p1.json p2.json", "what `tloupe scan model.safetensors` prints"},
        {"p1.json p2.json --json", "the same for scripts"}, {"p1.json p2.json --csv", "the same as a table"}}},
    "as of the verb whose parts these are; 1 also where parts are missing", std::nullopt};

} // namespace

DeclaredVerb declareCollect(CLI::App& program, CompletionHints&)
{
    const auto given = std::make_shared<CollectOptions>();
    CLI::App* const verb = program.add_subcommand(
        "collect", "Put together what `scan`, `stats`, `hash` or `diff` with --part found on several machines");
    verb->add_option("PART", given->paths, "Files that --part wrote, and folders of them")
        ->required()
        ->transform(input());
    verb->add_option("--html", given->html, "Of diff: also write a self-contained HTML report, as diff --html does")
        ->type_name("FILE")
        ->transform(outputPath());
    verb->add_flag("--force", given->force, "Overwrite an existing --html file");
    declareOutput(*verb, given->common);
    declareCsv(*verb, given->csv);
    verb->add_flag("--offline", given->common.offline, "Never use the network: read what is on this machine only");
    return {verb, collectHelp, [given] { return VerbOptions(*given); }};
}

} // namespace loupe
