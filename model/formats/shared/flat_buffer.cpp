#include "formats/shared/flat_buffer.h"

#include <algorithm>
#include <cstring>

namespace loupe {

namespace {

constexpr std::uint64_t offsetSize = sizeof(std::uint32_t);
constexpr std::uint64_t fieldSize = sizeof(std::uint16_t);
constexpr std::uint64_t describedFrom = 2 * fieldSize; // after the sizes of the description and of the table

} // namespace

std::optional<std::uint64_t> FlatBuffer::follow(std::uint64_t position)
{
    const auto offset = number<std::uint32_t>(position);
    if (!offset)
        return std::nullopt;
    if (*offset == 0 || *offset > m_size - position) {
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
    if (*count > (m_size - begin) / elementSize) {
        m_broken = true;
        return std::nullopt;
    }
    return FlatVector{begin, *count};
}

std::string FlatBuffer::textAt(FlatVector characters)
{
    std::string text(characters.count, '\0');
    if (!copy(characters.begin, std::as_writable_bytes(std::span(text))))
        text.clear();
    return text;
}

bool FlatBuffer::copy(std::uint64_t position, std::span<std::byte> target)
{
    if (position > m_size || m_size - position < target.size()) {
        m_broken = true;
        return false;
    }
    if (target.empty())
        return true;
    if (!m_source) {
        std::memcpy(target.data(), m_bytes.data() + position, target.size());
        return true;
    }
    while (!target.empty()) {
        const Page* const from = page(position / pageSize);
        if (!from)
            return false;
        const std::uint64_t begin = position % pageSize;
        const auto now = static_cast<std::size_t>(std::min<std::uint64_t>(target.size(), pageSize - begin));
        std::memcpy(target.data(), from->bytes.data() + begin, now);
        target = target.subspan(now);
        position += now;
    }
    return true;
}

/// Null if it cannot be read.
const FlatBuffer::Page* FlatBuffer::page(std::uint64_t number)
{
    if (m_error)
        return nullptr;
    m_pages.resize(pageCount);
    Page& page = m_pages[number % pageCount];
    if (page.number == number)
        return &page;
    page.number = UINT64_MAX;
    page.bytes.resize(std::min(pageSize, m_size - number * pageSize));
    if (auto read = m_source->read(number * pageSize, page.bytes); !read) {
        m_error = std::move(read.error());
        return nullptr;
    }
    page.number = number;
    return &page;
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

std::optional<FlatTable> FlatTable::root(FlatBuffer& buffer, std::uint64_t begin)
{
    const auto table = buffer.follow(begin);
    return table ? at(buffer, *table) : std::nullopt;
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

std::string FlatTable::text(unsigned field, std::uint32_t longest) const
{
    const auto characters = textPlace(field);
    return characters ? m_buffer->textAt({characters->begin, std::min(characters->count, longest)}) : std::string();
}

std::optional<FlatVector> FlatTable::claimedVector(unsigned field) const
{
    const auto place = find(field);
    const auto begin = place ? m_buffer->follow(*place) : std::nullopt;
    const auto count = begin ? m_buffer->number<std::uint32_t>(*begin) : std::nullopt;
    return count ? std::optional(FlatVector{*begin + offsetSize, *count}) : std::nullopt;
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
