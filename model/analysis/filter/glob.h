#pragma once

#include "core/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Matches whole texts against a pattern, ignoring the case of ASCII letters:
///
///   *        any text
///   ?        one character
///   [0-3a]   one of these characters; [!0-3] any other character; a leading `]` stands for itself
///   {a,b}    one of these patterns
///
/// Takes at most time proportional to the product of both lengths, for each pattern that braces expand to.
class Glob {
public:
    /// True if a text contains characters with a special meaning in a pattern.
    static bool isPattern(std::string_view text);

    /// Fails with InvalidArgument if brackets or braces are unclosed or invalid.
    static Result<Glob> parse(std::string_view pattern);

    bool matches(std::string_view name) const;

    // The following is for the parser.

    /// A set of characters as ranges of UTF-8 sequences, ordered by bytes.
    struct Set {
        struct Range {
            std::string first;
            std::string last;
        };
        std::vector<Range> ranges;
        bool negated = false;

        bool contains(std::string_view character) const;
    };
    struct Element {
        enum class Kind : std::uint8_t { Byte, AnyCharacter, AnyText, Set };
        Kind kind = Kind::Byte;
        char byte = 0; ///< lowercase
        std::uint32_t set = 0; ///< index into the sets
    };
    using Sequence = std::vector<Element>;

private:
    bool matches(const Sequence& pattern, std::string_view name) const;
    /// The number of bytes at the start of `text` that the element matches; 0 if it does not match. Not for AnyText.
    std::size_t taken(const Element& element, std::string_view text) const;

    std::vector<Sequence> m_alternatives; ///< with braces expanded
    std::vector<Set> m_sets;
};

} // namespace loupe
