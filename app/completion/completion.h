#pragma once

#include "analysis/filter/filter.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// What a value is, and so what completes it.
enum class ValueKind : std::uint8_t { Free, File, Tensor, DType, Filter };

/// `paths` are those that the command line names so far: the headers of local files are read. Changes no file and says
/// nothing about what is wrong.
Completion completeValue(
    ValueKind kind, std::span<const std::string> paths, FilterSubject subject, const std::string& typed);

/// Puts `beginning`, such as "--filter=", before each word.
void prefixChoices(Completion& completion, std::string_view beginning);

/// The hidden verb by which completion scripts ask either program.
constexpr std::string_view completionVerb = "__complete";

/// For the scripts of shells in packaging/completions: "files" or "words", then a line for each choice: word, tab,
/// description.
std::string completionLines(const Completion& completion);

} // namespace loupe
