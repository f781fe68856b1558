#include "core/palette.h"
#include "views/colors/theme.h"

#include <cstddef>

namespace loupe {

namespace {

QColor toColor(ThemeColor color, bool dark)
{
    return QColor::fromRgb(color.in(dark));
}

struct ColorRow {
    QColor Theme::*color;
    ThemeColor value;
};

constexpr ColorRow colors[] = {
    {&Theme::background, palette::background},
    {&Theme::surface, palette::surface},
    {&Theme::alternate, palette::alternate},
    {&Theme::text, palette::text},
    {&Theme::mutedText, palette::mutedText},
    {&Theme::disabledText, palette::disabledText},
    {&Theme::border, palette::border},
    {&Theme::fieldBorder, palette::fieldBorder},
    {&Theme::grid, palette::grid},
    {&Theme::button, palette::button},
    {&Theme::accent, palette::accent},
    {&Theme::selection, palette::selection},
    {&Theme::selectionText, palette::selectionText},
    {&Theme::shareBar, palette::shareBar},
    {&Theme::shadow, palette::shadow},
    {&Theme::error, palette::error},
    {&Theme::warning, palette::warning},
    {&Theme::info, palette::info},
    {&Theme::success, palette::success},
    {&Theme::errorSurface, palette::errorSurface},
    {&Theme::warningSurface, palette::warningSurface},
    {&Theme::infoSurface, palette::infoSurface},
    {&Theme::nan, palette::nan},
    {&Theme::nanFill, palette::nanFill},
    {&Theme::infinity, palette::infinity},
    {&Theme::infinityFill, palette::infinityFill},
    {&Theme::bar, palette::bar},
    {&Theme::beyond, palette::beyond},
    {&Theme::sideA, palette::sideA},
    {&Theme::sideB, palette::sideB},
    {&Theme::difference, palette::difference},
    {&Theme::placeholder, palette::placeholder},
    {&Theme::unchanged, palette::unchanged},
    {&Theme::below, palette::below},
    {&Theme::neutral, palette::neutral},
    {&Theme::above, palette::above},
    {&Theme::offScaleBelow, palette::offScaleBelow},
    {&Theme::offScaleAbove, palette::offScaleAbove},
    {&Theme::offSequentialAbove, palette::offSequentialAbove},
    {&Theme::lengthField, palette::lengthField},
    {&Theme::header, palette::header},
    {&Theme::padding, palette::padding},
    {&Theme::hole, palette::hole},
    {&Theme::overlap, palette::overlap},
    {&Theme::trailing, palette::trailing},
    {&Theme::pastTheEnd, palette::pastTheEnd},
    {&Theme::unread, palette::unread},
};
static_assert(palette::groups.size() == Theme::groupHues);

Theme make(bool dark)
{
    Theme theme;
    theme.dark = dark;
    for (const ColorRow& row : colors)
        theme.*row.color = toColor(row.value, dark);
    for (std::size_t i = 0; i < dtypeCount; ++i) {
        const DTypeInfo& known = info(static_cast<DType>(i));
        theme.dtypes[i] = toColor(known.color, dark);
    }
    theme.quantized = {toColor(palette::quantizedNarrow, dark), toColor(palette::quantizedWide, dark)};
    for (std::size_t hue = 0; hue < palette::groups.size(); ++hue)
        theme.groups[hue] = toColor(palette::groups[hue], dark);
    return theme;
}

} // namespace

const Theme& Theme::light()
{
    static const Theme theme = make(false);
    return theme;
}

const Theme& Theme::darkTheme()
{
    static const Theme theme = make(true);
    return theme;
}

} // namespace loupe
