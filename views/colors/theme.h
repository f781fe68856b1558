#pragma once

#include "core/dtype.h"
#include "core/finding.h"
#include "core/region.h"

#include <QColor>
#include <QFont>
#include <QPalette>

class QPainter;
class QRect;

namespace loupe {

/// All colors of the program, in a light and a dark variant (the values are in core/palette.h and core/dtypes.inc).
/// Text colors have a contrast of at least 4.5 : 1 on `background` and `surface`. Color is never the only sign: errors
/// also have a shape, and faulty regions a hatching.
struct Theme {
    struct Shades {
        QColor narrow;
        QColor wide;
    };

    bool dark = false;

    QColor background; ///< background of windows and bars
    QColor surface; ///< behind data: lists, charts, edits
    QColor alternate; ///< every other row
    QColor text;
    QColor mutedText; ///< units, hints, placeholders
    QColor disabledText; ///< disabled controls; no contrast guaranteed
    QColor border; ///< frames
    /// Frames of input fields: 3 : 1 on `background` and `surface`, the contrast required for controls
    QColor fieldBorder;
    QColor grid; ///< lines of charts and tables, fainter than a border
    QColor button;
    QColor accent; ///< the current item: outlines, carets, focus, links
    QColor selection;
    QColor selectionText;
    QColor shareBar; ///< the faint bar behind a number
    QColor shadow; ///< the darkest edge of a frame

    QColor error;
    QColor warning;
    QColor info;
    QColor success;
    QColor errorSurface; ///< behind a sentence about an error, under `text`
    QColor warningSurface;
    QColor infoSurface;

    QColor nan; ///< magenta, everywhere
    QColor nanFill; ///< for areas: far from both color maps, also for the color-blind
    QColor infinity; ///< cyan, everywhere
    QColor infinityFill; ///< for areas: bright and far from both color maps, also for the color-blind
    QColor bar; ///< bars of histograms
    QColor beyond; ///< values outside the range shown
    QColor sideA; ///< side A of a comparison: areas, and thin lines on them; also items that are only in A
    QColor sideB;
    QColor difference; ///< a difference between A and B, of either sign
    QColor placeholder; ///< items that are still being computed
    QColor unchanged; ///< areas that are equal on both sides of a pair

    QColor below; ///< `below`, `neutral` and `above`: the diverging map
    QColor neutral;
    QColor above;
    /// Cells whose value is outside a clipped range: far from every color of the map, also for the color-blind.
    QColor offScaleBelow;
    QColor offScaleAbove; ///< for the diverging map
    QColor offSequentialAbove; ///< for the sequential map

    QColor dtypes[dtypeCount];
    Shades quantized; ///< narrow: 1 bit per element; wide: 8 or more

    QColor lengthField;
    QColor header;
    QColor padding;
    QColor hole;
    QColor overlap;
    QColor trailing;
    QColor pastTheEnd;
    QColor unread;

    static constexpr int groupHues = 7;
    QColor groups[groupHues]; ///< for neighbors that must be distinguishable; no meaning of their own

    static const Theme& light();
    static const Theme& darkTheme();
    /// The variant that matches the lightness of the palette's window color. Call again after a palette change.
    static const Theme& of(const QPalette& palette);
    /// The theme of the application's palette.
    static const Theme& current();

    /// The color of a dtype: the hue of its kind, with a lightness that depends on its width.
    QColor colorOf(DType dtype) const { return dtypes[std::size_t(dtype)]; }
    /// The color of a quantized type. `shade`: QuantizedTypes::Type::shade.
    QColor colorOfQuantized(double shade) const;
    QColor colorOf(Severity severity) const;
    /// Tensor regions have the color of F32, since a region has no dtype.
    QColor colorOf(RegionKind kind) const;
    /// Purple to bright yellow with even lightness steps, at least 3 : 1 on a dark surface; `position` in [0, 1].
    QColor sequential(double position) const;
    /// Blue below 0, red above, neutral at 0, with even lightness steps; `position` in [-1, 1].
    QColor diverging(double position) const;

    QPalette palette() const;
};

enum class ThemeChoice : std::uint8_t { System, Light, Dark };

/// Sets our style and palette. Call it before the first widget is created or at any later time. System: light or dark
/// like the desktop, also when that changes.
void applyTheme(ThemeChoice choice);
/// The choice that was applied last.
ThemeChoice themeChoice();

/// The system's monospace font in the size of the application's font, for hex, offsets, shapes and tables of numbers.
QFont monospaceFont();

/// WCAG 2.1 contrast ratio of two opaque colors, 1 to 21.
double contrastRatio(const QColor& a, const QColor& b);

/// Black or white, whichever has more contrast with `ground`: at least 4.5 : 1.
QColor readableOn(const QColor& ground);
/// The palette's color of selected text if its contrast is sufficient, which desktop palettes do not guarantee.
QColor selectedText(const QPalette& palette, QPalette::ColorGroup group);
/// `color`, adjusted toward the color of selected text if needed to be readable on the selection.
QColor selectedColor(const QPalette& palette, QPalette::ColorGroup group, const QColor& color);

} // namespace loupe
