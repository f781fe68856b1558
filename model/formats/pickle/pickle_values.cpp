#include "formats/pickle/pickle_values.h"

#include <algorithm>

namespace loupe::pickle {

namespace {

constexpr std::uint64_t offsetMask = (std::uint64_t{1} << 48) - 1;
constexpr std::uint64_t largestText = (std::uint64_t{1} << 40) - 1;

} // namespace

bool PickleValues::holdsItems(PickleId id) const
{
    switch (kind(id)) {
    case PickleKind::Tuple:
    case PickleKind::List:
    case PickleKind::Set:
    case PickleKind::Dictionary:
    case PickleKind::Call:
        return true;
    default:
        return false;
    }
}

PickleId PickleValues::holderOf(PickleId id) const
{
    if (kind(id) == PickleKind::Call)
        return m_values[id].node.items;
    return holdsItems(id) ? id : none;
}

PickleValues::Items PickleValues::items(PickleId id) const
{
    const PickleId holder = holderOf(id);
    return {holder == none ? ItemIterator() : ItemIterator(m_items, m_values[holder].container.firstItem)};
}

std::uint32_t PickleValues::itemCount(PickleId id) const
{
    const PickleId holder = holderOf(id);
    return holder == none ? 0 : m_values[holder].container.itemCount;
}

std::string_view PickleValues::text(PickleId id) const
{
    const PickleKind kind = this->kind(id);
    if (kind != PickleKind::Text && kind != PickleKind::Bytes && kind != PickleKind::LongInteger)
        return {};
    const Value& value = m_values[id];
    return {value.text.data, std::uint64_t{value.highSize} << 32 | value.text.lowSize};
}

std::vector<PickleId> PickleValues::itemList(PickleId id, std::size_t most) const
{
    std::vector<PickleId> list;
    for (const PickleId item : items(id)) {
        if (list.size() == most)
            break;
        list.push_back(item);
    }
    return list;
}

PickleId PickleValues::add(PickleKind kind, std::uint64_t offset)
{
    const auto id = static_cast<PickleId>(m_values.size());
    Value& value = m_values.emplace_back();
    value.kind = kind;
    value.offset = offset & offsetMask;
    switch (kind) {
    case PickleKind::Tuple:
    case PickleKind::List:
    case PickleKind::Set:
    case PickleKind::Dictionary:
        value.container = {none, none, 0};
        break;
    default:
        value.node = {none, none, none, none};
    }
    return id;
}

PickleId PickleValues::addInteger(PickleKind kind, std::int64_t integer, std::uint64_t offset)
{
    const PickleId id = add(kind, offset);
    m_values[id].integer = integer;
    return id;
}

PickleId PickleValues::addFloat(double number, std::uint64_t offset)
{
    const PickleId id = add(PickleKind::Float, offset);
    m_values[id].number = number;
    return id;
}

PickleId PickleValues::addText(PickleKind kind, std::string_view text, std::uint64_t offset)
{
    const PickleId id = add(kind, offset);
    const std::uint64_t size = std::min<std::uint64_t>(text.size(), largestText);
    m_values[id].highSize = size >> 32 & 0xff;
    m_values[id].text = {text.data(), static_cast<std::uint32_t>(size), none};
    return id;
}

PickleId PickleValues::addNode(PickleKind kind, PickleId callee, PickleId argument, std::uint64_t offset)
{
    const PickleId id = add(kind, offset);
    m_values[id].node.callee = callee;
    m_values[id].node.argument = argument;
    return id;
}

void PickleValues::append(PickleId container, PickleId item)
{
    if (kind(container) == PickleKind::Call) {
        if (m_values[container].node.items == none)
            m_values[container].node.items = add(PickleKind::List, m_values[container].offset);
        container = m_values[container].node.items;
    }
    const auto place = static_cast<std::uint32_t>(m_items.size());
    m_items.push_back({item, none});
    Value::Container& all = m_values[container].container;
    if (all.itemCount == 0)
        all.firstItem = place;
    else
        m_items[all.lastItem].next = place;
    all.lastItem = place;
    ++all.itemCount;
}

} // namespace loupe::pickle
