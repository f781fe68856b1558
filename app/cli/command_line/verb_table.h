#pragma once

#include "app/cli/command_line/help_footer.h"
#include "app/cli/completion/completion.h"
#include "app/cli/options.h"

#include <CLI/CLI.hpp>
#include <functional>
#include <span>

namespace loupe {

/// A verb that is part of a program, bound to what its options set.
struct DeclaredVerb {
    CLI::App* app;
    VerbHelp help;
    std::function<VerbOptions()> options; ///< after the words were read; throws CLI::Error where they make no sense
};

/// Declares a verb and its options. Parsing, help, completion and the test of the manual page follow from this.
using VerbDeclaration = DeclaredVerb(CLI::App& program, CompletionHints& hints);

// Each in the file of its name, which holds all that is about the options and the help of this verb; merge in that of
// convert, as both have the same options.
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

/// All, in the order of the help.
std::span<VerbDeclaration* const> verbTable();

} // namespace loupe
