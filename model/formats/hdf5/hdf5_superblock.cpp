#include "formats/hdf5/hdf5_superblock.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

namespace loupe::hdf5 {

namespace {

constexpr std::array<unsigned char, 8> signature{0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
constexpr std::uint64_t longestSuperblock = 128; // with offsets and lengths of 8 bytes
constexpr std::uint64_t firstUserBlock = 512;

enum class Use : std::uint8_t { None, Base, FileEnd };
struct Field {
    const char* label;
    std::size_t size; ///< in bytes; 0 for the size of an offset
    Use use = Use::None;
};

constexpr Field versions0[] = {{"free space version", 1}, {"root group version", 1}, {"reserved", 1},
    {"shared header version", 1}, {"size of offsets", 1}, {"size of lengths", 1}, {"reserved", 1},
    {"group leaf node K", 2}, {"group internal node K", 2}, {"consistency flags", 4}};
constexpr Field chunkTree[] = {{"chunk tree K", 2}, {"reserved", 2}};
constexpr Field addresses0[] = {{"base address", 0, Use::Base}, {"free space address", 0},
    {"end of file address", 0, Use::FileEnd}, {"driver information address", 0}, {"root link name offset", 0},
    {"root object header address", 0}, {"root cache type", 4}, {"reserved", 4}, {"root B-tree address", 8},
    {"root heap address", 8}};
constexpr Field fields2[] = {{"size of offsets", 1}, {"size of lengths", 1}, {"consistency flags", 1},
    {"base address", 0, Use::Base}, {"superblock extension address", 0}, {"end of file address", 0, Use::FileEnd},
    {"root object header address", 0}, {"checksum", 4}};

/// Calls `visit(end of the field, field, number)` for each field that fits. Returns true if all fit.
template <typename Visit>
bool walkFields(std::span<const std::byte> bytes, Visit&& visit)
{
    std::size_t position = 0;
    std::size_t offsetSize = 8;
    const auto walk = [&](std::span<const Field> fields) {
        for (const Field& field : fields) {
            const std::size_t size = field.size == 0 ? offsetSize : field.size;
            if (bytes.size() - position < size)
                return false;
            std::uint64_t number = 0;
            for (std::size_t i = std::min<std::size_t>(size, 8); i-- > 0;)
                number = number << 8 | std::to_integer<std::uint64_t>(bytes[position + i]);
            const bool undefined = size < 8 && field.size == 0 && number == (std::uint64_t{1} << 8 * size) - 1;
            position += size;
            if (std::string_view(field.label) == "size of offsets") {
                if (number != 2 && number != 4 && number != 8)
                    return false;
                offsetSize = number;
            }
            visit(position, field, undefined ? UINT64_MAX : number);
        }
        return true;
    };
    constexpr Field start[] = {{"signature", 8}, {"version", 1}};
    if (!walk(start))
        return false;
    switch (std::to_integer<int>(bytes[position - 1])) {
    case 0:
        return walk(versions0) && walk(addresses0);
    case 1:
        return walk(versions0) && walk(chunkTree) && walk(addresses0);
    case 2:
    case 3:
        return walk(fields2);
    default:
        return false;
    }
}

Result<std::vector<std::byte>> bytesAt(const Hdf5Stream& stream, std::uint64_t offset)
{
    std::vector<std::byte> bytes(std::min(longestSuperblock, stream.size - std::min(stream.size, offset)));
    if (auto read = stream.read(offset, bytes); !read)
        return fail(std::move(read.error()));
    return bytes;
}

std::string valueText(const Field& field, std::uint64_t number)
{
    if (std::string_view(field.label) == "signature")
        return "HDF5";
    if (field.size != 0 && field.size < 4)
        return std::to_string(number);
    if (number == UINT64_MAX)
        return "undefined";
    std::array<char, 24> text{};
    std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(number));
    return text.data();
}

} // namespace

bool startsWithHdf5Signature(std::span<const std::byte> bytes)
{
    return bytes.size() >= signature.size() && std::memcmp(bytes.data(), signature.data(), signature.size()) == 0;
}

Result<std::optional<std::uint64_t>> findHdf5Signature(const Hdf5Stream& stream)
{
    std::array<std::byte, signature.size()> bytes{};
    // Searching further in a deflated member would decompress everything before that point.
    const std::uint64_t end = stream.inflating ? std::min<std::uint64_t>(stream.size, bytes.size()) : stream.size;
    for (std::uint64_t offset = 0; offset <= end && end - offset >= bytes.size();
         offset = offset == 0 ? firstUserBlock : 2 * offset) {
        if (auto read = stream.read(offset, bytes); !read)
            return fail(std::move(read.error()));
        if (startsWithHdf5Signature(bytes))
            return offset;
    }
    return std::nullopt;
}

Result<std::optional<Hdf5Superblock>> readHdf5Superblock(const Hdf5Stream& stream, std::uint64_t offset)
{
    const auto bytes = bytesAt(stream, offset);
    if (!bytes)
        return fail(bytes.error());
    Hdf5Superblock block{.offset = offset};
    const bool whole = walkFields(*bytes, [&](std::size_t end, const Field& field, std::uint64_t number) {
        block.end = offset + end;
        if (std::string_view(field.label) == "version")
            block.version = number;
        if (field.use == Use::Base)
            block.base = number;
        if (field.use == Use::FileEnd) {
            block.fileEnd = number;
            block.fileEndField = offset + end - (field.size == 0 ? 8 : field.size);
        }
    });
    return whole ? std::optional(block) : std::nullopt;
}

Result<> addHdf5Fields(const Hdf5Stream& stream, std::uint64_t offset, HeaderFieldList& list)
{
    const auto bytes = bytesAt(stream, offset);
    if (!bytes)
        return fail(bytes.error());
    const std::uint64_t begin = stream.range.begin + offset;
    if (begin > list.position())
        list.skipTo(begin);
    walkFields(*bytes, [&](std::size_t end, const Field& field, std::uint64_t number) {
        if (begin + end > list.position())
            list.add(begin + end, field.label, [&] { return valueText(field, number); });
    });
    return {};
}

} // namespace loupe::hdf5
