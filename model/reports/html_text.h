#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace loupe {

// Texts for HTML and SVG, for use in content or in quoted attributes. Text from files is data: no markup in it takes
// effect, and characters that could mislead a reader are spelled out (core/text.h).

/// Escapes the special characters of markup as entities.
std::string htmlEscaped(std::string_view text);

/// Untrusted text on one line, not escaped. If it has more than `most` bytes, its middle is omitted.
std::string plainLine(std::string_view text, std::size_t most = 240);
/// As above, escaped.
std::string htmlText(std::string_view text, std::size_t most = 240);

/// Text from printable() with at most `most` characters; its middle is omitted if it is longer.
std::string elidedMiddle(std::string_view text, std::size_t most);

/// "[4096, 11008]"; very long shapes from malicious files are cut after the first dimensions.
std::string shortShape(std::span<const std::uint64_t> shape);

/// A number with this many significant digits, such as "0.00125" or "1.25e-07", independent of the locale; "–" if there
/// is none.
std::string htmlNumber(const std::optional<double>& number, int digits = 6);
std::string htmlCount(const std::optional<std::uint64_t>& count);

/// Writes a document sequentially, in chunks of about 64 KiB.
class HtmlWriter {
public:
    using Sink = std::function<void(std::string_view)>;

    explicit HtmlWriter(Sink sink)
        : m_sink(std::move(sink))
    {
    }

    /// Appends markup.
    HtmlWriter& put(std::string_view markup)
    {
        constexpr std::size_t piece = std::size_t{64} << 10;
        m_text += markup;
        if (m_text.size() >= piece)
            flush();
        return *this;
    }
    /// <TAG>CONTENT</TAG>, where the content is markup.
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
