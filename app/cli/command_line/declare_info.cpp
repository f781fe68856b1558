#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/shared_options.h"
#include "app/cli/command_line/verb_table.h"
#include "app/cli/info/info_output.h"

#include <memory>

namespace loupe {

namespace {

struct InfoTexts {
    InfoOptions info;
    ListTexts list;
};

std::vector<std::string> infoSortKeys()
{
    return {tensorSortKeys().begin(), tensorSortKeys().end()};
}

constexpr VerbHelp infoHelp{{{{"model.safetensors", "the tree of tensors, metadata, findings"},
                                {"model.safetensors --sort -size --top 10", "the ten largest tensors"},
                                {"model.safetensors --filter 'q_proj layer:3-7'", "q_proj of layers 3 to 7"}}},
    "0 done, 1 the file is not valid", FilterSubject::Tensors};

} // namespace

DeclaredVerb declareInfo(CLI::App& program, CompletionHints& hints)
{
    const auto given = std::make_shared<InfoTexts>();
    InfoOptions& info = given->info;
    CLI::App* const verb = program.add_subcommand("info", "Show the contents of a checkpoint");
    verb->add_option("PATH", info.path, pathHelp)->required()->transform(input());
    auto* const depth = verb->add_option("--depth", info.depth, "Show N levels of the name tree")
                            ->type_name("N")
                            ->transform(number(0, 1'000'000));
    verb->add_flag("--flat", info.flat, "List the tensors in file order instead of as a tree")->excludes(depth);
    declareList(*verb, hints, given->list, infoSortKeys(), infoColumns());
    verb->add_flag("--families", info.families, "List each role once, merging similar blocks such as layers or experts")
        ->excludes(depth)
        ->excludes(verb->get_option("--flat"))
        ->excludes(verb->get_option("--sort"))
        ->excludes(verb->get_option("--top"));
    auto* const diffable =
        verb->add_flag("--diffable", info.diffable, "Print text for git diff: one line per tensor, sorted by name");
    verb->add_flag("--digests", info.digests, "With --diffable: add digests of values, xxh3-128; reads the whole file")
        ->needs(diffable);
    declareStored(*verb, info.common);
    declareCommon(*verb, info.common);
    for (const char* const other :
        {"--depth", "--flat", "--families", "--sort", "--top", "--columns", "--json", "--quiet"})
        diffable->excludes(verb->get_option(other));
    return {verb, infoHelp, [given] {
                InfoOptions options = given->info;
                options.common.ignoresFilesBeside = options.diffable;
                options.list = given->list.parsed(infoSortKeys(), infoColumns());
                return VerbOptions(filtered(std::move(options)));
            }};
}

} // namespace loupe
