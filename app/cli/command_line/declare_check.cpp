#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/shared_options.h"
#include "app/cli/command_line/verb_table.h"

#include <memory>

namespace loupe {

namespace {

constexpr VerbHelp checkHelp{
    {{{"model/", "what it is, what memory it takes, and whether its parts go together"},
        {"model/ --context 32768 --batch 4", "the cache of keys and values for four sequences"},
        {"model/ --values", "also what the values say, such as weights that are out of line"}}},
    "0 no errors, 1 some", std::nullopt};

} // namespace

DeclaredVerb declareCheck(CLI::App& program, CompletionHints&)
{
    const auto given = std::make_shared<CheckOptions>();
    CLI::App* const verb = program.add_subcommand(
        "check", "Say what a model is and what memory it takes, and check that its parts go together");
    verb->add_option("PATH", given->path, pathHelp)->required()->transform(input());
    verb->add_option(
            "--context", given->run.tokens, "Tokens of each sequence, for the cache (default: the model's own)")
        ->type_name("N")
        ->transform(positiveNumber());
    verb->add_option("--batch", given->run.sequences, "Sequences at once, for the cache (default: 1)")
        ->type_name("N")
        ->transform(positiveNumber());
    verb->add_option("--cache-bytes", given->run.bytesPerElement,
            "Bytes of each cached number (default: 2, as F16 and BF16 have)")
        ->type_name("N")
        ->transform(number(1, 8));
    verb->add_flag("--values", given->values, "Read the values of all tensors, too; without it only headers are read");
    auto* const sarif = declareSarif(*verb, given->sarif);
    declareOutput(*verb, given->common);
    declareReading(*verb, given->common);
    sarif->excludes(verb->get_option("--json"))->excludes(verb->get_option("--quiet"));
    return {verb, checkHelp, [given] { return VerbOptions(*given); }};
}

} // namespace loupe
