#pragma once

#include "core/result.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace loupe {

/// A rule "OLD=NEW" that replaces the first match of the regular expression OLD (RE2's syntax) in a name with NEW. In
/// NEW, \1 to \9 stand for OLD's groups and \0 for the whole match. Example: "model\.(.*)=transformer.\1". Cheap to
/// copy.
class RenameRule {
public:
    /// Splits at the first '='. Fails with InvalidArgument.
    static Result<RenameRule> parse(std::string_view text);
    /// Fails with InvalidArgument, including when OLD is empty.
    static Result<RenameRule> create(std::string_view oldName, std::string_view newName);

    /// Nothing if OLD does not match `name`.
    std::optional<std::string> apply(std::string_view name) const;

private:
    std::shared_ptr<const re2::RE2> m_old;
    std::string m_new;
};

} // namespace loupe
