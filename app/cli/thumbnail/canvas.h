#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace loupe {

/// A square picture of rectangles and digits. Clips everything outside it.
class Canvas {
public:
    /// A rectangle in pixels.
    struct Rectangle {
        int left = 0;
        int top = 0;
        int right = 0; ///< one past the last column
        int bottom = 0; ///< one past the last row
    };

    /// Creates a transparent picture.
    explicit Canvas(int size);

    int size() const { return m_size; }
    /// Four bytes per pixel:
    const std::vector<std::uint8_t>& pixels() const { return m_pixels; }

    /// `color`: 0xRRGGBB.
    void fill(const Rectangle& rectangle, std::uint32_t color);
    /// Digits, points, spaces and the units K, M, B and T; other characters are drawn as spaces. Each is 5 by 7 dots of
    /// `dot` pixels, with one dot between them.
    void write(std::string_view text, int left, int top, int dot, std::uint32_t color);
    /// The width of a text in dots.
    static int textWidth(std::string_view text) { return text.empty() ? 0 : static_cast<int>(text.size()) * 6 - 1; }
    static constexpr int textHeight = 7;

private:
    int m_size;
    std::vector<std::uint8_t> m_pixels;
};

} // namespace loupe
