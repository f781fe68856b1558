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

/// All colors of the program, in a light and a dark column (their values are in core/palette.h and core/dtypes.inc).
/// Text colors reach a contrast of 4.5 : 1 on `background` and `surface`. Color never stands alone: errors carry a
/// shape, faulty regions a hatching.
struct Theme {
    struct Shades {
        QColor narrow;
        QColor wide;
    };

    bool dark = false;

    QColor background; ///< of windows and bars
    QColor surface; ///< behind data: lists, charts, edits
    QColor alternate; ///< every other row
    QColor text;
    QColor mutedText; ///< units, hints, placeholders
    QColor disabledText; ///< what cannot be used now; no contrast promised
    QColor border; ///< the one frame around a thing
    QColor
        fieldBorder; ///< of what is typed into: 3 : 1 on `background` and `surface`, as what is needed to see a control
    QColor grid; ///< lines of charts and tables, quieter than a border
    QColor button;
    QColor accent; ///< what is current: outlines, carets, focus, links
    QColor selection;
    QColor selectionText;
    QColor shareBar; ///< the quiet bar behind a number
    QColor shadow; ///< the darkest edge of a frame

    QColor error;
    QColor warning;
    QColor info;
    QColor success;
    QColor errorSurface; ///< behind a sentence about an error, under `text`
    QColor warningSurface;
    QColor infoSurface;

    QColor nan; ///< magenta, everywhere
    QColor nanFill; ///< the same of areas: far from both color maps, also for the color-blind
    QColor infinity; ///< cyan, everywhere
    QColor infinityFill; ///< the same of areas: bright, far from both color maps, also for the color-blind
    QColor bar; ///< of histograms
    QColor beyond; ///< values outside of the range that is shown
    QColor sideA; ///< of a comparison: areas, and thin lines on them; the hues of what only A, or only B, has
    QColor sideB;
    QColor difference; ///< of B from A, whatever its sign
    QColor placeholder; ///< of what is still being computed
    QColor unchanged; ///< areas of what is the same in both of a pair

    QColor below; ///< ends and middle of the diverging map
    QColor neutral;
    QColor above;
    /// Cells whose value is outside of a clipped range: far from all of the map, also for the color-blind.
    QColor offScaleBelow;
    QColor offScaleAbove; ///< of the diverging map
    QColor offSequentialAbove; ///< of the sequential one

    QColor dtypes[dtypeCount];
    Shades quantized; ///< narrow: a bit for each element; wide: eight and more

    QColor lengthField;
    QColor header;
    QColor padding;
    QColor hole;
    QColor overlap;
    QColor trailing;
    QColor pastTheEnd;
    QColor unread;

    static constexpr int groupHues = 7;
    QColor groups[groupHues]; ///< for neighbors that must differ, without a meaning of their own

    static const Theme& light();
    static const Theme& darkTheme();
    /// The one whose lightness is that of the palette's window color. Ask again after a change of palette.
    static const Theme& of(const QPalette& palette);
    /// That of the application's palette.
    static const Theme& current();

    /// The kind's hue in a shade of its own, which differs in lightness from those of other widths.
    QColor colorOf(DType dtype) const { return dtypes[std::size_t(dtype)]; }
    /// The color of a quantized type: QuantizedTypes::Type::shade.
    QColor colorOfQuantized(double shade) const;
    QColor colorOf(Severity severity) const;
    /// Tensor regions have the color of F32, since a region does not know its dtype.
    QColor colorOf(RegionKind kind) const;
    /// Purple to bright yellow, even in lightness, 3 : 1 and more on a dark surface; `position` in [0, 1].
    QColor sequential(double position) const;
    /// Blue below 0, red above, neutral at 0, in equal steps of lightness; `position` in [-1, 1].
    QColor diverging(double position) const;

    QPalette palette() const;
};

enum class ThemeChoice : std::uint8_t { System, Light, Dark };

/// Before the first widget is made or at any time after; the style and the palette are always ours. System: light or
/// dark as the desktop is, also when it changes.
void applyTheme(ThemeChoice choice);
/// The last one that was applied.
ThemeChoice themeChoice();

/// For hex, offsets, shapes and tables of numbers: the system's, in the size of the application's font.
QFont monospaceFont();

/// WCAG 2.1 contrast ratio of two opaque colors, 1 to 21.
double contrastRatio(const QColor& a, const QColor& b);

/// Black or white, whichever can be read better on `ground`: a contrast of at least 4.5 : 1.
QColor readableOn(const QColor& ground);
/// The palette's own color of selected text, where its contrast is enough; desktops' palettes do not promise that.
QColor selectedText(const QPalette& palette, QPalette::ColorGroup group);
/// `color` as it is, or a shade nearer to that of selected text, so that it can be read on the selection.
QColor selectedColor(const QPalette& palette, QPalette::ColorGroup group, const QColor& color);

} // namespace loupe
