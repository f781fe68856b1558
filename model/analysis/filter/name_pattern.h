#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// Finds one text in many others, without regard to the case of ASCII letters.
class TextFinder {
public:
    explicit TextFinder(std::string_view text);

    bool isIn(std::string_view name) const;

private:
    std::string m_text; ///< lower case
};

} // namespace loupe
