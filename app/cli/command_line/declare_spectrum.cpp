#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/shared_options.h"
#include "app/cli/command_line/verb_table.h"
#include "app/cli/lists/number_lists.h"

#include <algorithm>
#include <limits>
#include <memory>

namespace loupe {

namespace {

struct SpectrumTexts {
    SpectrumVerbOptions verb;
    std::string energy = "0.999";
    std::uint64_t rank = 0;
    std::uint64_t leading = 0;
    std::uint64_t stacked = 0;
    const CLI::Option* rankOption = nullptr;
    const CLI::Option* leadingOption = nullptr;
    const CLI::Option* stackedOption = nullptr;

    SpectrumVerbOptions parsed() const
    {
        SpectrumVerbOptions options = verb;
        const auto fractions = parseQuantiles(energy);
        if (!fractions || fractions->size() != 1 || fractions->front() <= 0)
            throw CLI::ValidationError(
                "--energy", "is \"" + energy + "\", expected a share above 0 and at most 1, such as 0.999");
        options.questions.share = fractions->front();
        if (rankOption->count() > 0) {
            options.questions.rank = rank;
            options.spectrum.leading = std::clamp(rank, options.spectrum.leading, SpectrumOptions::mostLeading);
        }
        if (leadingOption->count() > 0)
            options.spectrum.leading = leading;
        if (stackedOption->count() > 0)
            options.spectrum.stacked = stacked;
        return filtered(std::move(options));
    }
};

constexpr VerbHelp spectrumHelp{
    {{{"model.safetensors layers.0.self_attn.q_proj.weight", "one matrix"},
        {"tuned.safetensors --against base.safetensors '*q_proj*'", "the ranks of what fine-tuning changed"},
        {"model.safetensors --rank 64 --csv", "the energy that rank 64 keeps of each matrix, for a spreadsheet"}}},
    "0 done", FilterSubject::Tensors};

} // namespace

DeclaredVerb declareSpectrum(CLI::App& program, CompletionHints&)
{
    const auto given = std::make_shared<SpectrumTexts>();
    SpectrumVerbOptions& options = given->verb;
    CLI::App* const verb = program.add_subcommand(
        "spectrum", "Compute singular values and ranks of matrices, or of the difference of two checkpoints");
    verb->add_option("PATH", options.path, pathHelp)->required()->transform(input());
    verb->add_option("TENSOR", options.tensors, "Names or globs (default: all matrices)")->transform(literal());
    verb->add_option("--against", options.against, "Use the differences from the tensors of the same name in FILE")
        ->type_name("FILE")
        ->transform(input());
    given->rankOption = verb->add_option("--rank", given->rank, "Print the share of the energy that rank N keeps")
                            ->type_name("N")
                            ->transform(number(1, std::numeric_limits<std::uint32_t>::max()));
    given->leadingOption =
        verb->add_option("--leading", given->leading,
                "Singular values to compute if both sides are above 4,096 (default: 64, or the rank, up to 256)")
            ->type_name("N")
            ->transform(number(1, SpectrumOptions::mostLeading));
    verb->add_option("--energy", given->energy, "Print the rank that keeps this share of the energy (default: 0.999)")
        ->type_name("NUMBER")
        ->transform(literal());
    given->stackedOption = verb->add_option("--stacked", given->stacked,
                                   "Use matrix N of stacked matrices, such as experts (default: 0, the first)")
                               ->type_name("N")
                               ->transform(number(0, std::numeric_limits<std::uint32_t>::max()));
    verb->add_flag("--flattened", options.flattened,
            "Flatten stacked matrices: rows are the first dimension, columns all others")
        ->excludes(verb->get_option("--stacked"));
    declareStored(*verb, options.common);
    declareCommon(*verb, options.common);
    declareCsv(*verb, options.csv);
    return {verb, spectrumHelp, [given] { return VerbOptions(given->parsed()); }};
}

} // namespace loupe
