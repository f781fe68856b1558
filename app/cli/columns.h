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
    enum class Align : std::uint8_t { Left, Right };

    Columns(std::initializer_list<Align> aligns)
        : Columns(std::vector<Align>(aligns))
    {
    }
    explicit Columns(std::vector<Align> aligns)
        : m_aligns(std::move(aligns))
        , m_widths(m_aligns.size(), 0)
    {
    }

    /// Precondition, as for line(): as many cells as columns.
    void measure(std::span<const std::string> cells);
    /// With a line feed, without spaces at the end.
    std::string line(std::span<const std::string> cells) const;

private:
    std::vector<Align> m_aligns;
    std::vector<std::size_t> m_widths; ///< in characters
};

/// `rows` as text, their first one perhaps a heading; each line indented by two spaces.
std::string table(Columns columns, const std::vector<std::vector<std::string>>& rows);

} // namespace loupe
