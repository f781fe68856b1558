#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/shared_options.h"
#include "app/cli/command_line/verb_table.h"

#include <memory>

namespace loupe {

namespace {

constexpr VerbHelp cacheHelp{{{{"", "its folder, size and files"}, {"--clear", "clear all of it"},
                                 {"--clear https://host/model.safetensors", "clear one file"}}},
    "0 done", std::nullopt};

} // namespace

DeclaredVerb declareCache(CLI::App& program, CompletionHints&)
{
    const auto given = std::make_shared<CacheOptions>();
    CLI::App* const verb = program.add_subcommand("cache", "Show or clear the disk cache of remote files");
    verb->add_option("ADDRESS", given->address, "Only this file, or files below this address")->transform(literal());
    verb->add_flag("--clear", given->clear, "Clear the cache of ADDRESS, or all of it");
    declareOutput(*verb, given->common);
    return {verb, cacheHelp, [given] { return VerbOptions(*given); }};
}

} // namespace loupe
