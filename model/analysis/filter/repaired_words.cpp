#include "analysis/filter/repaired_words.h"

#include "analysis/filter/glob.h"
#include "core/text/ascii.h"

#include <re2/re2.h>

#include <algorithm>
#include <optional>

namespace loupe {

namespace {

// separators between parts of names, or glob characters that match anything
constexpr std::string_view globJoints = "./_*?\\";

std::string_view trimmed(std::string_view text, std::string_view marks)
{
    const std::size_t begin = std::min(text.find_first_not_of(marks), text.size());
    text.remove_prefix(begin);
    return text.substr(0, text.find_last_not_of(marks) + 1);
}

/// Makes a glob match anywhere in a name rather than the whole name.
std::string anywhere(std::string_view glob)
{
    return (glob.starts_with('*') ? "" : "*") + std::string(glob) + (glob.ends_with('*') ? "" : "*");
}

/// "layer:3-7" for "3-7", "layers.3", "h_3-7" or "[3-7]".
std::optional<std::string> asLayer(std::string_view word)
{
    static const RE2 pattern(R"((?i)(layers?|blocks?|h|l)?[._=]?\[?(\d{1,9})(?:-(\d{1,9}))?\]?)");
    re2::StringPiece prefix;
    re2::StringPiece first;
    re2::StringPiece last;
    if (!RE2::FullMatch(re2::StringPiece(word.data(), word.size()), pattern, &prefix, &first, &last)
        || (prefix.empty() && last.empty()))
        return std::nullopt;
    return "layer:" + first.as_string() + (last.empty() ? "" : "-" + last.as_string());
}

/// Moves a range of numbers in the middle of a name to a word of its own, next to the rest.
std::optional<std::string> withLayer(std::string_view word)
{
    static const RE2 pattern(R"((.*?)\[?\b(\d{1,9}-\d{1,9})\b\]?(.*))");
    re2::StringPiece before;
    re2::StringPiece range;
    re2::StringPiece after;
    if (!RE2::FullMatch(re2::StringPiece(word.data(), word.size()), pattern, &before, &range, &after))
        return std::nullopt;
    // The text before the number is only the name of the list of layers, so it is dropped.
    const std::string_view rest = trimmed({after.data(), after.size()}, globJoints);
    const std::string layer = "layer:" + range.as_string();
    if (rest.empty())
        return layer;
    return (Glob::isPattern(rest) ? anywhere(rest) : std::string(rest)) + " " + layer;
}

} // namespace

bool isMeantAsOr(std::string_view word)
{
    return asciiLower(word) == "or" || word == "|" || word == "||";
}

std::vector<std::string> repairedWords(std::string_view word)
{
    constexpr std::size_t longest = 1000;
    if (word.empty() || word.size() > longest)
        return {};
    if (word.starts_with('"'))
        return {std::string(trimmed(word, "\""))};
    if (word.starts_with('/'))
        return {"/(?i)" + std::string(word.substr(1))};
    const std::string lower = asciiLower(word);
    for (const std::string_view joint : {"and", "&", "&&", "+"}) {
        if (lower == joint)
            return {""};
    }
    if (word.find(':') != std::string_view::npos) {
        if (lower.starts_with("shape:"))
            return {std::string(word) + "x*", "shape:*x" + std::string(word.substr(word.find(':') + 1))};
        return {};
    }
    std::vector<std::string> words;
    const bool isGlob = Glob::isPattern(word);
    if (const auto layer = asLayer(word))
        words.push_back(*layer);
    const bool hasSet = word.find('[') != std::string_view::npos;
    if (isGlob && hasSet)
        words.push_back(anywhere(word));
    if (const auto layer = withLayer(word))
        words.push_back(*layer);
    if (isGlob && !hasSet)
        words.push_back(anywhere(word));
    if (!isGlob && word.find(',') != std::string_view::npos)
        words.push_back("*{" + std::string(word) + "}*");
    if (word.find_first_of("\\^$()|+") != std::string_view::npos || word.find(".*") != std::string_view::npos)
        words.push_back("/" + std::string(word) + "/");
    return words;
}

} // namespace loupe
