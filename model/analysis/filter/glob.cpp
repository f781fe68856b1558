#include "analysis/filter/glob.h"

#include "core/text/ascii.h"
#include "core/text/text.h"
#include "core/text/utf8.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace loupe {

namespace {

using GlobKind = Glob::Element::Kind;

constexpr std::string_view globMarks = "*?[{";

/// The first character; a single byte if the text is not valid UTF-8 there.
std::string_view firstCharacter(std::string_view text)
{
    return text.substr(0, std::max<std::size_t>(utf8CharacterSize(text), 1));
}

std::string misordered(const std::string& first, const std::string& last)
{
    std::string text = "expected [";
    text.append(last).append("-").append(first).append("], the lower one first, in place of [");
    return text.append(first).append("-").append(last).append("]");
}

/// Expands "3-6" to "{3,4,5,6} or "; nothing if there are too many, or they do not ascend.
std::string numberList(std::string_view range)
{
    constexpr std::uint64_t mostListed = 16;
    const char* const end = range.data() + range.size();
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    const auto [dash, firstError] = std::from_chars(range.data(), end, first);
    if (firstError != std::errc() || std::from_chars(dash + 1, end, last).ec != std::errc() || last < first
        || last - first >= mostListed)
        return {};
    std::string list;
    for (std::uint64_t number = first; number <= last; ++number)
        list.append(list.empty() ? "{" : ",").append(std::to_string(number));
    return list + "} or ";
}

/// Whether the text is like "[10-15", which users mistake for a range of numbers. `rest` begins after the bracket.
bool isNumberRange(std::string_view rest)
{
    const std::size_t end = rest.find(']');
    const std::size_t dash = rest.find('-');
    if (end == std::string_view::npos || dash == std::string_view::npos || dash + 1 >= end || dash == 0)
        return false;
    const auto isNumber = [](std::string_view part) {
        return part.find_first_not_of("0123456789") == std::string_view::npos;
    };
    const std::string_view last = rest.substr(dash + 1, end - dash - 1);
    return isNumber(rest.substr(0, dash)) && isNumber(last) && dash + last.size() > 2;
}

class GlobParser {
public:
    GlobParser(std::string_view pattern, std::vector<Glob::Set>& sets)
        : m_rest(pattern)
        , m_sets(sets)
    {
    }

    Result<std::vector<Glob::Sequence>> parse() { return parseSequence(0); }

private:
    static constexpr int deepest = 16; // nesting depth of braces
    static constexpr std::size_t mostAlternatives = 1000;
    static constexpr std::size_t mostElements = std::size_t{1} << 20; // over all alternatives

    static tl::unexpected<Error> wrong(std::string message)
    {
        return fail(ErrorCode::InvalidArgument, std::move(message));
    }

    /// Parses up to the end or, within braces, to a comma or the closing brace. Returns all expansions.
    Result<std::vector<Glob::Sequence>> parseSequence(int depth)
    {
        std::vector<Glob::Sequence> ways(1);
        while (!m_rest.empty() && (depth == 0 || (m_rest.front() != ',' && m_rest.front() != '}'))) {
            const char next = m_rest.front();
            m_rest.remove_prefix(1);
            Glob::Element element{.kind = GlobKind::Byte, .byte = asciiLower(next)};
            if (next == '{') {
                auto choice = parseBraces(depth + 1);
                auto joined = choice ? join(ways, *choice) : fail(std::move(choice.error()));
                if (!joined)
                    return joined;
                ways = std::move(*joined);
                continue;
            }
            if (next == '[') {
                const auto set = parseSet();
                if (!set)
                    return fail(set.error());
                element = {.kind = GlobKind::Set, .set = *set};
            } else if (next == '*') {
                element.kind = GlobKind::AnyText;
            } else if (next == '?') {
                element.kind = GlobKind::AnyCharacter;
            }
            m_elements += ways.size();
            if (m_elements > mostElements)
                return tooMany();
            for (Glob::Sequence& way : ways)
                way.push_back(element);
        }
        return ways;
    }

    /// Called after the opening brace.
    Result<std::vector<Glob::Sequence>> parseBraces(int depth)
    {
        if (depth > deepest)
            return wrong("has more than " + std::to_string(deepest) + " braces in each other");
        std::vector<Glob::Sequence> choice;
        for (;;) {
            auto one = parseSequence(depth);
            if (!one)
                return one;
            choice.insert(choice.end(), one->begin(), one->end());
            if (choice.size() > mostAlternatives)
                return tooMany();
            if (m_rest.empty())
                return wrong("expected a closing } after {");
            const bool more = m_rest.front() == ',';
            m_rest.remove_prefix(1);
            if (!more)
                return choice;
        }
    }

