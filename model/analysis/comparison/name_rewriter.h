#pragma once

#include "core/result.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Replaces all matches of a regular expression (RE2's syntax, linear time) in names, from left to right. In the
/// replacement, \1 to \9 stand for the groups and \0 for the whole match.
class NameRewriter {
public:
    static Result<NameRewriter> create(std::string_view regex, std::string replacement);
    /// Parses "REGEX=REPLACEMENT"; splits at the first = that is not escaped with a backslash.
    static Result<NameRewriter> parse(std::string_view text);

    /// The new name; nothing if there is no match.
    std::optional<std::string> rewrite(std::string_view name) const;

private:
    struct Regex;
    NameRewriter(std::shared_ptr<const Regex> regex, std::string replacement)
        : m_regex(std::move(regex))
        , m_replacement(std::move(replacement))
    {
    }

    std::shared_ptr<const Regex> m_regex;
    std::string m_replacement;
};

} // namespace loupe
