#include "core/text/csv.h"

#include "core/text/text.h"

#include <algorithm>

namespace loupe {

namespace {

/// Characters that begin a formula, including full-width forms, which some spreadsheets treat the same.
constexpr std::string_view formulaBegins[] = {
    "=", "+", "-", "@", "\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d", "\xef\xbc\xa0"};

/// Precondition: printable(), so that the text does not begin with tabs or line breaks, which some spreadsheets skip.
bool looksLikeFormula(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return std::ranges::any_of(formulaBegins, [&](std::string_view begin) { return text.starts_with(begin); });
}

bool needsQuotes(std::string_view text)
{
    return text.find_first_of(",\";") != std::string_view::npos
        || (!text.empty() && (text.front() == ' ' || text.back() == ' '));
}

} // namespace

std::string csvText(std::string_view text)
{
    std::string cell = printable(text);
    if (looksLikeFormula(cell))
        cell.insert(cell.begin(), '\'');
    if (!needsQuotes(cell))
        return cell;
    std::string quoted = "\"";
    for (const char c : cell) {
        if (c == '"')
            quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

} // namespace loupe
