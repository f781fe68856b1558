#include "formats/quantized/description_reads.h"

#include <algorithm>

namespace loupe::quantized {

namespace {

/// The number of bytes that a disk or server provides at once. Writers put small tensors of one dtype next to one
/// another.
constexpr std::uint64_t placeBytes = std::uint64_t{64} << 10;
constexpr std::uint32_t mostPlaces = 256;
constexpr std::uint32_t mostRemotePlaces = 16;
constexpr std::uint64_t mostDescriptionBytes = std::uint64_t{4} << 20;

/// The kind of a description: the family of the part's name, the codes, and the byte range.
std::string kindOf(const Part& part, std::uint64_t begin, std::uint64_t size, const Part& codes)
{
    std::string kind = familyOf(part.tensor.name);
    const auto add = [&](std::uint64_t number) { (kind += '\0') += std::to_string(number); };
    add(static_cast<std::uint64_t>(part.tensor.dtype));
    add(begin);
    // The length of a text depends on the number of digits of its numbers.
    if (part.tensor.dtype != DType::U8)
        add(size);
    add(static_cast<std::uint64_t>(codes.tensor.dtype));
    for (const std::uint64_t dimension : codes.tensor.shape)
        add(dimension);
    return kind;
}

} // namespace

DescriptionReads::DescriptionReads(Limit limit)
{
    constexpr auto all = std::numeric_limits<std::uint32_t>::max();
    m_left = limit == Limit::None ? Left{all, all, std::numeric_limits<std::uint64_t>::max()}
                                  : Left{mostPlaces, mostRemotePlaces, mostDescriptionBytes};
    m_leftForFirsts = m_left;
}

DescriptionReads::Bytes DescriptionReads::read(
    const Part& part, std::uint64_t begin, std::uint64_t size, const Part& codes)
{
    std::string kind = kindOf(part, begin, size, codes);
    const auto known = m_known.find(kind);
    if (!take(m_left, part, begin, size)) {
        if (known != m_known.end())
            return {Outcome::Assumed, known->second};
        if (!take(m_leftForFirsts, part, begin, size))
            return {Outcome::Unread, {}};
    }
    Bytes read{Outcome::Read, std::string(size, '\0')};
    if (!part.source->read(part.tensor.bytes.begin + begin, std::as_writable_bytes(std::span(read.bytes))))
        return {Outcome::Failed, {}};
    if (known == m_known.end())
        m_known.emplace(std::move(kind), read.bytes);
    return read;
}

bool DescriptionReads::take(Left& left, const Part& part, std::uint64_t begin, std::uint64_t size)
{
    if (size == 0)
        return true;
    const std::uint64_t first = (part.tensor.bytes.begin + begin) / placeBytes;
    const std::uint64_t last = (part.tensor.bytes.begin + begin + size - 1) / placeBytes;
    std::uint32_t& placesLeft = part.source->isRemote() ? left.remotePlaces : left.places;
    std::uint64_t news = 0;
    for (std::uint64_t place = first; place <= last; ++place)
        news += m_places.contains({part.source, place}) ? 0 : 1;
    if (size > left.bytes || news > placesLeft)
        return false;
    left.bytes -= size;
    placesLeft -= static_cast<std::uint32_t>(news);
    for (std::uint64_t place = first; place <= last; ++place)
        m_places.emplace(part.source, place);
    return true;
}

std::string familyOf(std::string_view name)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    std::string family;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool isNumber = isDigit(name[i]);
        while (isNumber && i + 1 < name.size() && isDigit(name[i + 1]))
            ++i;
        family += isNumber ? '*' : name[i];
    }
    return family;
}

} // namespace loupe::quantized
