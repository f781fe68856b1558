#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/shared_options.h"
#include "app/cli/command_line/verb_table.h"

#include <memory>

namespace loupe {

namespace {

constexpr VerbHelp cacheHelp{{{{"", "where it is, how large, and of which files"}, {"--clear", "remove all of it"},
                                 {"--clear https://host/model.safetensors", "remove what is kept of one file"}}},
    "0 done", std::nullopt};

} // namespace

DeclaredVerb declareCache(CLI::App& program, CompletionHints&)
{
    const auto given = std::make_shared<CacheOptions>();
    CLI::App* const verb =
        program.add_subcommand("cache", "Show or clear what is kept on disk of files on other machines");
    verb->add_option("ADDRESS", given->address, "Only what is kept of this file or below it")->transform(literal());
    verb->add_flag("--clear", given->clear, "Remove it, or all without ADDRESS");
    declareOutput(*verb, given->common);
    return {verb, cacheHelp, [given] { return VerbOptions(*given); }};
}

} // namespace loupe
