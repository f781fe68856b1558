#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// Lays rows out in aligned columns. All rows are measured before the first is written, so that a million rows need
/// not be kept.
class Columns {
public:
    enum class Align : std::uint8_t {
        Left,
        Right,
        Decimal, ///< figures with their points below each other, at the right; other texts, as headings, as Right
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

    /// Precondition, as for line(): as many cells as columns.
    void measure(std::span<const std::string> cells);
    /// With a line feed, without spaces at the end.
    std::string line(std::span<const std::string> cells) const;

private:
    /// In characters. Of a column of figures also what stands before the point and what from it on.
    struct Width {
        std::size_t whole = 0;
        std::size_t before = 0;
        std::size_t after = 0;
    };
    std::vector<Align> m_aligns;
    std::vector<Width> m_widths;
};

/// `rows` as text, their first one perhaps a heading; each line indented by two spaces.
std::string table(Columns columns, const std::vector<std::vector<std::string>>& rows);

} // namespace loupe
