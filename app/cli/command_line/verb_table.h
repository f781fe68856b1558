#pragma once

#include "app/cli/command_line/help_footer.h"
#include "app/cli/completion/completion.h"
#include "app/cli/options.h"

#include <CLI/CLI.hpp>
#include <functional>
#include <span>

namespace loupe {

/// A declared verb, bound to the variables that its options set.
struct DeclaredVerb {
    CLI::App* app;
    VerbHelp help;
    std::function<VerbOptions()> options; ///< call after parsing; throws CLI::Error if the options are invalid
};

/// Declares a verb and its options. Parsing, help, completion and the test of the man page are based on this.
using VerbDeclaration = DeclaredVerb(CLI::App& program, CompletionHints& hints);

// Each is in the source file of the verb, together with everything about its options and help. `merge` is in that of
// `convert`, since both have the same options.
VerbDeclaration declareInfo;
VerbDeclaration declareValidate;
VerbDeclaration declareCheck;
VerbDeclaration declareStats;
VerbDeclaration declareScan;
VerbDeclaration declareSpectrum;
VerbDeclaration declareHistory;
VerbDeclaration declareHash;
VerbDeclaration declareDiff;
VerbDeclaration declareGitDifftool;
VerbDeclaration declareConvert;
VerbDeclaration declareMerge;
VerbDeclaration declareExport;
VerbDeclaration declareLora;
VerbDeclaration declareThumbnail;
VerbDeclaration declareFormats;
VerbDeclaration declareCache;
VerbDeclaration declareCollect;

/// All verbs, in the order of the help.
std::span<VerbDeclaration* const> verbTable();

} // namespace loupe
