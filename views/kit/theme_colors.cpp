#include "views/kit/theme.h"

#include <array>
#include <iterator>

namespace loupe {

namespace {

/// A color in the light and in the dark theme.
struct Pair {
    QRgb light;
    QRgb dark;

    QColor in(bool darkTheme) const { return QColor::fromRgb(darkTheme ? dark : light); }
};

struct ColorRow {
    QColor Theme::*color;
    Pair pair;
};

struct DTypeRow {
    DType dtype;
    Pair pair;
};

// Hues after Okabe and Ito: blue, orange, bluish green, reddish purple, sky blue, vermilion, yellow.
constexpr ColorRow colors[] = {
    {&Theme::background, {0xf3f4f5, 0x23262a}},
    {&Theme::surface, {0xffffff, 0x1a1c1f}},
    {&Theme::alternate, {0xf8f9fa, 0x1e2124}},
    {&Theme::text, {0x1b1f23, 0xe6e8ea}},
    {&Theme::mutedText, {0x5f6770, 0x9ba4ad}},
    {&Theme::disabledText, {0x9aa1a8, 0x6a727a}},
    {&Theme::border, {0xc9ced3, 0x43494f}},
    {&Theme::fieldBorder, {0x868d94, 0x737b84}},
    {&Theme::grid, {0xe4e7ea, 0x2f3439}},
    {&Theme::button, {0xfafbfb, 0x2e3237}},
    {&Theme::accent, {0x0a5ba5, 0x6cb4f2}},
    {&Theme::selection, {0xcfe3f6, 0x2b4a68}},
    {&Theme::selectionText, {0x10151a, 0xf4f6f8}},
    {&Theme::shareBar, {0xe3ebf3, 0x283340}},
    {&Theme::shadow, {0x5f6770, 0x0c0d0f}},
    {&Theme::error, {0xb3261e, 0xff8a80}},
    {&Theme::warning, {0x8a5200, 0xf2b04d}},
    {&Theme::info, {0x0a5ba5, 0x6cb4f2}},
    {&Theme::success, {0x0f6e4a, 0x5fcf9f}},
    {&Theme::errorSurface, {0xfbe9e7, 0x44292a}},
    {&Theme::warningSurface, {0xfdf1dc, 0x41351f}},
    {&Theme::infoSurface, {0xe6f0f9, 0x24384a}},
    {&Theme::nan, {0xc2009e, 0xff5fd2}},
    {&Theme::infinity, {0x007688, 0x35d0e6}},
    {&Theme::infinityFill, {0x00ffff, 0x00ffff}},
    {&Theme::bar, {0x4a7fb0, 0x5a93c7}},
    {&Theme::sideA, {0x8fbde0, 0x3d6f9b}},
    {&Theme::sideB, {0x0f6e4a, 0x7fdcb2}},
    {&Theme::difference, {0x7d7a94, 0x9f9cb8}},
    {&Theme::placeholder, {0xe9ecef, 0x2a2e32}},
    {&Theme::unchanged, {0xc3c9cf, 0x4b5259}},
    {&Theme::below, {0x005aab, 0x60b2f3}},
    {&Theme::neutral, {0xf3f3f3, 0x232425}},
    {&Theme::above, {0xb1181f, 0xff8670}},
    {&Theme::lengthField, {0x30363c, 0xe6e8ea}},
    {&Theme::header, {0x6b737b, 0xa4acb4}},
    {&Theme::padding, {0xc4c9ce, 0x565d64}},
    {&Theme::hole, {0xe8960c, 0xf2a52c}},
    {&Theme::overlap, {0xd55e00, 0xf5803e}},
    {&Theme::trailing, {0xa8741a, 0xc79a4a}},
    {&Theme::pastTheEnd, {0xb3261e, 0xff6a5e}},
    {&Theme::unread, {0x8d949b, 0x7d858c}},
};

// A hue for each kind. Wide types stand out most from the surface: neighboring widths are 1.5 : 1 and more apart, those
// below 8 bits 1.25 : 1, which needs no color to be seen. F16 is greener than BF16 beside being 1.25 : 1 apart.
constexpr DTypeRow dtypes[] = {
    {DType::BOOL, {0x2a9f7b, 0x3bb98f}},
    {DType::F4, {0xcceafe, 0x033548}},
    {DType::F6_E2M3, {0x9ed5f6, 0x01465f}},
    {DType::F6_E3M2, {0x9dd2f4, 0x004762}},
    {DType::F8_E8M0, {0x88c1e1, 0x095470}},
    {DType::F8_E5M2, {0x89bee0, 0x005675}},
    {DType::F8_E5M2FNUZ, {0x88bbde, 0x005779}},
    {DType::F8_E4M3, {0x88b9dc, 0x0a587b}},
    {DType::F8_E4M3FNUZ, {0x88b7db, 0x0a5a7f}},
    {DType::F16, {0x2f9bab, 0x1e7b88}},
    {DType::BF16, {0x0281c2, 0x2b89c6}},
    {DType::F32, {0x07537d, 0x6dbbfd}},
    {DType::F64, {0x002a47, 0xe4eefe}},
    {DType::U8, {0xfeca7e, 0x684600}},
    {DType::I8, {0xf6ba6f, 0x7a4d00}},
    {DType::U16, {0xce914c, 0xa0661f}},
    {DType::I16, {0xc68444, 0xb06f2d}},
    {DType::U32, {0xa26226, 0xd78e4e}},
    {DType::I32, {0x96551d, 0xea9b5d}},
    {DType::U64, {0x644300, 0xffca7e}},
    {DType::I64, {0x4a3600, 0xffe2b0}},
    {DType::C64, {0x9a9000, 0xcfc457}},
    {DType::Opaque, {0x8d949b, 0x7d858c}},
};
static_assert(std::size(dtypes) == dtypeCount, "each dtype needs a color");

constexpr Pair quantizedNarrow{0xffd0f1, 0x5c2650};
constexpr Pair quantizedWide{0x5b254f, 0xfed5f2};

constexpr std::array<Pair, Theme::groupHues> groups{{
    {0x5b9bcb, 0x4c86b5},
    {0xe3a94b, 0xc28f3c},
    {0x4fae8d, 0x3f9576},
    {0xc088ac, 0xa77295},
    {0x86c5ea, 0x6fa9cc},
    {0xd98150, 0xb96c43},
    {0xcfc24e, 0xada23f},
}};

Theme make(bool dark)
{
    Theme theme;
    theme.dark = dark;
    for (const ColorRow& row : colors)
        theme.*row.color = row.pair.in(dark);
    for (const DTypeRow& row : dtypes)
        theme.dtypes[std::size_t(row.dtype)] = row.pair.in(dark);
    theme.quantized = {quantizedNarrow.in(dark), quantizedWide.in(dark)};
    for (std::size_t hue = 0; hue < groups.size(); ++hue)
        theme.groups[hue] = groups[hue].in(dark);
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
