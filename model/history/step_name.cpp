#include "history/step_name.h"

#include "core/text/ascii.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace loupe {

namespace {

/// What stands before the number. Where a name has several, the first of these counts: an epoch has many steps.
constexpr std::string_view stepWords[] = {"step", "iteration", "iter", "checkpoint", "ckpt", "epoch"};
/// One of these may stand between the word and the number.
constexpr std::string_view stepSeparators = "-_=";

/// How programs mark what they have not finished.
constexpr std::string_view temporaryStarts[] = {"tmp-", "tmp_", "tmp.", ".tmp-", ".tmp_", ".tmp."};
constexpr std::string_view temporaryEnds[] = {
    ".tmp", ".temp", ".part", ".partial", ".incomplete", ".unfinished", "-tmp", "_tmp"};
constexpr std::string_view orbaxMark = ".orbax-checkpoint-tmp"; // a time follows

/// Removes the marks of a temporary name. True where there was one.
bool removeTemporaryMarks(std::string_view& name, std::string_view lower)
{
    std::size_t begin = 0;
    std::size_t end = lower.size();
    for (const std::string_view mark : temporaryStarts) {
        if (begin == 0 && lower.starts_with(mark))
            begin = mark.size();
    }
    for (const std::string_view mark : temporaryEnds) {
        if (end == lower.size() && lower.size() >= begin + mark.size() && lower.ends_with(mark))
            end -= mark.size();
    }
    if (const std::size_t at = lower.find(orbaxMark); at != std::string_view::npos && at >= begin)
        end = std::min(end, at);
    const bool isTemporary = begin > 0 || end < lower.size();
    name = name.substr(begin, end - begin);
    return isTemporary;
}

bool isWordCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/// Where the digits after the word at `word` begin and end, if the name ends there or goes on with one of `ends`.
std::optional<std::pair<std::size_t, std::size_t>> digitsAfter(
    std::string_view lower, std::size_t word, std::size_t size, std::string_view ends = ".")
{
    if (word > 0 && isWordCharacter(lower[word - 1]))
        return std::nullopt;
    std::size_t begin = word + size;
    if (begin < lower.size() && stepSeparators.find(lower[begin]) != std::string_view::npos)
        ++begin;
    const std::size_t end = std::min(lower.find_first_not_of("0123456789", begin), lower.size());
    if (end <= begin || (end < lower.size() && ends.find(lower[end]) == std::string_view::npos))
        return std::nullopt;
    return std::pair(begin, end);
}

/// The name up to the step's number, with "N" for the number of an epoch: "epoch=3-step=" gives "epoch=N-step=".
std::string startOfSeries(std::string_view start, std::string_view lower)
{
    constexpr std::string_view word = "epoch";
    std::string text(start);
    for (std::size_t at = lower.find(word); at < start.size(); at = lower.find(word, at + 1)) {
        const auto digits = digitsAfter(lower, at, word.size(), ".-_");
        if (digits && digits->second <= start.size())
            return text.replace(digits->first, digits->second - digits->first, "N");
    }
    return text;
}

} // namespace

std::optional<StepName> parseStepName(std::string_view name)
{
    StepName found;
    found.isTemporary = removeTemporaryMarks(name, asciiLower(name));
    const std::string lower = asciiLower(name);
    for (const std::string_view word : stepWords) {
        for (std::size_t at = lower.find(word); at != std::string::npos; at = lower.find(word, at + 1)) {
            const auto digits = digitsAfter(lower, at, word.size());
            if (!digits)
                continue;
            const auto [begin, end] = *digits;
            if (std::from_chars(lower.data() + begin, lower.data() + end, found.step).ec != std::errc())
                continue; // larger than any step
            found.series = startOfSeries(name.substr(0, begin), lower) + 'N' + std::string(name.substr(end));
            return found;
        }
    }
    return std::nullopt;
}

} // namespace loupe