    Result<std::vector<Glob::Sequence>> join(
        const std::vector<Glob::Sequence>& begins, const std::vector<Glob::Sequence>& ends)
    {
        if (begins.size() * ends.size() > mostAlternatives)
            return tooMany();
        std::vector<Glob::Sequence> joined;
        for (const Glob::Sequence& begin : begins) {
            for (const Glob::Sequence& end : ends) {
                m_elements += begin.size() + end.size();
                if (m_elements > mostElements)
                    return tooMany();
                joined.push_back(begin);
                joined.back().insert(joined.back().end(), end.begin(), end.end());
            }
        }
        return joined;
    }

    static tl::unexpected<Error> tooMany()
    {
        return wrong(
            "its braces expand to too many patterns, expected at most " + formatCount(mostAlternatives) + " patterns");
    }

    std::string takeCharacter()
    {
        const std::string_view character = firstCharacter(m_rest);
        m_rest.remove_prefix(character.size());
        return asciiLower(character);
    }

    /// Called after the opening bracket. Returns the set's index.
    Result<std::uint32_t> parseSet()
    {
        if (isNumberRange(m_rest)) {
            const std::string range(m_rest.substr(0, m_rest.find(']')));
            return wrong("[" + range + "] matches one character, not a number; expected " + numberList(range)
                + "layer:" + range);
        }
        Glob::Set set;
        if (!m_rest.empty() && (m_rest.front() == '!' || m_rest.front() == '^')) {
            set.negated = true;
            m_rest.remove_prefix(1);
        }
        for (bool isFirst = true; isFirst || !m_rest.starts_with(']'); isFirst = false) {
            if (m_rest.empty())
                return wrong("expected a closing ] after [");
            std::string first = takeCharacter();
            std::string last = first;
            if (m_rest.size() > 1 && m_rest[0] == '-' && m_rest[1] != ']') {
                m_rest.remove_prefix(1);
                last = takeCharacter();
            }
            if (last < first)
                return wrong(misordered(first, last));
            set.ranges.push_back({std::move(first), std::move(last)});
        }
        m_rest.remove_prefix(1);
        m_sets.push_back(std::move(set));
        return static_cast<std::uint32_t>(m_sets.size() - 1);
    }

    std::string_view m_rest;
    std::vector<Glob::Set>& m_sets;
    std::size_t m_elements = 0;
};

} // namespace

bool Glob::isPattern(std::string_view text)
{
    return text.find_first_of(globMarks) != std::string_view::npos;
}

Result<Glob> Glob::parse(std::string_view pattern)
{
    Glob glob;
    auto alternatives = GlobParser(pattern, glob.m_sets).parse();
    if (!alternatives)
        return fail(std::move(alternatives.error()));
    glob.m_alternatives = std::move(*alternatives);
    return glob;
}

bool Glob::Set::contains(std::string_view character) const
{
    const std::string lower = asciiLower(character);
    const bool found =
        std::ranges::any_of(ranges, [&](const Range& range) { return range.first <= lower && lower <= range.last; });
    return found != negated;
}

std::size_t Glob::taken(const Element& element, std::string_view text) const
{
    if (element.kind == GlobKind::Byte)
        return asciiLower(text.front()) == element.byte ? 1 : 0;
    const std::string_view character = firstCharacter(text);
    return element.kind == GlobKind::AnyCharacter || m_sets[element.set].contains(character) ? character.size() : 0;
}

bool Glob::matches(std::string_view name) const
{
    return std::ranges::any_of(m_alternatives, [&](const Sequence& pattern) { return matches(pattern, name); });
}

bool Glob::matches(const Sequence& pattern, std::string_view name) const
{
    std::size_t at = 0;
    std::size_t wanted = 0;
    // Only the latest star ever needs to match more: it can match anything that an earlier star could.
    std::optional<std::size_t> star;
    std::size_t starEnd = 0;
    while (at < name.size()) {
        if (wanted < pattern.size() && pattern[wanted].kind == GlobKind::AnyText) {
            star = wanted++;
            starEnd = at;
            continue;
        }
        const std::size_t size = wanted < pattern.size() ? taken(pattern[wanted], name.substr(at)) : 0;
        if (size > 0) {
            ++wanted;
            at += size;
        } else if (star) {
            wanted = *star + 1;
            starEnd += firstCharacter(name.substr(starEnd)).size();
            at = starEnd;
        } else {
            return false;
        }
    }
    return std::all_of(pattern.begin() + static_cast<std::ptrdiff_t>(wanted), pattern.end(),
        [](const Element& element) { return element.kind == GlobKind::AnyText; });
}

} // namespace loupe
