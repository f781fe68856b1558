#include "analysis/comparison/rename_rule.h"

#include <re2/re2.h>

namespace loupe {

Result<RenameRule> RenameRule::parse(std::string_view text)
{
    const std::size_t middle = text.find('=');
    if (middle == std::string_view::npos || middle == 0) {
        return fail(ErrorCode::InvalidArgument,
            "is \"" + std::string(text) + "\", expected OLD=NEW, a regular expression and what replaces it");
    }
    return create(text.substr(0, middle), text.substr(middle + 1));
}

Result<RenameRule> RenameRule::create(std::string_view oldName, std::string_view newName)
{
    if (oldName.empty())
        return fail(ErrorCode::InvalidArgument, "the regular expression is empty");
    RE2::Options options;
    options.set_log_errors(false);
    RenameRule rule;
    rule.m_old = std::make_shared<const RE2>(re2::StringPiece(oldName.data(), oldName.size()), options);
    rule.m_new = newName;
    if (!rule.m_old->ok())
        return fail(ErrorCode::InvalidArgument, "the regular expression is not valid: " + rule.m_old->error());
    if (std::string error; !rule.m_old->CheckRewriteString(rule.m_new, &error))
        return fail(ErrorCode::InvalidArgument, "the replacement is not valid: " + error);
    return rule;
}

std::optional<std::string> RenameRule::apply(std::string_view name) const
{
    std::string renamed(name);
    if (!RE2::Replace(&renamed, *m_old, m_new))
        return std::nullopt;
    return renamed;
}

} // namespace loupe
