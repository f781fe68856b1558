#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// Searches for one text in many others, ignoring the case of ASCII letters.
class TextFinder {
public:
    explicit TextFinder(std::string_view text);

    bool isIn(std::string_view name) const;

private:
    std::string m_text; ///< lowercase
};

} // namespace loupe
