#include "views/hex/hex_rows.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/values/value_text.h"
#include "views/kit/plain_text.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr qsizetype longestPart = 200; // characters of a field's label or value

auto fieldsFrom(const std::vector<HeaderField>& fields, std::uint64_t offset)
{
    return std::partition_point(
        fields.begin(), fields.end(), [offset](const HeaderField& field) { return field.range.end <= offset; });
}

} // namespace

QString fieldText(const HeaderField& field)
{
    return shownText(field.label, longestPart) + QStringLiteral(" = ") + shownText(field.value, longestPart);
}

QString HexRows::offset(std::uint64_t row) const
{
    return QStringLiteral("%1").arg(m_layout.rowBytes(row).begin, m_layout.offsetDigits(), 16, QChar(u'0'));
}

std::optional<std::byte> HexRows::byte(std::uint64_t offset) const
{
    return m_page ? m_page->at(offset) : std::nullopt;
}

QString HexRows::hex(std::optional<std::byte> byte)
{
    return byte ? QStringLiteral("%1").arg(std::to_integer<unsigned>(*byte), 2, 16, QChar(u'0')) : QStringLiteral("··");
}

QChar HexRows::character(std::optional<std::byte> byte)
{
    const auto code = byte ? std::to_integer<unsigned char>(*byte) : 0;
    return code >= 0x20 && code < 0x7f ? QChar(code) : QChar(u'·');
}

Scalar HexRows::value(std::uint64_t row, int number) const
{
    const std::uint64_t rowBegin = m_layout.rowBytes(row).begin;
    const std::uint64_t bits = bitsPerElement(*m_dtype);
    const std::uint64_t bit = std::uint64_t(number) * bits;
    const ByteRange place{rowBegin + bit / 8, rowBegin + (bit + bits + 7) / 8};
    if (!m_page || !m_page->range.contains(place) || place.end > m_layout.shown().end)
        return {};
    // Aligned to whole bytes, so that the first F4 element of a byte has an even index.
    const std::span<const std::byte> stored(m_page->bytes.data() + (place.begin - m_page->range.begin), place.size());
    return readScalar(*m_dtype, stored, bit % 8 / bits);
}

QString HexRows::valueText(const Scalar& value)
{
    return shownNumber(toQString(toText(value)));
}

QString HexRows::fields(std::uint64_t row) const
{
    if (!m_page || m_dtype)
        return {};
    const ByteRange bytes = m_layout.rowBytes(row);
    QStringList texts;
    for (auto field = fieldsFrom(m_page->fields, bytes.begin);
         field != m_page->fields.end() && field->range.begin < bytes.end; ++field) {
        if (field->range.begin >= bytes.begin && field->label != "syntax") // punctuation explains itself
            texts += fieldText(*field);
    }
    return texts.join(QStringLiteral("  "));
}

const HeaderField* HexRows::fieldAt(std::uint64_t offset) const
{
    if (!m_page || m_dtype)
        return nullptr;
    const auto field = fieldsFrom(m_page->fields, offset);
    return field != m_page->fields.end() && field->range.contains(offset) ? &*field : nullptr;
}

QString HexRows::text(std::uint64_t row) const
{
    const ByteRange bytes = m_layout.rowBytes(row);
    QStringList hexTexts;
    QString characters;
    for (std::uint64_t offset = bytes.begin; offset < bytes.end; ++offset) {
        hexTexts += hex(byte(offset));
        characters += character(byte(offset));
    }
    QStringList columns{offset(row), hexTexts.join(u' '), characters};
    QStringList meanings;
    for (int number = 0; number < values(); ++number)
        meanings += valueText(value(row, number));
    columns += m_dtype ? meanings.join(u' ').trimmed() : fields(row);
    return columns.join(QStringLiteral("  "));
}

} // namespace loupe
