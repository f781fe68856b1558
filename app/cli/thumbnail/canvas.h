#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace loupe {

/// A square picture of rectangles and figures. What lies outside it is not drawn.
class Canvas {
public:
    /// Where a rectangle is, in pixels.
    struct Rectangle {
        int left = 0;
        int top = 0;
        int right = 0; ///< the first column behind it
        int bottom = 0; ///< the first row below it
    };

    /// All of it transparent.
    explicit Canvas(int size);

    int size() const { return m_size; }
    /// Four bytes a pixel: red, green, blue, alpha.
    const std::vector<std::uint8_t>& pixels() const { return m_pixels; }

    /// `color`: 0xRRGGBB.
    void fill(const Rectangle& rectangle, std::uint32_t color);
    /// Digits, points, spaces and the units K, M, B and T; anything else is a space. Each is 5 by 7 dots of `dot`
    /// pixels, with one dot between them.
    void write(std::string_view text, int left, int top, int dot, std::uint32_t color);
    /// In dots.
    static int textWidth(std::string_view text) { return text.empty() ? 0 : static_cast<int>(text.size()) * 6 - 1; }
    static constexpr int textHeight = 7;

private:
    int m_size;
    std::vector<std::uint8_t> m_pixels;
};

} // namespace loupe
