#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/shared_options.h"
#include "app/cli/command_line/verb_table.h"

#include <memory>

namespace loupe {

namespace {

constexpr VerbHelp checkHelp{{{{"model/", "the family, the memory, and all findings"},
                                 {"model/ --context 32768 --batch 4", "the KV cache of four sequences"},
                                 {"model/ --values", "also check values, such as untrained weights"}}},
    "0 no errors, 1 some", std::nullopt};

} // namespace

DeclaredVerb declareCheck(CLI::App& program, CompletionHints&)
{
    const auto given = std::make_shared<CheckOptions>();
    CLI::App* const verb = program.add_subcommand(
        "check", "Identify a model, estimate its memory, and check it against its config and tokenizer");
    verb->add_option("PATH", given->path, pathHelp)->required()->transform(input());
    verb->add_option(
            "--context", given->run.tokens, "Tokens per sequence in the KV cache (default: the model's context length)")
        ->type_name("N")
        ->transform(positiveNumber());
    verb->add_option("--batch", given->run.sequences, "Sequences in the KV cache (default: 1)")
        ->type_name("N")
        ->transform(positiveNumber());
    verb->add_option("--cache-bytes", given->run.bytesPerElement,
            "Bytes per element of the KV cache (default: 2, for F16 and BF16)")
        ->type_name("N")
        ->transform(number(1, 8));
    verb->add_flag("--values", given->values, "Also read the values of all tensors, not only headers");
    auto* const sarif = declareSarif(*verb, given->sarif);
    declareOutput(*verb, given->common);
    declareReading(*verb, given->common);
    sarif->excludes(verb->get_option("--json"))->excludes(verb->get_option("--quiet"));
    return {verb, checkHelp, [given] { return VerbOptions(*given); }};
}

} // namespace loupe
