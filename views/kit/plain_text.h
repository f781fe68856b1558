#pragma once

#include <QString>

#include <cstdint>
#include <span>
#include <string_view>

namespace loupe {

/// Characters of an error that are shown: it may quote a long name.
constexpr qsizetype longestMessage = 2000;

/// `text` without anything that could fool a reader: controls and bidirectional marks are spelled out.
QString printableText(const QString& text);

/// `text` for one line on the screen: as printableText() has it, cut in its middle where it is longer than `limit`
/// characters. Names and values may be megabytes long, and laying those out takes seconds.
QString shownText(const QString& text, qsizetype limit = 400);
QString shownText(std::string_view text, qsizetype limit = 400);

/// For a sentence in a label that wraps lines: as shownText(), with the middle cut out of each word, such as a
/// path, that would make the label too wide.
QString shownSentence(const QString& text);
QString shownSentence(std::string_view text);

/// A shape for the screen: "[4096, 4096]"; for more than 16 dimensions the first 16, "[1, 1, …]".
QString shownShape(std::span<const std::uint64_t> shape);

/// For setToolTip() and ToolTipRole: shows `text` as it is, never as markup, and wraps long lines, long words too. Line
/// breaks stay. For very long texts the middle is omitted.
QString plainToolTip(const QString& text);

} // namespace loupe
