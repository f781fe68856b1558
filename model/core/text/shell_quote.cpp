#include "core/text/shell_quote.h"

#include "core/text/utf8.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace loupe {

namespace {

/// How the shell reads the characters at hand.
enum class QuoteForm : std::uint8_t { Plain, Single, Printed };

/// Means itself in each of the shells, wherever it stands; "=" not at the beginning, for zsh.
bool isPlainInShells(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
        || std::string_view("_-./:@+,=").find(c) != std::string_view::npos;
}

/// Whether a terminal may act on the character: C0, DEL and C1. An empty one is a byte that is not UTF-8.
bool isForTerminal(std::string_view character)
{
    if (character.empty())
        return true;
    const auto first = static_cast<unsigned char>(character[0]);
    const bool isC1 = first == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0;
    return (first < 0x20 && first != '\n') || first == 0x7f || isC1;
}

class ShellWord {
public:
    /// A quote or a backslash, which fish would read within single quotes.
    void escape(char c)
    {
        enter(QuoteForm::Plain);
        m_text += {'\\', c};
    }
    void quote(std::string_view character)
    {
        enter(QuoteForm::Single);
        m_text += character;
    }
    void print(std::string_view bytes)
    {
        enter(QuoteForm::Printed);
        for (const char byte : bytes) {
            const auto value = static_cast<unsigned char>(byte);
            m_text += {'\\', char('0' + value / 64), char('0' + value / 8 % 8), char('0' + value % 8)};
        }
    }
    std::string take()
    {
        enter(QuoteForm::Plain);
        return std::move(m_text);
    }

private:
    void enter(QuoteForm form)
    {
        if (m_form == form)
            return;
        m_text += m_form == QuoteForm::Single ? "'" : m_form == QuoteForm::Printed ? "')\"" : "";
        m_text += form == QuoteForm::Single ? "'" : form == QuoteForm::Printed ? "\"$(printf '" : "";
        m_form = form;
    }

    std::string m_text;
    QuoteForm m_form = QuoteForm::Plain;
};

} // namespace

std::string shellQuoted(std::string_view word)
{
    if (word.empty())
        return "''";
    if (word.front() != '=' && std::ranges::all_of(word, isPlainInShells))
        return std::string(word);
    ShellWord quoted;
    while (!word.empty()) {
        const std::size_t size = utf8CharacterSize(word);
        const std::string_view character = word.substr(0, size);
        if (isForTerminal(character))
            quoted.print(word.substr(0, std::max<std::size_t>(size, 1)));
        else if (character == "'" || character == "\\")
            quoted.escape(character.front());
        else
            quoted.quote(character);
        word.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return quoted.take();
}

} // namespace loupe
