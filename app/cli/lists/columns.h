#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// Formats rows in aligned columns. All rows are measured before the first one is written, so that a million rows need
/// not be kept.
class Columns {
public:
    enum class Align : std::uint8_t {
        Left,
        Right,
        Decimal, ///< numbers aligned at the decimal point; other texts, such as headings, as Right
    };

    Columns(std::initializer_list<Align> aligns)
        : Columns(std::vector<Align>(aligns))
    {
    }
    explicit Columns(std::vector<Align> aligns)
        : m_aligns(std::move(aligns))
        , m_widths(m_aligns.size())
    {
    }

    /// Precondition, also for line(): one cell per column.
    void measure(std::span<const std::string> cells);
    /// Ends with a line feed; without trailing spaces.
    std::string line(std::span<const std::string> cells) const;

private:
    /// Widths in characters; for Decimal also before the decimal point, and from the point on.
    struct Width {
        std::size_t whole = 0;
        std::size_t before = 0;
        std::size_t after = 0;
    };
    std::vector<Align> m_aligns;
    std::vector<Width> m_widths;
};

/// `rows` as text; the first may be a heading. Each line is indented by two spaces.
std::string table(Columns columns, const std::vector<std::vector<std::string>>& rows);

} // namespace loupe
