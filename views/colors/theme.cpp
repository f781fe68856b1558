#include "views/colors/theme.h"

#include "core/palette.h"
#include "views/colors/lab_color.h"

#include <QApplication>
#include <QFontDatabase>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace loupe {

namespace {

constexpr double enoughContrast = 4.5;

double luminance(const QColor& color)
{
    return 0.2126 * linearChannel(color.redF()) + 0.7152 * linearChannel(color.greenF())
        + 0.0722 * linearChannel(color.blueF());
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

QColor Theme::colorOfQuantized(double shade) const
{
    using palette::narrowestQuantized, palette::widestQuantized;
    return mixLab(quantized.narrow, quantized.wide,
        std::clamp((shade - narrowestQuantized) / (widestQuantized - narrowestQuantized), 0.0, 1.0));
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
        return colorOf(DType::F32);
    case RegionKind::Hole:
        return hole;
    case RegionKind::Overlap:
        return overlap;
    case RegionKind::Shared:
        return colorOf(DType::F32);
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
    return QColor::fromRgb(palette::sequential(position, dark));
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
    set(QPalette::Light, dark ? background : surface, button); // Fusion draws the edges of bars with it
    set(QPalette::Midlight, button, button);
    set(QPalette::Mid, border, border);
    set(QPalette::Dark, border, border);
    set(QPalette::Shadow, shadow, border);
    return result;
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
    const QColor ground = palette.color(group, QPalette::Highlight);
    const QColor text = palette.color(group, QPalette::HighlightedText);
    return contrastRatio(text, ground) >= enoughContrast ? text : readableOn(ground);
}

QColor selectedColor(const QPalette& palette, QPalette::ColorGroup group, const QColor& color)
{
    const QColor ground = palette.color(group, QPalette::Highlight);
    const QColor text = selectedText(palette, group);
    constexpr int shades = 16;
    const auto mixed = [&](int shade) {
        const auto part = [shade](int from, int to) { return from + (to - from) * shade / shades; };
        return QColor(
            part(color.red(), text.red()), part(color.green(), text.green()), part(color.blue(), text.blue()));
    };
    int shade = 0;
    while (shade < shades && contrastRatio(mixed(shade), ground) < enoughContrast)
        ++shade;
    return mixed(shade);
}

} // namespace loupe
