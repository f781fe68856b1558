#include "views/theme.h"

#include "views/lab_colour.h"
#include "views/theme_style.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace loupe {

namespace {

QColor mix(const QColor& a, const QColor& b, double share)
{
    const auto part = [share](int from, int to) { return int(std::lround(from + (to - from) * share)); };
    return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

/// Where a dtype stands between the narrowest and the widest of its kind, 0 to 1.
double widthPosition(DType dtype)
{
    switch (dtype) {
    case DType::F4:
        return 0;
    case DType::F6_E2M3:
    case DType::F6_E3M2:
        return 0.05;
    case DType::F8_E5M2:
        return 0.14;
    case DType::F8_E5M2FNUZ:
        return 0.18;
    case DType::F8_E8M0:
        return 0.1;
    case DType::F8_E4M3:
        return 0.22;
    case DType::F8_E4M3FNUZ:
        return 0.26;
    case DType::F16:
        return 0.38;
    case DType::BF16:
        return 0.58;
    case DType::F32:
        return 0.8;
    case DType::U8:
        return 0;
    case DType::I8:
        return 0.15;
    case DType::U16:
        return 0.3;
    case DType::I16:
        return 0.45;
    case DType::U32:
        return 0.6;
    case DType::I32:
        return 0.7;
    case DType::U64:
        return 0.85;
    default:
        return 1;
    }
}

double luminance(const QColor& color)
{
    return 0.2126 * linearChannel(color.redF()) + 0.7152 * linearChannel(color.greenF())
        + 0.0722 * linearChannel(color.blueF());
}

Qt::BrushStyle patternOf(RegionKind kind)
{
    switch (kind) {
    case RegionKind::Hole:
        return Qt::BDiagPattern;
    case RegionKind::Overlap:
        return Qt::DiagCrossPattern;
    case RegionKind::Trailing:
        return Qt::FDiagPattern;
    case RegionKind::PastTheEnd:
        return Qt::VerPattern;
    case RegionKind::Unread:
        return Qt::CrossPattern;
    case RegionKind::Padding:
        return Qt::Dense6Pattern;
    case RegionKind::Shared:
        return Qt::Dense2Pattern;
    default:
        return Qt::SolidPattern;
    }
}

} // namespace

const Theme& Theme::of(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < 128 ? darkTheme() : light();
}

const Theme& Theme::current()
{
    return of(QGuiApplication::palette());
}

QColor Theme::colorOf(DType dtype) const
{
    const auto shade = [dtype](const Shades& shades) { return mix(shades.narrow, shades.wide, widthPosition(dtype)); };
    switch (loupe::info(dtype).kind) {
    case DTypeKind::Boolean:
        return shade(booleans);
    case DTypeKind::Unsigned:
    case DTypeKind::Signed:
        return shade(integers);
    case DTypeKind::Float:
        return shade(floats);
    case DTypeKind::Complex:
        return shade(complexes);
    case DTypeKind::Opaque:
        break;
    }
    return opaque;
}

QColor Theme::colorOfQuantized(double bits) const
{
    constexpr double widest = 8.5;
    return mix(quantized.narrow, quantized.wide, std::clamp((bits - 1) / (widest - 1), 0.0, 1.0));
}

QColor Theme::colorOf(Severity severity) const
{
    switch (severity) {
    case Severity::Note:
        return mutedText;
    case Severity::Warning:
        return warning;
    case Severity::Error:
        break;
    }
    return error;
}

QColor Theme::colorOf(RegionKind kind) const
{
    switch (kind) {
    case RegionKind::LengthField:
        return lengthField;
    case RegionKind::Header:
        return header;
    case RegionKind::Padding:
        return padding;
    case RegionKind::Tensor:
        return floats.wide;
    case RegionKind::Hole:
        return hole;
    case RegionKind::Overlap:
        return overlap;
    case RegionKind::Shared:
        return floats.wide;
    case RegionKind::Trailing:
        return trailing;
    case RegionKind::Content:
        return padding;
    case RegionKind::PastTheEnd:
        return pastTheEnd;
    case RegionKind::Unread:
        break;
    }
    return unread;
}

QColor Theme::sequential(double position) const
{
    // Five knots of viridis, even in lightness.
    static constexpr std::array<QRgb, 5> knots{0xff440154, 0xff3b528b, 0xff21918c, 0xff5ec962, 0xfffde725};
    const double along = std::clamp(position, 0.0, 1.0) * (knots.size() - 1);
    const auto knot = std::min(std::size_t(along), knots.size() - 2);
    return mix(QColor(knots[knot]), QColor(knots[knot + 1]), along - double(knot));
}

QColor Theme::diverging(double position) const
{
    return mixLab(neutral, position < 0 ? below : above, std::min(std::abs(position), 1.0));
}

QPalette Theme::palette() const
{
    QPalette result;
    const auto set = [&result](QPalette::ColorRole role, const QColor& color, const QColor& disabled) {
        result.setColor(QPalette::Active, role, color);
        result.setColor(QPalette::Inactive, role, color);
        result.setColor(QPalette::Disabled, role, disabled);
    };
    set(QPalette::Window, background, background);
    set(QPalette::WindowText, text, disabledText);
    set(QPalette::Base, surface, background);
    set(QPalette::AlternateBase, alternate, background);
    set(QPalette::ToolTipBase, surface, surface);
    set(QPalette::ToolTipText, text, text);
    set(QPalette::PlaceholderText, mutedText, disabledText);
    set(QPalette::Text, text, disabledText);
    set(QPalette::Button, button, background);
    set(QPalette::ButtonText, text, disabledText);
    set(QPalette::BrightText, error, disabledText);
    set(QPalette::Highlight, selection, grid);
    set(QPalette::HighlightedText, selectionText, disabledText);
    set(QPalette::Link, accent, disabledText);
    set(QPalette::LinkVisited, accent, disabledText);
    set(QPalette::Light, dark ? background : surface, button); // Fusion edges bars with it
    set(QPalette::Midlight, button, button);
    set(QPalette::Mid, border, border);
    set(QPalette::Dark, border, border);
    set(QPalette::Shadow, shadow, border);
    return result;
}

bool isFaulty(RegionKind kind)
{
    switch (kind) {
    case RegionKind::Hole:
    case RegionKind::Overlap:
    case RegionKind::Trailing:
    case RegionKind::PastTheEnd:
    case RegionKind::Unread:
        return true;
    default:
        return false;
    }
}

void fillRegion(QPainter& painter, const QRect& rect, RegionKind kind, const Theme& theme)
{
    fillHatched(painter, rect, theme.colorOf(kind), patternOf(kind), isFaulty(kind) ? 0.3 : 0.15, theme);
}

void fillHatched(QPainter& painter, const QRect& rect, const QColor& color, Qt::BrushStyle hatching, double share,
    const Theme& theme)
{
    // A hatching needs room to be seen as one; a sliver is seen by its full colour.
    if (hatching == Qt::SolidPattern || rect.width() < 6) {
        painter.fillRect(rect, color);
        return;
    }
    painter.fillRect(rect, mix(theme.surface, color, share));
    painter.fillRect(rect, QBrush(color, hatching));
}

void applyTheme(ThemeChoice choice)
{
    if (choice == ThemeChoice::System)
        return;
    const Theme& theme = choice == ThemeChoice::Dark ? Theme::darkTheme() : Theme::light();
    QApplication::setStyle(new ThemeStyle);
    QApplication::setPalette(theme.palette());
    QToolTip::setPalette(theme.palette());
}

QFont monospaceFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setStyleHint(QFont::Monospace);
    const QFont general = QApplication::font();
    if (general.pointSizeF() > 0)
        font.setPointSizeF(general.pointSizeF());
    else
        font.setPixelSize(general.pixelSize());
    return font;
}

double contrastRatio(const QColor& a, const QColor& b)
{
    const auto [darker, brighter] = std::minmax({luminance(a), luminance(b)});
    return (brighter + 0.05) / (darker + 0.05);
}

QColor readableOn(const QColor& ground)
{
    return contrastRatio(Qt::white, ground) > contrastRatio(Qt::black, ground) ? Qt::white : Qt::black;
}

QColor selectedText(const QPalette& palette, QPalette::ColorGroup group)
{
    constexpr double enough = 4.5;
    const QColor ground = palette.color(group, QPalette::Highlight);
    const QColor text = palette.color(group, QPalette::HighlightedText);
    return contrastRatio(text, ground) >= enough ? text : readableOn(ground);
}

} // namespace loupe
