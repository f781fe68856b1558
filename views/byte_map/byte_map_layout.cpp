#include "views/byte_map/byte_map_layout.h"

#include <algorithm>

namespace loupe {

namespace {

/// value * times / by without overflow in between. Precondition: times <= by or the result fits.
std::uint64_t scaled(std::uint64_t value, std::uint64_t times, std::uint64_t by)
{
    __extension__ using Wide = unsigned __int128;
    return std::uint64_t(Wide(value) * times / by);
}

} // namespace

ByteMapLayout::ByteMapLayout(std::uint64_t total, int width)
    : m_total(std::max<std::uint64_t>(total, 1))
    , m_width(std::max(width, 1))
    , m_view{0, m_total}
{
}

std::uint64_t ByteMapLayout::offsetAt(int x) const
{
    return m_view.begin + scaled(m_view.size(), std::uint64_t(x), std::uint64_t(m_width));
}

ByteRange ByteMapLayout::bytesAt(int x) const
{
    const std::uint64_t begin = offsetAt(x);
    return {begin, std::max(begin + 1, offsetAt(x + 1))};
}

int ByteMapLayout::columnOf(std::uint64_t offset) const
{
    if (offset <= m_view.begin)
        return 0;
    if (offset >= m_view.end)
        return m_width;
    return int(scaled(offset - m_view.begin, std::uint64_t(m_width), m_view.size()));
}

void ByteMapLayout::setWidth(int width)
{
    m_width = std::max(width, 1);
}

void ByteMapLayout::zoomAround(int x, double factor)
{
    const auto wanted = static_cast<long double>(m_view.size()) * factor;
    const auto smallest = std::min(smallestView, m_total);
    std::uint64_t size = m_total;
    if (wanted < static_cast<long double>(m_total))
        size = std::max(smallest, std::uint64_t(std::max(wanted, 1.0L)));
    const auto column = std::uint64_t(std::clamp(x, 0, m_width));
    const std::uint64_t fixed = m_view.begin + scaled(m_view.size(), column, std::uint64_t(m_width));
    const std::uint64_t before = scaled(size, column, std::uint64_t(m_width));
    setView(fixed > before ? fixed - before : 0, size);
}

void ByteMapLayout::pan(int columns)
{
    const std::uint64_t distance = scaled(m_view.size(), std::uint64_t(std::abs(columns)), std::uint64_t(m_width));
    if (columns > 0)
        setView(m_view.begin > distance ? m_view.begin - distance : 0, m_view.size());
    else
        setView(m_view.begin + std::min(distance, m_total - m_view.end), m_view.size());
}

void ByteMapLayout::reset()
{
    m_view = {0, m_total};
}

void ByteMapLayout::reveal(ByteRange range)
{
    if (range.begin >= m_view.begin && range.begin < m_view.end)
        return;
    const std::uint64_t size = m_view.size();
    const std::uint64_t shown = std::min(range.size(), size);
    const std::uint64_t before = (size - shown) / 2;
    setView(range.begin > before ? range.begin - before : 0, size);
}

void ByteMapLayout::setView(std::uint64_t begin, std::uint64_t size)
{
    begin = std::min(begin, m_total - size);
    m_view = {begin, begin + size};
}

} // namespace loupe
