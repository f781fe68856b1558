#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/shared_options.h"
#include "app/cli/command_line/verb_table.h"

#include <memory>

namespace loupe {

namespace {

constexpr VerbHelp loraHelp{{{{"adapter_model.safetensors", "modules, ranks and scales"},
                                {"adapter_model.safetensors --base model/", "whether it fits this model"},
                                {"lora.safetensors --base model/ -q && echo fits", "in a script"}}},
    "0 all modules are computed and fit the base, 1 some do not", std::nullopt};

/// A number above 0, as ranks, strengths and shares are.
CLI::Validator positiveReal()
{
    const auto check = [](std::string& text) {
        double number = 0;
        const bool isNumber = CLI::detail::lexical_cast(text, number) && number > 0 && number < 1e9;
        return isNumber ? std::string() : "is \"" + text + "\", expected a number above 0";
    };
    return {check, ""};
}

} // namespace

DeclaredVerb declareLora(CLI::App& program, CompletionHints&)
{
    const auto given = std::make_shared<LoraOptions>();
    CLI::App* const verb =
        program.add_subcommand("lora", "Say what a LoRA adapter changes, and whether it fits a model");
    verb->add_option("ADAPTER", given->path, pathHelp)->required()->transform(input());
    verb->add_option("--base", given->base, "The model that it changes: check that each module has its place in it")
        ->type_name("BASE")
        ->transform(input());
    verb->add_option("--alpha", given->alpha, "Alpha of modules where neither the file nor a configuration says it")
        ->type_name("NUMBER")
        ->check(positiveReal());
    declareOutput(*verb, given->common);
    verb->add_flag("--offline", given->common.offline, "Never use the network: read what is on this machine only");
    return {verb, loraHelp, [given] { return VerbOptions(*given); }};
}

} // namespace loupe
