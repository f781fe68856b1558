#include "formats/hdf5/hdf5_filters.h"

#include "core/checked_math.h"
#include "formats/zip/inflater.h"

#include <algorithm>
#include <cstring>

namespace loupe::hdf5 {

namespace {

constexpr std::size_t checksumSize = 4;

tl::unexpected<Error> malformed(const char* what)
{
    return fail(ErrorCode::Malformed, what);
}

/// The Fletcher-32 checksum over 16-bit words, upper byte first. An odd last byte is the upper half of a word.
std::uint32_t fletcher32(std::span<const std::byte> bytes)
{
    constexpr std::size_t wordsAtOnce = 360; // the maximum number of words before the sums must be folded
    const auto fold = [](std::uint32_t sum) { return (sum & 0xffff) + (sum >> 16); };
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    std::size_t at = 0;
    while (at < bytes.size()) {
        for (std::size_t i = 0; i < wordsAtOnce && at < bytes.size(); ++i, at += 2) {
            const auto upper = std::to_integer<std::uint32_t>(bytes[at]);
            const auto lower = at + 1 < bytes.size() ? std::to_integer<std::uint32_t>(bytes[at + 1]) : 0;
            first += upper << 8 | lower;
            second += first;
        }
        first = fold(first);
        second = fold(second);
    }
    return fold(second) << 16 | fold(first);
}

/// Removes and verifies the checksum after the bytes. Releases before 1.6.3 wrote it with the bytes of each half
/// swapped.
Result<std::span<const std::byte>> withoutChecksum(std::span<const std::byte> bytes)
{
    if (bytes.size() < checksumSize)
        return malformed("is shorter than its checksum");
    const auto content = bytes.first(bytes.size() - checksumSize);
    std::uint32_t stored = 0;
    std::memcpy(&stored, bytes.data() + content.size(), checksumSize);
    const std::uint32_t sum = fletcher32(content);
    const std::uint32_t turned = (sum & 0x00ff00ff) << 8 | (sum >> 8 & 0x00ff00ff);
    if (stored != sum && stored != turned)
        return malformed("does not have the checksum that is stored with it");
    return content;
}

/// Reverses a shuffle, which stores the first bytes of all elements, then their second bytes, and so on. Bytes after
/// the last whole element stay in place.
void unshuffle(std::span<const std::byte> from, std::size_t elementSize, std::span<std::byte> target)
{
    const std::size_t count = elementSize == 0 ? 0 : from.size() / elementSize;
    for (std::size_t byte = 0; byte < elementSize && count > 0; ++byte) {
        const std::byte* const plane = from.data() + byte * count;
        std::byte* const to = target.data() + byte;
        for (std::size_t i = 0; i < count; ++i)
            to[i * elementSize] = plane[i];
    }
    const std::size_t done = count * elementSize;
    std::copy(from.begin() + static_cast<std::ptrdiff_t>(done), from.end(),
        target.begin() + static_cast<std::ptrdiff_t>(done));
}

/// Unpacks LZF as h5py's filter writes it, and returns the number of bytes; nothing if the input is invalid or too
/// long.
std::optional<std::size_t> unpackLzf(std::span<const std::byte> from, std::span<std::byte> target)
{
    constexpr unsigned mostLiterals = 32;
    constexpr unsigned longLength = 7; // one more byte of length follows
    std::size_t in = 0;
    std::size_t out = 0;
    const auto next = [&] { return std::to_integer<unsigned>(from[in++]); };
    while (in < from.size()) {
        const unsigned control = next();
        if (control < mostLiterals) {
            const std::size_t length = control + 1;
            if (from.size() - in < length || target.size() - out < length)
                return std::nullopt;
            std::memcpy(target.data() + out, from.data() + in, length);
            in += length;
            out += length;
            continue;
        }
        unsigned length = control >> 5;
        if (length == longLength) {
            if (in == from.size())
                return std::nullopt;
            length += next();
        }
        length += 2;
        if (in == from.size())
            return std::nullopt;
        const std::size_t distance = ((control & 0x1f) << 8 | next()) + std::size_t{1};
        if (distance > out || target.size() - out < length)
            return std::nullopt;
        for (unsigned i = 0; i < length; ++i, ++out) // may read bytes that it has just written
            target[out] = target[out - distance];
    }
    return out;
}

} // namespace

Hdf5Pipeline::Hdf5Pipeline(const std::vector<Hdf5Filter>& filters)
{
    constexpr std::uint64_t lzf = 32000;
    for (const Hdf5Filter& filter : filters) {
        const char* name = nullptr;
        Kind kind = Kind::Unknown;
        switch (filter.id) {
        case 1:
            kind = Kind::Deflate;
            name = "gzip";
            break;
        case 2:
            kind = Kind::Shuffle;
            name = "shuffle";
            break;
        case 3:
            kind = Kind::Fletcher32;
            name = "fletcher32";
            break;
        case lzf:
            kind = Kind::Lzf;
            name = "lzf";
            break;
        case 4:
            name = "szip";
            break;
        case 5:
            name = "nbit";
            break;
        case 6:
            name = "scaleoffset";
            break;
        default:
            break;
        }
        const std::string called =
            name ? name : std::to_string(filter.id) + (filter.name.empty() ? "" : " " + filter.name);
        m_filters.push_back({kind, filter.values.empty() ? 1 : filter.values.front()});
        m_text += (m_text.empty() ? "" : ", ") + called;
        if (kind == Kind::Unknown && m_unknown.empty())
            m_unknown = called;
    }
}

std::string Hdf5Pipeline::text() const
{
    return m_text;
}

Result<> Hdf5Pipeline::undo(std::span<const std::byte> stored, std::uint32_t skipped, std::span<std::byte> target) const
{
    // A checksum that was added before a filter is part of that filter's output.
    const std::size_t most = target.size() + checksumSize * m_filters.size();
    std::span<const std::byte> now = stored;
    std::vector<std::byte> held; // backs `now` after the first filter
    for (std::size_t i = m_filters.size(); i-- > 0;) {
        if (i < 32 && (skipped >> i & 1) != 0)
            continue;
        const Filter& filter = m_filters[i];
        std::optional<std::size_t> size;
        std::vector<std::byte> made;
        switch (filter.kind) {
        case Kind::Deflate: {
            made.resize(most);
            const auto inflated = zip::inflateZlib(now, made);
            if (!inflated)
                return fail(inflated.error());
            size = *inflated;
            break;
        }
        case Kind::Lzf:
            made.resize(most);
            size = unpackLzf(now, made);
            break;
        case Kind::Shuffle:
            if (now.size() > most)
                return malformed("is larger than its shape");
            made.resize(now.size());
            unshuffle(now, filter.elementSize, made);
            size = made.size();
            break;
        case Kind::Fletcher32: {
            const auto content = withoutChecksum(now);
            if (!content)
                return fail(content.error());
            now = *content;
            continue;
        }
        case Kind::Unknown:
            return fail(ErrorCode::Unsupported, "was written with an unknown filter: " + m_unknown);
        }
        if (!size)
            return malformed("cannot be decompressed into what its shape has room for");
        made.resize(*size);
        held = std::move(made);
        now = held;
    }
    if (now.size() != target.size())
        return malformed("is not as large as its shape");
    std::copy(now.begin(), now.end(), target.begin());
    return {};
}

} // namespace loupe::hdf5
