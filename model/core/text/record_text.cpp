#include "core/text/record_text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace loupe {

namespace {

constexpr std::string_view hexDigits = "0123456789abcdef";

bool standsForItself(char c)
{
    return c > ' ' && c < 127 && c != '%';
}

template <typename Number>
bool readWhole(std::string_view word, Number& number)
{
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return error == std::errc() && end == word.data() + word.size();
}

} // namespace

void RecordWriter::word(std::string_view text)
{
    if (!m_text.empty())
        m_text += ' ';
    m_text += text;
}

template <typename T>
requires std::is_floating_point_v<T>
void RecordWriter::put(T number)
{
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    word({text.data(), static_cast<std::size_t>(end - text.data())});
}
template void RecordWriter::put(float number);
template void RecordWriter::put(double number);
template void RecordWriter::put(long double number);

void RecordWriter::putUnsigned(std::uint64_t number)
{
    word(std::to_string(number));
}

void RecordWriter::putSigned(std::int64_t number)
{
    word(std::to_string(number));
}

void RecordWriter::put(std::string_view text)
{
    std::string encoded = "'";
    for (const char c : text) {
        if (standsForItself(c)) {
            encoded += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        encoded += {'%', hexDigits[byte >> 4], hexDigits[byte & 15]};
    }
    word(encoded);
}

std::string_view RecordReader::next()
{
    const std::string_view word = m_rest.substr(0, m_rest.find(' '));
    m_failed = m_failed || word.empty();
    if (m_failed)
        return {};
    m_rest.remove_prefix(std::min(word.size() + 1, m_rest.size()));
    return word;
}

bool RecordReader::takeAbsent()
{
    if (m_failed || !(m_rest == "-" || m_rest.starts_with("- ")))
        return m_failed;
    next();
    return true;
}

std::uint64_t RecordReader::takeUnsigned(std::uint64_t most)
{
    std::uint64_t number = 0;
    if (!readWhole(next(), number) || number > most)
        m_failed = true;
    return m_failed ? 0 : number;
}

std::int64_t RecordReader::takeSigned()
{
    std::int64_t number = 0;
    m_failed = !readWhole(next(), number) || m_failed;
    return m_failed ? 0 : number;
}

template <typename T>
requires std::is_floating_point_v<T>
void RecordReader::get(T& number)
{
    m_failed = !readWhole(next(), number) || m_failed;
    if (m_failed)
        number = 0;
}
template void RecordReader::get(float& number);
template void RecordReader::get(double& number);
template void RecordReader::get(long double& number);

void RecordReader::get(std::string& text)
{
    text.clear();
    std::string_view word = next();
    m_failed = m_failed || !word.starts_with('\'');
    if (m_failed)
        return;
    word.remove_prefix(1);
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (word[i] != '%') {
            text += word[i];
            continue;
        }
        const bool isWhole = i + 2 < word.size();
        const std::size_t high = isWhole ? hexDigits.find(word[i + 1]) : std::string_view::npos;
        const std::size_t low = isWhole ? hexDigits.find(word[i + 2]) : std::string_view::npos;
        m_failed = high == std::string_view::npos || low == std::string_view::npos;
        if (m_failed)
            return;
        text += static_cast<char>(high << 4 | low);
        i += 2;
    }
}

void RecordReader::get(std::string_view& text)
{
    std::string own;
    get(own);
    text = own.empty() ? std::string_view() : std::string_view(*m_texts.insert(std::move(own)).first);
}

} // namespace loupe
