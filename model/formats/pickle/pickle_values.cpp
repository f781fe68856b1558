#include "formats/pickle/pickle_values.h"

namespace loupe::pickle {

namespace {

constexpr std::uint64_t offsetMask = (std::uint64_t{1} << 56) - 1;

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

PickleValues::Items PickleValues::items(PickleId id) const
{
    return {holdsItems(id) ? ItemIterator(m_items, m_values[id].node.firstItem) : ItemIterator()};
}

std::string_view PickleValues::text(PickleId id) const
{
    const PickleKind kind = this->kind(id);
    if (kind != PickleKind::Text && kind != PickleKind::Bytes && kind != PickleKind::LongInteger)
        return {};
    return {m_values[id].text.data, m_values[id].text.size};
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
    value.node = {none, none, none, none, none, 0};
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
    m_values[id].text = {text.data(), text.size(), none};
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
    const auto place = static_cast<std::uint32_t>(m_items.size());
    m_items.push_back({item, none});
    Value::Node& node = m_values[container].node;
    if (node.itemCount == 0)
        node.firstItem = place;
    else
        m_items[node.lastItem].next = place;
    node.lastItem = place;
    ++node.itemCount;
}

} // namespace loupe::pickle
