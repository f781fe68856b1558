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

/// Pixels of an icon in a row or next to a line of text.
constexpr int iconSize = 16;

/// The desktop theme's icon where it has one, else ours, drawn in the palette's text color at the time of drawing.
QIcon icon(Icon which);

/// Ours, always: where an icon must go with its neighbors or with `color`. An invalid color follows the palette.
QIcon ownIcon(Icon which, const QColor& color = {});

/// An icon of one stroke in another color.
QPixmap tinted(QPixmap pixels, const QColor& color);

Icon iconOf(Severity severity);

} // namespace loupe
