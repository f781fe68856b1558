#pragma once

#include "core/finding.h"

#include <QIcon>
#include <QPixmap>

namespace loupe {

enum class Icon : std::uint8_t {
    Close,
    Compare,
    Copy,
    Error,
    Export,
    Filter,
    Group,
    Hide,
    Info,
    Location,
    More,
    Next,
    Open,
    Previous,
    Reload,
    Save,
    Scan,
    Stop,
    Swap,
    Tensor,
    Warning,
    Application,
};

/// The size of an icon in a row or next to a line of text, in pixels.
constexpr int iconSize = 16;

/// The desktop theme's icon if it has one, else ours, drawn in the palette's text color when painted.
QIcon icon(Icon which);

/// Always our own icon, for places where it must match its neighbors or have a given color. An invalid color follows
/// the palette.
QIcon ownIcon(Icon which, const QColor& color = {});

/// A single-color icon in another color.
QPixmap tinted(QPixmap pixels, const QColor& color);

Icon iconOf(Severity severity);

} // namespace loupe
