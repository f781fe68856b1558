#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/shared_options.h"
#include "app/cli/command_line/verb_table.h"

#include <memory>

namespace loupe {

namespace {

constexpr VerbHelp validateHelp{{{{"model.safetensors", "every fault, with its byte offset"},
                                    {"*.safetensors -q", "only the exit status and the errors"},
                                    {"model.safetensors --json", "the same for scripts"}}},
    "0 valid, 1 not valid", FilterSubject::Tensors};

} // namespace

DeclaredVerb declareValidate(CLI::App& program, CompletionHints&)
{
    const auto given = std::make_shared<ValidateOptions>();
    CLI::App* const verb =
        program.add_subcommand("validate", "Check whether the format's reference reader accepts a checkpoint");
    verb->add_option("PATH", given->paths, pathHelp)->required()->transform(input());
    verb->add_flag("--quick", given->quick,
        "Read headers only; skip checksums of tensor data, which the reference reader checks as it loads a tensor");
    auto* const sarif = declareSarif(*verb, given->sarif);
    declareCommon(*verb, given->common);
    sarif->excludes(verb->get_option("--json"))->excludes(verb->get_option("--quiet"));
    return {verb, validateHelp, [given] { return VerbOptions(filtered(*given)); }};
}

} // namespace loupe
