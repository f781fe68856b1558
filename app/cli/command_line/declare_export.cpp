#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/shared_options.h"
#include "app/cli/command_line/verb_table.h"
#include "app/cli/lists/listed.h"
#include "app/cli/writing/writing_options.h"

#include <memory>

namespace loupe {

namespace {

struct ExportTexts {
    ExportOptions options;
    std::string format;
};

constexpr VerbHelp exportHelp{{{{"model.safetensors 'layers.0.*' -o layer0.npz", "tensors as a NumPy archive"},
                                  {"model.safetensors embed.weight -o embed.csv", "values as text"},
                                  {"model.safetensors -o arrays/", "one .npy file per tensor"}}},
    "0 done, 1 --salvage skipped tensors", FilterSubject::Tensors};

} // namespace

DeclaredVerb declareExport(CLI::App& program, CompletionHints& hints)
{
    const auto given = std::make_shared<ExportTexts>();
    ExportOptions& options = given->options;
    CLI::App* const verb = program.add_subcommand("export", "Export tensors for other programs");
    verb->add_option("PATH", options.path, pathHelp)->required()->transform(input());
    verb->add_option("TENSOR", options.tensors, "Names or globs (default: all tensors)")->transform(literal());
    verb->add_option("-o,--output", options.output, "A file, whose suffix gives the format, or a folder")
        ->type_name("OUT")
        ->required()
        ->transform(outputPath());
    auto* const format =
        verb->add_option("--to", given->format,
                "Format if OUT is a folder (default: npy) or has another suffix: " + listed(exportFormats()))
            ->type_name("FORMAT")
            ->transform(literal());
    hints.words[format] = exportFormats();
    declareTexts(*verb, "--dtype", options.casts, "Cast all tensors, or those of one dtype", "[FROM=]TO");
    declareStored(*verb, options.common);
    verb->add_flag("--raw-bits", options.rawBits,
        "In .npy and .npz, keep BF16 and 8-bit floats as void elements (V2, V1) for ml_dtypes, not as F32");
    declareNumbering(*verb, options.edits.numberRepeated);
    verb->add_flag("--force", options.force, "Overwrite files; accept casts that overflow to infinity");
    declareSalvage(*verb, options.salvage);
    declareVerifying(*verb, options.verify);
    declareCommon(*verb, options.common);
    return {
        verb, exportHelp, [given] { return VerbOptions(filtered(valid(parseExport(given->options, given->format)))); }};
}

} // namespace loupe
