#pragma once

#include "analysis/filter/filter.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The completions of the last word of a command line.
struct Completion {
    struct Choice {
        std::string word; ///< replaces the last word, as the program would receive it
        std::string description; ///< may be empty
    };
    std::vector<Choice> choices;
    bool files = false; ///< also complete local paths, after the "=" of an option if there is one
};

/// The kind of a value, which determines its completions.
enum class ValueKind : std::uint8_t { Free, File, Tensor, DType, Filter };

/// `paths`: those on the command line so far; the headers of local files are read. Changes no file and reports no
/// errors.
Completion completeValue(
    ValueKind kind, std::span<const std::string> paths, FilterSubject subject, const std::string& typed);

/// Puts `beginning`, such as "--filter=", before each word.
void prefixChoices(Completion& completion, std::string_view beginning);

/// The hidden verb with which completion scripts call either program.
constexpr std::string_view completionVerb = "__complete";

/// The output for the shell scripts in packaging/completions: "files" or "words", then a line for each choice: word,
/// tab, description.
std::string completionLines(const Completion& completion);

} // namespace loupe
