#pragma once

#include "app/completion/completion.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace loupe {

/// Completion data that the declared verbs and options do not have.
struct CompletionHints {
    std::map<const CLI::Option*, std::vector<std::string>> words; ///< the values of an option
    std::set<const CLI::App*> pairVerbs; ///< verbs whose filter is about pairs
};

/// Completes the last word of `typed`, which starts after the program's name; the word may be empty. Reads the headers
/// of local files named in `typed`. Changes no file and reports no errors.
Completion completeCommand(const CLI::App& program, const CompletionHints& hints, std::span<const std::string> typed);

/// How to complete a positional argument or an option's value. `placeholder`: its name in the usage line.
ValueKind valueKind(std::string_view placeholder);

} // namespace loupe
