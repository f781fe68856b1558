#pragma once

#include "core/result.h"

#include <QString>

#include <cstdint>
#include <span>
#include <string_view>

namespace loupe {

/// The most characters of an error that are shown, because it may quote a long name.
constexpr qsizetype longestMessage = 2000;

/// `text` with control characters and bidirectional marks spelled out, which could mislead a reader.
QString printableText(const QString& text);

/// `text` for one line on the screen: as printableText(), with the middle cut out if it is longer than `limit`
/// characters. Names and values may be megabytes long, which would take seconds to lay out.
QString shownText(const QString& text, qsizetype limit = 400);
QString shownText(std::string_view text, qsizetype limit = 400);

/// For a sentence in a label with line wrapping: as shownText(), with the middle cut out of each word, such as a path,
/// that would make the label too wide.
QString shownSentence(const QString& text);
QString shownSentence(std::string_view text);
/// The error in sentences for such a label, with what helps.
QString shownSentences(const Error& error);

/// A shape for the screen: "[4096, 4096]"; for more than 16 dimensions the first 16, "[1, 1, …]".
QString shownShape(std::span<const std::uint64_t> shape);

/// For setToolTip() and ToolTipRole: shows `text` literally, never as rich text, and wraps long lines and words. Line
/// breaks are kept. The middle of very long texts is omitted.
QString plainToolTip(const QString& text);

} // namespace loupe
