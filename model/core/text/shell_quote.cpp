#include "core/text/shell_quote.h"

#include "core/text/utf8.h"

#include <algorithm>

namespace loupe {

namespace {

bool isLetterOrDigit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Whether the character is literal in all of the shells at any position. For zsh, "=" is not literal at the beginning.
bool isPlainInShells(char c)
{
    return isLetterOrDigit(c) || std::string_view("_-./:@+,=").find(c) != std::string_view::npos;
}

/// Whether the word contains characters that a terminal may interpret: C0 except newline, DEL, C1, and invalid UTF-8.
bool hasTerminalCharacters(std::string_view word)
{
    while (!word.empty()) {
        const std::size_t size = utf8CharacterSize(word);
        const auto first = static_cast<unsigned char>(word.front());
        const bool isC1 = size == 2 && first == 0xc2 && static_cast<unsigned char>(word[1]) < 0xa0;
        if (size == 0 || (first < 0x20 && first != '\n') || first == 0x7f || isC1)
            return true;
        word.remove_prefix(size);
    }
    return false;
}

/// Quotes with a command substitution, which loses trailing newlines. Covers the whole word, because fish 3.6 parses
/// text after a substitution in quotation marks as if it were still quoted.
std::string printedByShell(std::string_view word)
{
    const std::size_t end = word.find_last_not_of('\n') + 1;
    std::string text = "\"$(printf '";
    for (const char c : word.substr(0, end)) {
        const auto byte = static_cast<unsigned char>(c);
        if (isLetterOrDigit(c) || c == '.' || c == '_' || c == '/')
            text += c;
        else
            text += {'\\', char('0' + byte / 64), char('0' + byte / 8 % 8), char('0' + byte % 8)};
    }
    text += "')\"";
    if (end < word.size())
        text.append("'").append(word.substr(end)).append("'");
    return text;
}

} // namespace

std::string shellQuoted(std::string_view word)
{
    if (word.empty())
        return "''";
    if (word.front() != '=' && std::ranges::all_of(word, isPlainInShells))
        return std::string(word);
    if (hasTerminalCharacters(word))
        return printedByShell(word);
    std::string text;
    bool isQuoted = false;
    for (const char c : word) {
        const bool isEscaped = c == '\'' || c == '\\'; // fish interprets backslashes within single quotes
        if (isEscaped == isQuoted)
            text += '\'';
        isQuoted = !isEscaped;
        if (isEscaped)
            text += '\\';
        text += c;
    }
    return isQuoted ? text + '\'' : text;
}

} // namespace loupe
