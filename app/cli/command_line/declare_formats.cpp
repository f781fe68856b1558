#include "app/cli/command_line/shared_options.h"
#include "app/cli/command_line/verb_table.h"

#include <memory>

namespace loupe {

namespace {

constexpr VerbHelp formatsHelp{
    {{{"", "what can be read and written"}, {"--json", "the same for scripts"}, {"| grep safetensors", "one of them"}}},
    "0 done", std::nullopt};

} // namespace

DeclaredVerb declareFormats(CLI::App& program, CompletionHints&)
{
    const auto given = std::make_shared<FormatsOptions>();
    CLI::App* const verb = program.add_subcommand("formats", "List the formats that can be read and written");
    declareOutput(*verb, given->common);
    return {verb, formatsHelp, [given] { return VerbOptions(*given); }};
}

} // namespace loupe
