#pragma once

#include "analysis/filter/filter.h"

#include <cstdint>
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

/// How the last word of a command line may go on.
struct Completion {
    struct Choice {
        std::string word; ///< in place of the last word, as the program would get it
        std::string description; ///< may be empty
    };
    std::vector<Choice> choices;
    bool files = false; ///< paths of this machine, too, after what ends with the "=" of an option
};

/// What the declared verbs and options do not say of themselves.
struct CompletionHints {
    std::map<const CLI::Option*, std::vector<std::string>> words; ///< that an option takes
    std::set<const CLI::App*> pairVerbs; ///< those whose filter is about pairs
};

/// `typed` begins after the program's name and ends with the word to complete, which may be empty. Reads the headers of
/// local files that it names; changes no file and says nothing about what is wrong.
Completion completeCommand(const CLI::App& program, const CompletionHints& hints, std::span<const std::string> typed);

/// What completeValue() completes.
enum class ValueKind : std::uint8_t { Free, File, Tensor, DType, Filter };

/// What completes a positional argument or an option's value. `placeholder` stands for it in the usage.
ValueKind valueKind(std::string_view placeholder);

/// For the scripts of shells in packaging/completions: "files" or "words", then a line for each choice: word, tab,
/// description.
std::string completionLines(const Completion& completion);

} // namespace loupe
