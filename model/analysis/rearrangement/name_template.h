#pragma once

#include "core/result.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace re2 {
class RE2;
}

namespace loupe {

/// Names of tensors: "model.layers.{n}.{*rest}". "{n}" is one part of a name, without a dot, "{*rest}" any text that is
/// not empty, "{_}" any text at all, which need not be the same elsewhere. Cheap to copy.
class NameTemplate {
public:
    /// Fails with InvalidArgument.
    static Result<NameTemplate> parse(std::string_view text);

    const std::string& text() const { return m_text; }
    /// Sorted; without "_".
    const std::vector<std::string>& captures() const { return m_captures; }
    /// What each of captures() is in `name`; nothing if the name is another one.
    std::optional<std::vector<std::string>> match(std::string_view name) const;

private:
    std::string m_text;
    std::string m_prefix; ///< what each name begins with
    std::string m_suffix;
    std::vector<std::string> m_captures;
    std::vector<std::size_t> m_order; ///< number of the group of each capture
    std::shared_ptr<const re2::RE2> m_pattern;
};

} // namespace loupe
