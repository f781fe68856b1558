#pragma once

#include "core/dtype.h"
#include "items/values/hex_pages.h"
#include "views/hex/hex_layout.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace loupe {

/// "label = value" with control characters spelled out; long ones are elided in the middle.
QString fieldText(const HeaderField& field);

/// The texts of the hex view's rows. Bytes that are not in the page are dots. Keeps references to its arguments.
class HexRows {
public:
    /// `page` may be null.
    HexRows(const HexLayout& layout, std::optional<DType> dtype, const HexPage* page)
        : m_layout(layout)
        , m_dtype(dtype)
        , m_page(page)
    {
    }
    const HexLayout& layout() const { return m_layout; }

    QString offset(std::uint64_t row) const;
    std::optional<std::byte> byte(std::uint64_t offset) const;
    static QString hex(std::optional<std::byte> byte);
    static QChar character(std::optional<std::byte> byte);
    /// The number of values in the last column, and one of them. Kind None if it is not loaded (yet).
    int values() const { return m_dtype ? m_layout.valuesPerRow() : 0; }
    Scalar value(std::uint64_t row, int number) const;
    static QString valueText(const Scalar& value);
    /// The fields that begin in the row.
    QString fields(std::uint64_t row) const;
    const HeaderField* fieldAt(std::uint64_t offset) const;
    /// True for every second field, so that neighbors can be told apart.
    bool isOdd(const HeaderField& field) const { return (&field - m_page->fields.data()) % 2 != 0; }
    /// All columns of a row.
    QString text(std::uint64_t row) const;

private:
    const HexLayout& m_layout;
    std::optional<DType> m_dtype;
    const HexPage* m_page;
};

} // namespace loupe
