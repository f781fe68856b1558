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

/// What the declared verbs and options do not say of themselves.
struct CompletionHints {
    std::map<const CLI::Option*, std::vector<std::string>> words; ///< that an option takes
    std::set<const CLI::App*> pairVerbs; ///< those whose filter is about pairs
};

/// `typed` begins after the program's name and ends with the word to complete, which may be empty. Reads the headers of
/// local files that it names; changes no file and says nothing about what is wrong.
Completion completeCommand(const CLI::App& program, const CompletionHints& hints, std::span<const std::string> typed);

/// What completes a positional argument or an option's value. `placeholder` stands for it in the usage.
ValueKind valueKind(std::string_view placeholder);

} // namespace loupe
