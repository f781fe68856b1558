#include "formats/shared/flat_buffer.h"

namespace loupe {

namespace {

constexpr std::uint64_t offsetSize = sizeof(std::uint32_t);
constexpr std::uint64_t fieldSize = sizeof(std::uint16_t);
constexpr std::uint64_t describedFrom = 2 * fieldSize; // the description's own size, and the table's

} // namespace

std::optional<std::uint64_t> FlatBuffer::follow(std::uint64_t position)
{
    const auto offset = number<std::uint32_t>(position);
    if (!offset)
        return std::nullopt;
    if (*offset == 0 || *offset > m_bytes.size() - position) {
        m_broken = true;
        return std::nullopt;
    }
    return position + *offset;
}

std::optional<FlatVector> FlatBuffer::vectorAt(std::uint64_t position, std::uint64_t elementSize)
{
    const auto count = number<std::uint32_t>(position);
    if (!count)
        return std::nullopt;
    const std::uint64_t begin = position + offsetSize;
    if (*count > (m_bytes.size() - begin) / elementSize) {
        m_broken = true;
        return std::nullopt;
    }
    return FlatVector{begin, *count};
}

std::string_view FlatBuffer::textAt(FlatVector characters) const
{
    return {reinterpret_cast<const char*>(m_bytes.data()) + characters.begin, characters.count};
}

std::optional<FlatTable> FlatTable::at(FlatBuffer& buffer, std::uint64_t begin)
{
    const auto back = buffer.number<std::int32_t>(begin);
    if (!back)
        return std::nullopt;
    const std::int64_t fields = static_cast<std::int64_t>(begin) - *back;
    FlatTable table(buffer, begin);
    if (fields < 0) {
        buffer.setBroken();
        return std::nullopt;
    }
    table.m_fields = static_cast<std::uint64_t>(fields);
    const auto fieldsSize = buffer.number<std::uint16_t>(table.m_fields);
    const auto size = buffer.number<std::uint16_t>(table.m_fields + fieldSize);
    if (!fieldsSize || !size)
        return std::nullopt;
    table.m_fieldsSize = *fieldsSize;
    table.m_size = *size;
    if (table.m_fields + *fieldsSize > buffer.size() || begin + *size > buffer.size()) {
        buffer.setBroken();
        return std::nullopt;
    }
    return table;
}

std::optional<FlatTable> FlatTable::root(FlatBuffer& buffer)
{
    const auto begin = buffer.follow(0);
    return begin ? at(buffer, *begin) : std::nullopt;
}

std::optional<FlatTable> FlatTable::element(FlatBuffer& buffer, FlatVector tables, std::uint32_t index)
{
    const auto begin = index < tables.count ? buffer.follow(tables.begin + index * offsetSize) : std::nullopt;
    return begin ? at(buffer, *begin) : std::nullopt;
}

std::optional<std::uint64_t> FlatTable::find(unsigned field) const
{
    const std::uint64_t described = describedFrom + field * fieldSize;
    if (described + fieldSize > m_fieldsSize)
        return std::nullopt;
    const auto offset = m_buffer->number<std::uint16_t>(m_fields + described);
    if (!offset || *offset == 0)
        return std::nullopt;
    if (*offset >= m_size) {
        m_buffer->setBroken();
        return std::nullopt;
    }
    return m_begin + *offset;
}

std::optional<FlatTable> FlatTable::table(unsigned field) const
{
    const auto place = find(field);
    const auto begin = place ? m_buffer->follow(*place) : std::nullopt;
    return begin ? at(*m_buffer, *begin) : std::nullopt;
}

std::optional<FlatVector> FlatTable::textPlace(unsigned field) const
{
    const auto place = find(field);
    const auto begin = place ? m_buffer->follow(*place) : std::nullopt;
    return begin ? m_buffer->vectorAt(*begin, 1) : std::nullopt;
}

std::string_view FlatTable::text(unsigned field) const
{
    const auto characters = textPlace(field);
    return characters ? m_buffer->textAt(*characters) : std::string_view();
}

FlatVector FlatTable::vector(unsigned field, std::uint64_t elementSize) const
{
    const auto place = find(field);
    const auto begin = place ? m_buffer->follow(*place) : std::nullopt;
    return begin ? m_buffer->vectorAt(*begin, elementSize).value_or(FlatVector()) : FlatVector();
}

std::optional<std::uint64_t> FlatTable::structure(unsigned field, std::uint64_t size) const
{
    const auto place = find(field);
    if (!place)
        return std::nullopt;
    if (*place + size > m_buffer->size()) {
        m_buffer->setBroken();
        return std::nullopt;
    }
    return place;
}

} // namespace loupe
