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

/// A pattern for tensor names: "model.layers.{n}.{*rest}". "{n}" matches one part of a name, without a dot; "{*rest}"
/// any non-empty text; "{_}" any text, which may differ between the two sides. Cheap to copy.
class NameTemplate {
public:
    /// Fails with InvalidArgument.
    static Result<NameTemplate> parse(std::string_view text);

    const std::string& text() const { return m_text; }
    /// Sorted; without "_".
    const std::vector<std::string>& captures() const { return m_captures; }
    /// The value of each of captures() in `name`; nothing if the name does not match.
    std::optional<std::vector<std::string>> match(std::string_view name) const;

private:
    std::string m_text;
    std::string m_prefix; ///< that each matching name begins with
    std::string m_suffix;
    std::vector<std::string> m_captures;
    std::vector<std::size_t> m_order; ///< the index of each capture's regex group
    std::shared_ptr<const re2::RE2> m_pattern;
};

} // namespace loupe
