#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/part_texts.h"
#include "app/cli/command_line/shared_options.h"
#include "app/cli/command_line/verb_table.h"
#include "app/cli/scan/scan_output.h"

#include <memory>

namespace loupe {

namespace {

struct ScanTexts {
    ScanOptions scan;
    ListTexts list;
    PartTexts part;
};

constexpr VerbHelp scanHelp{
    {{{"model.safetensors", "a verdict, and tensors with problems"}, {"model.safetensors --all", "all tensors"},
        {"model.safetensors -q && echo clean", "in scripts and CI"}}},
    "0 no NaN or Inf, 1 some", FilterSubject::Tensors};

} // namespace

DeclaredVerb declareScan(CLI::App& program, CompletionHints& hints)
{
    const auto given = std::make_shared<ScanTexts>();
    ScanOptions& scan = given->scan;
    CLI::App* const verb =
        program.add_subcommand("scan", "Find NaN, Inf and other problems; exits 1 if there are NaN or Inf");
    verb->add_option("PATH", scan.path, pathHelp)->required()->transform(input());
    verb->add_flag("--all", scan.all, "List all tensors, not only those with warnings");
    declareStored(*verb, scan.common);
    auto* const byRole =
        verb->add_flag("--by-role", scan.byRole, "Group by role: one line per role over all blocks and experts");
    auto* const sarif = declareSarif(*verb, scan.sarif);
    declareList(*verb, hints, given->list, healthSortKeys(), healthColumns());
    declarePart(*verb, given->part);
    declareCommon(*verb, scan.common);
    declareCsv(*verb, scan.csv);
    for (const char* const other : {"--json", "--csv", "--quiet", "--all", "--sort", "--top", "--columns"})
        sarif->excludes(verb->get_option(other));
    for (const char* const other : {"--sarif", "--all", "--sort", "--top", "--columns", "--part"})
        byRole->excludes(verb->get_option(other));
    return {verb, scanHelp, [given, verb] {
                ScanOptions options = given->scan;
                options.list = given->list.parsed(healthSortKeys(), healthColumns());
                options = filtered(std::move(options));
                given->part.parseInto(*verb, options.common);
                return VerbOptions(std::move(options));
            }};
}

} // namespace loupe
