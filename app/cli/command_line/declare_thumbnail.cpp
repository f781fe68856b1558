#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/verb_table.h"

#include <memory>

namespace loupe {

namespace {

constexpr VerbHelp thumbnailHelp{{{{"model.safetensors model.png", "parameters, groups and dtypes as a picture"},
                                     {"model.safetensors model.png --size 512", "a larger one"},
                                     {"--size 128 -- model.safetensors model.png", "as a file manager calls it"}}},
    "0 done", std::nullopt};

} // namespace

DeclaredVerb declareThumbnail(CLI::App& program, CompletionHints&)
{
    const auto given = std::make_shared<ThumbnailOptions>();
    CLI::App* const verb = program.add_subcommand(
        "thumbnail", "Draw a checkpoint as a small picture, for file managers; reads headers only");
    verb->add_option("IN", given->path, "A file, a folder or a *.index.json on this machine")
        ->required()
        ->transform(input());
    verb->add_option("OUT", given->output, "The PNG file to write; one that is there must be empty or a PNG")
        ->required()
        ->transform(literal());
    verb->add_option("--size", given->size, "Pixels of each side (default: 256)")
        ->type_name("N")
        ->transform(number(16, 1024));
    given->common.offline = true; // showing a folder must not open connections
    return {verb, thumbnailHelp, [given] { return VerbOptions(*given); }};
}

} // namespace loupe
