#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// Quotes `word` so that bash, zsh, fish and POSIX shells read it back, even when it is pasted into a terminal. A word
/// with control characters or invalid UTF-8 becomes a command substitution that prints it, since a terminal may
/// interpret these bytes; newlines are kept. Precondition: no zero byte, which no argument can contain.
std::string shellQuoted(std::string_view word);

/// True if a shell can pass `word` to a program, that is, it has no zero byte.
inline bool canBeArgument(std::string_view word)
{
    return word.find('\0') == std::string_view::npos;
}

} // namespace loupe
