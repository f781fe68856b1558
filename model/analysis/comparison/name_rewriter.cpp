#include "analysis/comparison/name_rewriter.h"

#include <re2/re2.h>

namespace loupe {

struct NameRewriter::Regex {
    Regex(std::string_view text, const RE2::Options& options)
        : compiled(re2::StringPiece(text.data(), text.size()), options)
    {
    }

    RE2 compiled;
};

namespace {

RE2::Options quiet()
{
    RE2::Options options;
    options.set_log_errors(false);
    return options;
}

} // namespace

Result<NameRewriter> NameRewriter::create(std::string_view regex, std::string replacement)
{
    auto compiled = std::make_shared<const Regex>(regex, quiet());
    if (!compiled->compiled.ok()) {
        return fail(ErrorCode::InvalidArgument, "the regular expression is not valid: " + compiled->compiled.error());
    }
    std::string error;
    if (!compiled->compiled.CheckRewriteString(replacement, &error))
        return fail(ErrorCode::InvalidArgument, "the replacement is not valid: " + error);
    return NameRewriter(std::move(compiled), std::move(replacement));
}

Result<NameRewriter> NameRewriter::parse(std::string_view text)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\')
            ++i;
        else if (text[i] == '=')
            return create(text.substr(0, i), std::string(text.substr(i + 1)));
    }
    return fail(ErrorCode::InvalidArgument, "expected REGEX=REPLACEMENT");
}

std::optional<std::string> NameRewriter::rewrite(std::string_view name) const
{
    std::string result(name);
    if (RE2::GlobalReplace(&result, m_regex->compiled, m_replacement) == 0)
        return std::nullopt;
    return result;
}

} // namespace loupe
