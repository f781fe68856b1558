#include "analysis/rearrangement/name_template.h"

#include "analysis/rearrangement/axis_pattern.h"
#include "core/text/quote.h"

#include <re2/re2.h>

#include <algorithm>
#include <numeric>

namespace loupe {

Result<NameTemplate> NameTemplate::parse(std::string_view text)
{
    if (text.empty())
        return fail(ErrorCode::InvalidArgument, "the name is empty, expected the name of a tensor");
    NameTemplate result;
    result.m_text = text;
    result.m_prefix = text.substr(0, text.find('{'));
    std::string pattern;
    std::vector<std::string> groups;
    while (!text.empty()) {
        const std::size_t begin = std::min(text.find('{'), text.size());
        pattern += RE2::QuoteMeta(re2::StringPiece(text.data(), begin));
        result.m_suffix = text.substr(0, begin);
        text.remove_prefix(begin);
        if (text.empty())
            break;
        const std::size_t end = text.find('}');
        if (end == std::string_view::npos)
            return fail(
                ErrorCode::InvalidArgument, "the name " + quote(result.m_text) + " has a \"{\" without a \"}\"");
        std::string_view name = text.substr(1, end - 1);
        text.remove_prefix(end + 1);
        result.m_suffix.clear();
        if (name == "_") {
            pattern += ".*";
            continue;
        }
        const bool isLong = name.starts_with('*');
        name.remove_prefix(isLong ? 1 : 0);
        if (!isAxisName(name) || std::ranges::find(groups, name) != groups.end()) {
            return fail(ErrorCode::InvalidArgument,
                "the name " + quote(result.m_text) + " has {" + std::string(name)
                    + "}, expected letters and digits in braces, each name once");
        }
        groups.emplace_back(name);
        pattern += isLong ? "(.+)" : "([^.]+)";
    }
    result.m_captures = groups;
    std::ranges::sort(result.m_captures);
    for (const std::string& capture : result.m_captures)
        result.m_order.push_back(static_cast<std::size_t>(std::ranges::find(groups, capture) - groups.begin()));
    RE2::Options options;
    options.set_log_errors(false);
    options.set_dot_nl(true);
    result.m_pattern = std::make_shared<const RE2>(pattern, options);
    if (!result.m_pattern->ok())
        return fail(ErrorCode::InvalidArgument, "the name " + quote(result.m_text) + " is too long or not UTF-8");
    return result;
}

std::optional<std::vector<std::string>> NameTemplate::match(std::string_view name) const
{
    if (name.size() < m_prefix.size() || !name.starts_with(m_prefix) || !name.ends_with(m_suffix))
        return std::nullopt;
    std::vector<std::string> found(m_captures.size());
    std::vector<RE2::Arg> arguments;
    arguments.reserve(found.size());
    for (std::string& text : found)
        arguments.emplace_back(&text);
    std::vector<const RE2::Arg*> pointers;
    pointers.reserve(arguments.size());
    for (const RE2::Arg& argument : arguments)
        pointers.push_back(&argument);
    if (!RE2::FullMatchN(
            re2::StringPiece(name.data(), name.size()), *m_pattern, pointers.data(), static_cast<int>(pointers.size())))
        return std::nullopt;
    std::vector<std::string> sorted(found.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        sorted[i] = std::move(found[m_order[i]]);
    return sorted;
}

} // namespace loupe
