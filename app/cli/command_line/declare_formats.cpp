#include "app/cli/command_line/shared_options.h"
#include "app/cli/command_line/verb_table.h"

#include <memory>

namespace loupe {

DeclaredVerb declareFormats(CLI::App& program, CompletionHints&)
{
    const auto given = std::make_shared<FormatsOptions>();
    CLI::App* const verb = program.add_subcommand("formats", "List the formats that can be read and written");
    declareOutput(*verb, given->common);
    return {verb, [given] { return VerbOptions(*given); }};
}

} // namespace loupe
