#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// `word` as bash, zsh, fish and a POSIX shell read it back, also when it is pasted into a terminal. A word with
/// control characters or bytes that are no UTF-8 is printed by a command substitution, since a terminal may act on
/// them; a newline stays one. Precondition: no zero byte, which no argument holds.
std::string shellQuoted(std::string_view word);

/// Whether some shell can pass `word` to a program: it has no zero byte.
inline bool canBeArgument(std::string_view word)
{
    return word.find('\0') == std::string_view::npos;
}

} // namespace loupe
