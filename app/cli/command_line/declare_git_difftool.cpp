#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/comparison_options.h"
#include "app/cli/command_line/verb_table.h"
#include "core/remote/remote_files.h"

#include <memory>

namespace loupe {

namespace {

constexpr std::string_view gitArgumentsHelp =
    "The arguments from git: LOCAL REMOTE [NAME], or the 7 or 9 arguments of an external diff";

/// git passes only local files, so a name that looks like an address is not one.
std::string gitFile(const std::string& path)
{
    return isAddress(path) ? "./" + path : path;
}

void takeGitArguments(const std::vector<std::string>& given, GitDifftoolOptions& options)
{
    const auto take = [&](std::size_t a, std::size_t b) {
        options.a = gitFile(given[a]);
        options.b = gitFile(given[b]);
    };
    switch (given.size()) {
    case 1: // in a conflict, git passes only the path
        options.name = given[0];
        options.isUnmerged = true;
        return;
    case 2:
    case 3:
        take(0, 1);
        options.name = given.size() == 3 ? given[2] : "";
        break;
    case 7: // PATH OLD-FILE OLD-HEX OLD-MODE NEW-FILE NEW-HEX NEW-MODE
    case 9: // for a renamed file, also its new path and the similarity
        take(1, 4);
        options.name = given[0];
        options.isPatch = true;
        break;
    default:
        throw CLI::ValidationError("FILE",
            "there are " + std::to_string(given.size())
                + " arguments, expected LOCAL REMOTE [NAME] as git difftool gives them, or the 7 or 9 arguments of an "
                  "external diff of git");
    }
    options.newName = given.size() == 9 ? given[7] : options.name;
}

struct GitDifftoolTexts {
    GitDifftoolOptions options;
    ComparisonTexts comparison;
    std::vector<std::string> files;

    GitDifftoolOptions parsed() const
    {
        GitDifftoolOptions parsed = options;
        parsed.common.ignoresFilesBeside = true;
        takeGitArguments(files, parsed);
        comparison.parseInto(parsed);
        filterPairs(parsed);
        return parsed;
    }
};

constexpr VerbHelp gitDifftoolHelp{
    {{{"base.safetensors tuned.safetensors model.safetensors", "as git difftool calls it, with the name to show"},
        {"/dev/null tuned.safetensors", "an added file"},
        {"base.safetensors tuned.safetensors --top 20", "at most twenty tensors"}}},
    "0 done, different or not", FilterSubject::PairsWithValues};

} // namespace

DeclaredVerb declareGitDifftool(CLI::App& program, CompletionHints& hints)
{
    const auto given = std::make_shared<GitDifftoolTexts>();
    CLI::App* const verb =
        program.add_subcommand("git-difftool", "Compare two versions of a file for git: an external diff or difftool");
    verb->add_option("FILE", given->files, std::string(gitArgumentsHelp))->required()->transform(literal());
    declareComparison(*verb, given->options, given->comparison);
    declarePairList(*verb, hints, given->options, given->comparison);
    return {verb, gitDifftoolHelp, [given] { return VerbOptions(given->parsed()); }};
}

} // namespace loupe
