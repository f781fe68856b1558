#include "app/cli/thumbnail/canvas.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

constexpr int glyphWidth = 5;

struct Glyph {
    char character;
    std::array<std::uint8_t, Canvas::textHeight> rows; ///< bit 4 is the leftmost dot
};

constexpr std::array<Glyph, 16> glyphs{{
    {'0', {0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110}},
    {'1', {0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110}},
    {'2', {0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111}},
    {'3', {0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110}},
    {'4', {0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010}},
    {'5', {0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110}},
    {'6', {0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110}},
    {'7', {0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000}},
    {'8', {0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110}},
    {'9', {0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100}},
    {'.', {0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b01100, 0b01100}},
    {',', {0b00000, 0b00000, 0b00000, 0b00000, 0b01100, 0b00100, 0b01000}},
    {'K', {0b10001, 0b10010, 0b10100, 0b11000, 0b10100, 0b10010, 0b10001}},
    {'M', {0b10001, 0b11011, 0b10101, 0b10101, 0b10001, 0b10001, 0b10001}},
    {'B', {0b11110, 0b10001, 0b10001, 0b11110, 0b10001, 0b10001, 0b11110}},
    {'T', {0b11111, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100}},
}};

} // namespace

Canvas::Canvas(int size)
    : m_size(size)
    , m_pixels(static_cast<std::size_t>(size) * static_cast<std::size_t>(size) * 4)
{
}

void Canvas::fill(const Rectangle& rectangle, std::uint32_t color)
{
    const int right = std::min(rectangle.right, m_size);
    const int bottom = std::min(rectangle.bottom, m_size);
    for (int y = std::max(rectangle.top, 0); y < bottom; ++y) {
        for (int x = std::max(rectangle.left, 0); x < right; ++x) {
            const std::size_t pixel =
                (static_cast<std::size_t>(y) * static_cast<std::size_t>(m_size) + static_cast<std::size_t>(x)) * 4;
            m_pixels[pixel] = static_cast<std::uint8_t>(color >> 16);
            m_pixels[pixel + 1] = static_cast<std::uint8_t>(color >> 8);
            m_pixels[pixel + 2] = static_cast<std::uint8_t>(color);
            m_pixels[pixel + 3] = 0xff;
        }
    }
}

void Canvas::write(std::string_view text, int left, int top, int dot, std::uint32_t color)
{
    for (const char character : text) {
        if (const auto glyph = std::ranges::find(glyphs, character, &Glyph::character); glyph != glyphs.end()) {
            for (int row = 0; row < textHeight; ++row) {
                for (int column = 0; column < glyphWidth; ++column) {
                    if ((glyph->rows[static_cast<std::size_t>(row)] >> (glyphWidth - 1 - column) & 1) == 0)
                        continue;
                    const int x = left + column * dot;
                    const int y = top + row * dot;
                    fill({.left = x, .top = y, .right = x + dot, .bottom = y + dot}, color);
                }
            }
        }
        left += (glyphWidth + 1) * dot;
    }
}

} // namespace loupe
