#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/verb_table.h"

#include <memory>

namespace loupe {

namespace {

constexpr VerbHelp thumbnailHelp{{{{"model.safetensors model.png", "parameters, groups and dtypes as a picture"},
                                     {"model.safetensors model.png --size 512", "512 × 512 pixels"},
                                     {"--size 128 -- model.safetensors model.png", "as a file manager calls it"}}},
    "0 done", std::nullopt};

} // namespace

DeclaredVerb declareThumbnail(CLI::App& program, CompletionHints&)
{
    const auto given = std::make_shared<ThumbnailOptions>();
    CLI::App* const verb =
        program.add_subcommand("thumbnail", "Draw a thumbnail of a checkpoint for file managers; reads headers only");
    verb->add_option("IN", given->path, "A local file, folder or *.index.json")->required()->transform(input());
    verb->add_option("OUT", given->output, "The PNG file to write; an existing file must be empty or a PNG")
        ->required()
        ->transform(literal());
    verb->add_option("--size", given->size, "Width and height in pixels (default: 256)")
        ->type_name("N")
        ->transform(number(16, 1024));
    given->common.offline = true; // showing a folder must not open connections
    return {verb, thumbnailHelp, [given] { return VerbOptions(*given); }};
}

} // namespace loupe
