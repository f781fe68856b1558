#pragma once

#include <array>
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

/// Compares whole texts with a pattern in which `*` stands for any text and `?` for one UTF-8 character, without regard
/// to the case of ASCII letters. Takes at most time proportional to the product of both lengths.
class Glob {
public:
    explicit Glob(std::string_view pattern);

    bool matches(std::string_view name) const;

private:
    std::string m_pattern; ///< lower case
};

} // namespace loupe
