#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace loupe {

// Texts for HTML and SVG, in content or between quotes. What comes from files is data: nothing in it is markup, and
// what could fool a reader is spelled out (core/text.h).

/// Markup's own characters as entities.
std::string htmlEscaped(std::string_view text);

/// Untrusted text on one line, not yet escaped; where it has more than `most` bytes, its middle is omitted.
std::string plainLine(std::string_view text, std::size_t most = 240);
/// The same, escaped.
std::string htmlText(std::string_view text, std::size_t most = 240);

/// At most `most` characters of text that printable() gave, without its middle.
std::string elidedMiddle(std::string_view text, std::size_t most);

/// "[4096, 11008]"; for hostile shapes the first dimensions.
std::string shortShape(std::span<const std::uint64_t> shape);

/// So many digits, as "0.00125" or "1.25e-07", whatever the locale; "–" where there is none.
std::string htmlNumber(const std::optional<double>& number, int digits = 6);
std::string htmlCount(const std::optional<std::uint64_t>& count);

/// A document from front to back, handed on in pieces of some 64 KiB.
class HtmlWriter {
public:
    using Sink = std::function<void(std::string_view)>;

    explicit HtmlWriter(Sink sink)
        : m_sink(std::move(sink))
    {
    }

    /// Markup.
    HtmlWriter& put(std::string_view markup)
    {
        constexpr std::size_t piece = std::size_t{64} << 10;
        m_text += markup;
        if (m_text.size() >= piece)
            flush();
        return *this;
    }
    /// <TAG>CONTENT</TAG>; content is markup.
    HtmlWriter& element(std::string_view tag, std::string_view content);
    void flush()
    {
        m_sink(m_text);
        m_text.clear();
    }

private:
    Sink m_sink;
    std::string m_text;
};

} // namespace loupe
