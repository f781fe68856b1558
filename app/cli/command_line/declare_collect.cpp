#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/shared_options.h"
#include "app/cli/command_line/verb_table.h"

#include <memory>

namespace loupe {

namespace {

constexpr VerbHelp collectHelp{
    {{{"p1.json p2.json", "the output of `tloupe scan model.safetensors`"},
        {"p1.json p2.json --json", "the same for scripts"}, {"p1.json p2.json --csv", "the same as a table"}}},
    "that of the verb that wrote the parts; 1 also if parts are missing", std::nullopt};

} // namespace

DeclaredVerb declareCollect(CLI::App& program, CompletionHints&)
{
    const auto given = std::make_shared<CollectOptions>();
    CLI::App* const verb =
        program.add_subcommand("collect", "Combine the --part results of `scan`, `stats`, `hash` or `diff`");
    verb->add_option("PART", given->paths, "Files written with --part, or folders of them")
        ->required()
        ->transform(input());
    verb->add_option(
            "--html", given->html, "For parts of diff: also write a self-contained HTML report, as diff --html does")
        ->type_name("FILE")
        ->transform(outputPath());
    verb->add_flag("--force", given->force, "Overwrite an existing --html file");
    declareOutput(*verb, given->common);
    declareCsv(*verb, given->csv);
    declareOffline(*verb, given->common);
    return {verb, collectHelp, [given] { return VerbOptions(*given); }};
}

} // namespace loupe
