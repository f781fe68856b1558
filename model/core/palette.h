#pragma once

#include <array>
#include <cstdint>

namespace loupe {

/// A color in the light and in the dark theme, as 0xRRGGBB.
struct ThemeColor {
    std::uint32_t light;
    std::uint32_t dark;

    constexpr std::uint32_t in(bool darkTheme) const { return darkTheme ? dark : light; }
};

/// The colors of the window and of reports; views/colors/theme.h documents the use of each. Dtype colors are in
/// dtypes.inc. Hues follow Okabe and Ito: blue, orange, bluish green, reddish purple, sky blue, vermilion, yellow.
namespace palette {

inline constexpr ThemeColor background{0xf3f4f5, 0x23262a};
inline constexpr ThemeColor surface{0xffffff, 0x1a1c1f};
inline constexpr ThemeColor alternate{0xf8f9fa, 0x1e2124};
inline constexpr ThemeColor text{0x1b1f23, 0xe6e8ea};
inline constexpr ThemeColor mutedText{0x595f68, 0xa8b0b8};
inline constexpr ThemeColor disabledText{0x9aa1a8, 0x6a727a};
inline constexpr ThemeColor border{0xc9ced3, 0x43494f};
inline constexpr ThemeColor fieldBorder{0x868d94, 0x737b84};
inline constexpr ThemeColor grid{0xe4e7ea, 0x2f3439};
inline constexpr ThemeColor button{0xfafbfb, 0x2e3237};
inline constexpr ThemeColor accent{0x0a5ba5, 0x6cb4f2};
inline constexpr ThemeColor selection{0xcfe3f6, 0x2b4a68};
inline constexpr ThemeColor selectionText{0x10151a, 0xf4f6f8};
inline constexpr ThemeColor shareBar{0xe3ebf3, 0x283340};
inline constexpr ThemeColor shadow{0x5f6770, 0x0c0d0f};
inline constexpr ThemeColor error{0xb3261e, 0xff8a80};
inline constexpr ThemeColor warning{0x8a5200, 0xf2b04d};
inline constexpr ThemeColor info{0x0a5ba5, 0x6cb4f2};
inline constexpr ThemeColor success{0x0f6e4a, 0x5fcf9f};
inline constexpr ThemeColor errorSurface{0xfbe9e7, 0x44292a};
inline constexpr ThemeColor warningSurface{0xfdf1dc, 0x41351f};
inline constexpr ThemeColor infoSurface{0xe6f0f9, 0x24384a};
inline constexpr ThemeColor nan{0xc2009e, 0xff5fd2};
inline constexpr ThemeColor nanFill{0xf000ff, 0xf000ff};
inline constexpr ThemeColor infinity{0x006f80, 0x35d0e6};
inline constexpr ThemeColor infinityFill{0x33ff99, 0x00fff0};
inline constexpr ThemeColor bar{0x4a7fb0, 0x5a93c7};
inline constexpr ThemeColor beyond{0xd98a1e, 0xe0a24a};
inline constexpr ThemeColor sideA{0x8fbde0, 0x3d6f9b};
inline constexpr ThemeColor sideB{0x0f6e4a, 0x7fdcb2};
inline constexpr ThemeColor difference{0x7d7a94, 0x9f9cb8};
inline constexpr ThemeColor placeholder{0xe9ecef, 0x2a2e32};
inline constexpr ThemeColor unchanged{0xc3c9cf, 0x4b5259};
inline constexpr ThemeColor below{0x005aab, 0x60b2f3};
inline constexpr ThemeColor neutral{0xf3f3f3, 0x232425};
inline constexpr ThemeColor above{0xb1181f, 0xff8670};
inline constexpr ThemeColor offScaleBelow{0x0000ff, 0x0000ff};
inline constexpr ThemeColor offScaleAbove{0x000000, 0xffff00};
inline constexpr ThemeColor offSequentialAbove{0xa00000, 0xa00000};
inline constexpr ThemeColor lengthField{0x30363c, 0xa4acb4};
inline constexpr ThemeColor header{0x6b737b, 0x626b74};
inline constexpr ThemeColor padding{0xc4c9ce, 0x565d64};
inline constexpr ThemeColor hole{0xe8960c, 0xf2a52c};
inline constexpr ThemeColor overlap{0xd55e00, 0xf5803e};
inline constexpr ThemeColor trailing{0xa8741a, 0xc79a4a};
inline constexpr ThemeColor pastTheEnd{0xb3261e, 0xff6a5e};
inline constexpr ThemeColor unread{0x8d949b, 0x7d858c};

inline constexpr ThemeColor quantizedNarrow{0xffd0f1, 0x5c2650};
inline constexpr ThemeColor quantizedWide{0x5b254f, 0xfed5f2};
inline constexpr double narrowestQuantized = 1; ///< bits per element
inline constexpr double widestQuantized = 8.5; ///< wider types have the same color

inline constexpr std::array<ThemeColor, 7> groups{{
    {0x5b9bcb, 0x4c86b5},
    {0xe3a94b, 0xc28f3c},
    {0x4fae8d, 0x3f9576},
    {0xc088ac, 0xa77295},
    {0x86c5ea, 0x6fa9cc},
    {0xd98150, 0xb96c43},
    {0xcfc24e, 0xada23f},
}};

/// Maps a magnitude, `position` in [0, 1], to a color from purple to bright yellow by interpolating five knots. The
/// light theme uses viridis. The dark theme uses its hues from a lighter purple on, since the darkest color of viridis
/// is as dark as the background.
std::uint32_t sequential(double position, bool darkTheme);

} // namespace palette

} // namespace loupe
