#include "views/hex/hex_layout.h"

#include "items/values/value_text.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr int columnGap = 2; // characters
constexpr int groupSize = 8; // bytes between wider gaps in the hex column
constexpr int fieldChars = 32;

int digitsOf(std::uint64_t offset)
{
    int digits = 1;
    while (offset >>= 4)
        ++digits;
    return digits;
}

/// The length of the longest text that reads back as the same value; 0 if values cannot be decoded.
int charsOf(DType dtype)
{
    if (!hasReadableValues(dtype))
        return 0;
    const DTypeInfo& type = info(dtype);
    switch (type.kind) {
    case DTypeKind::Complex:
        return 31; // two floats and an "i"
    case DTypeKind::Float:
        if (type.bits > 32)
            return 24; // "-2.2250738585072014e-308"
        return type.bits <= 4 ? 4 : 15; // "-0.5", "-1.17549435e-38"
    case DTypeKind::Boolean:
    case DTypeKind::Unsigned:
    case DTypeKind::Signed:
    case DTypeKind::Opaque:
        break;
    }
    return integerTextLength(type);
}

int hexChars(int bytes)
{
    return bytes * 3 - 1 + (bytes - 1) / groupSize;
}

} // namespace

HexLayout::HexLayout(ByteRange shown, std::optional<DType> dtype, Metrics metrics, int width)
    : m_shown(shown)
    , m_dtype(dtype)
    , m_metrics(metrics)
    , m_offsetDigits(std::max(8, digitsOf(shown.end)))
    , m_valueChars(dtype ? charsOf(*dtype) : fieldChars)
{
    if (!dtype) { // fields need the room more than bytes
        m_bytesPerRow = totalWidth() > width ? groupSize : 16;
        return;
    }
    const int oneValue = std::max(4, int(bitsPerElement(*dtype)) / 8);
    m_bytesPerRow = 32;
    while (m_bytesPerRow > groupSize && totalWidth() > width)
        m_bytesPerRow /= 2;
    if (totalWidth() <= width)
        return;
    m_valueChars = 0;
    m_bytesPerRow = 16;
    while (m_bytesPerRow > oneValue && bytesWidth() > width)
        m_bytesPerRow /= 2;
}

std::uint64_t HexLayout::rows() const
{
    const auto perRow = std::uint64_t(m_bytesPerRow);
    return m_shown.size() / perRow + (m_shown.size() % perRow != 0 ? 1 : 0);
}

std::uint64_t HexLayout::rowOf(std::uint64_t offset) const
{
    return (offset - m_shown.begin) / std::uint64_t(m_bytesPerRow);
}

ByteRange HexLayout::rowBytes(std::uint64_t row) const
{
    if (row >= rows())
        return {m_shown.end, m_shown.end};
    const std::uint64_t begin = m_shown.begin + row * std::uint64_t(m_bytesPerRow);
    return {begin, begin + std::min(std::uint64_t(m_bytesPerRow), m_shown.end - begin)};
}

int HexLayout::columnLeft(Column column) const
{
    int chars = 1;
    if (column >= Column::Hex)
        chars += m_offsetDigits + columnGap;
    if (column >= Column::Text)
        chars += hexChars(m_bytesPerRow) + columnGap;
    if (column >= Column::Decoded)
        chars += m_bytesPerRow + columnGap;
    return chars * m_metrics.charWidth;
}

int HexLayout::byteLeft(Column column, int index) const
{
    const int chars = column == Column::Hex ? index * 3 + index / groupSize : index;
    return columnLeft(column) + chars * m_metrics.charWidth;
}

int HexLayout::valueLeft(int index) const
{
    return columnLeft(Column::Decoded) + index * (m_valueChars + columnGap) * m_metrics.charWidth;
}

int HexLayout::valuesPerRow() const
{
    if (m_valueChars == 0)
        return 0;
    return m_dtype ? m_bytesPerRow * 8 / int(bitsPerElement(*m_dtype)) : 1;
}

int HexLayout::totalWidth() const
{
    const int values = valuesPerRow();
    return values > 0 ? valueLeft(values - 1) + valueWidth() + m_metrics.charWidth / 2 : bytesWidth();
}

int HexLayout::byteAt(int x) const
{
    const Column column = x < columnLeft(Column::Text) ? Column::Hex : Column::Text;
    const int chars = std::max(0, x - columnLeft(column) + m_metrics.charWidth / 2) / m_metrics.charWidth;
    int index = 0;
    if (x >= columnLeft(Column::Decoded)) {
        const int values = valuesPerRow();
        const int step = values > 0 ? valueLeft(1) - valueLeft(0) : 1;
        const int value = std::min((x - columnLeft(Column::Decoded)) / step, values - 1);
        index = values > 0 ? value * m_bytesPerRow / values : m_bytesPerRow - 1;
    } else if (column == Column::Hex) {
        constexpr int groupChars = groupSize * 3 + 1;
        index = chars / groupChars * groupSize + std::min(chars % groupChars / 3, groupSize - 1);
    } else {
        index = (x - columnLeft(column)) / m_metrics.charWidth;
    }
    return std::clamp(index, 0, m_bytesPerRow - 1);
}

int RowScale::position(std::uint64_t row) const
{
    if (row >= m_lastTop)
        return maximum();
    if (m_lastTop < std::uint64_t(limit))
        return int(row);
    return int(double(row) / double(m_lastTop) * limit);
}

std::uint64_t RowScale::row(int position) const
{
    if (position >= maximum())
        return m_lastTop;
    if (m_lastTop < std::uint64_t(limit))
        return std::uint64_t(std::max(position, 0));
    return std::min(m_lastTop, std::uint64_t(double(std::max(position, 0)) / limit * double(m_lastTop)));
}

} // namespace loupe
