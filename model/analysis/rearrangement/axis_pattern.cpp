#include "analysis/rearrangement/axis_pattern.h"

#include "core/text/quote.h"

#include <algorithm>

namespace loupe {

namespace {

bool isNameCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Reads one side of a pattern.
class AxisListReader {
public:
    explicit AxisListReader(std::string_view text)
        : m_text(text)
    {
    }

    Result<std::vector<AxisPattern::Axis>> read()
    {
        std::vector<AxisPattern::Axis> axes;
        for (skipSpaces(); !m_text.empty(); skipSpaces()) {
            if (m_text.front() != '(') {
                auto name = readName();
                if (!name)
                    return fail(std::move(name.error()));
                axes.push_back(*name == "1" ? AxisPattern::Axis() : AxisPattern::Axis{*name});
                continue;
            }
            m_text.remove_prefix(1);
            auto axis = readFactors();
            if (!axis)
                return fail(std::move(axis.error()));
            axes.push_back(std::move(*axis));
        }
        return axes;
    }

private:
    Result<AxisPattern::Axis> readFactors()
    {
        AxisPattern::Axis axis;
        for (skipSpaces(); !m_text.starts_with(')'); skipSpaces()) {
            if (m_text.empty())
                return fail(ErrorCode::InvalidArgument, "an opening parenthesis is not closed");
            auto name = readName();
            if (!name)
                return fail(std::move(name.error()));
            if (!isAxisName(*name))
                return fail(ErrorCode::InvalidArgument, quote(*name) + " is in parentheses, expected a name");
            axis.push_back(std::move(*name));
        }
        m_text.remove_prefix(1);
        return axis;
    }

    Result<std::string> readName()
    {
        const auto isEnd = [](char c) { return c == ' ' || c == '(' || c == ')'; };
        const auto length = static_cast<std::size_t>(std::ranges::find_if(m_text, isEnd) - m_text.begin());
        std::string name(m_text.substr(0, length));
        if (name.empty())
            return fail(ErrorCode::InvalidArgument, "a closing parenthesis has no opening parenthesis");
        if (!isAxisName(name) && name != "1" && name != AxisPattern::rest)
            return fail(ErrorCode::InvalidArgument, quote(name) + " is not an axis name, expected letters and digits");
        m_text.remove_prefix(length);
        return name;
    }

    void skipSpaces() { m_text.remove_prefix(std::min(m_text.find_first_not_of(' '), m_text.size())); }

    std::string_view m_text;
};

std::vector<std::string> sortedNames(const std::vector<AxisPattern::Axis>& axes)
{
    std::vector<std::string> names;
    for (const AxisPattern::Axis& axis : axes)
        names.insert(names.end(), axis.begin(), axis.end());
    std::ranges::sort(names);
    return names;
}

} // namespace

bool isAxisName(std::string_view text)
{
    return !text.empty() && !(text.front() >= '0' && text.front() <= '9') && std::ranges::all_of(text, isNameCharacter);
}

Result<AxisPattern> AxisPattern::parse(std::string_view text)
{
    constexpr std::string_view arrow = "->";
    const std::size_t middle = text.find(arrow);
    if (middle == std::string_view::npos)
        return fail(
            ErrorCode::InvalidArgument, "has no \"->\", expected a pattern such as \"rows columns -> columns rows\"");
    auto from = AxisListReader(text.substr(0, middle)).read();
    if (!from)
        return fail(std::move(from.error()));
    auto to = AxisListReader(text.substr(middle + arrow.size())).read();
    if (!to)
        return fail(std::move(to.error()));
    const std::vector<std::string> names = sortedNames(*from);
    if (const auto twice = std::ranges::adjacent_find(names); twice != names.end())
        return fail(ErrorCode::InvalidArgument, "names " + quote(*twice) + " twice on one side, expected once");
    if (names != sortedNames(*to))
        return fail(ErrorCode::InvalidArgument, "has different names on the two sides of \"->\"");
    return AxisPattern{std::move(*from), std::move(*to)};
}

} // namespace loupe
