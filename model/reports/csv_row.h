#pragma once

#include "core/dtype.h"
#include "core/text/csv.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// One line of a CSV file, built cell by cell. A missing value is an empty cell.
class CsvRow {
public:
    CsvRow& text(std::string_view value)
    {
        separate();
        m_line += csvText(value);
        return *this;
    }
    CsvRow& number(const std::optional<std::uint64_t>& value)
    {
        separate();
        if (value)
            m_line += std::to_string(*value);
        return *this;
    }
    /// The shortest text that reads back as the same double.
    CsvRow& number(const std::optional<double>& value)
    {
        separate();
        std::array<char, 32> digits;
        if (value)
            m_line.append(digits.data(), std::to_chars(digits.begin(), digits.end(), *value).ptr);
        return *this;
    }
    /// An extreme with all digits of its integer or double.
    CsvRow& number(const std::optional<Scalar>& value)
    {
        if (value && value->kind == Scalar::Kind::Float)
            return number(std::optional(value->real));
        separate();
        if (value)
            m_line += toText(*value);
        return *this;
    }
    CsvRow& flag(bool value)
    {
        separate();
        m_line += value ? "true" : "false";
        return *this;
    }
    std::string take() { return std::move(m_line) + '\n'; }

private:
    void separate()
    {
        if (m_begun)
            m_line += ',';
        m_begun = true;
    }

    std::string m_line;
    bool m_begun = false;
};

} // namespace loupe
