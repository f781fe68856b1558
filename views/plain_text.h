#pragma once

#include <QString>

namespace loupe {

/// `text` without anything that could fool a reader: controls and bidirectional marks are spelled out.
QString printableText(const QString& text);

/// For setToolTip() and ToolTipRole: shows `text` as it is, never as markup, and wraps long lines. Line breaks stay.
QString plainToolTip(const QString& text);

} // namespace loupe
