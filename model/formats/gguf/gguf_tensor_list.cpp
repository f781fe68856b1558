// The second half of GgufParser: the list of tensors.

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/gguf/gguf_names.h"
#include "formats/gguf/gguf_parser.h"

#include <algorithm>

namespace loupe::gguf {

namespace {

constexpr std::size_t longestTensorName = 63; // the reference's limits
constexpr std::uint32_t mostDimensions = 4;
constexpr std::uint32_t mostListed = 64; ///< a tensor with more dimensions ends the list
constexpr std::uint64_t tensorsBetweenStops = 4096;
/// Limits memory. An entry of zeros has 24 bytes, which take no disk space in a sparse file, but more than twice as
/// much memory here. The limit is far beyond what the reference can read, since it compares each name with all earlier
/// ones.
constexpr std::uint64_t mostTensors = std::uint64_t{1} << 20;
constexpr std::uint64_t mostReserved = std::uint64_t{1} << 16;

std::string nameOfType(std::uint32_t code)
{
    const GgufTensorType* const type = ggufTensorType(code);
    return type ? std::string(type->name) : "type " + std::to_string(code);
}

} // namespace

bool GgufParser::readTensors(std::uint64_t count)
{
    if (!m_fields)
        m_header.tensors.reserve(std::min({count, m_cursor.left() / 24, mostReserved}));
    for (std::uint64_t i = 0; i < count; ++i) {
        if (i == mostTensors)
            return tooMany("tensor-count", count, "tensor", mostTensors);
        if ((i % tensorsBetweenStops == 0 && stops()) || !readTensor(i))
            return false;
    }
    return true;
}

bool GgufParser::readTensor(std::uint64_t number)
{
    m_infoBegin = m_cursor.position();
    if (!readName("tensor name", "name length", m_name))
        return false;
    endNameAtNul();
    const std::string_view name = m_name;
    if (m_nameBytes > longestTensorName) {
        refuse("name-too-long",
            "tensor " + quote(name) + " has a name of " + counted(m_nameBytes, "byte") + ", expected at most "
                + formatCount(longestTensorName),
            m_infoBegin, name);
    }
    if (!readShape(number, name))
        return false;
    const auto code = m_cursor.number<std::uint32_t>();
    if (!code)
        return cut();
    field("type", [&] { return nameOfType(*code); });
    const auto offset = m_cursor.number<std::uint64_t>();
    if (!offset)
        return cut();
    numberField("offset in data", *offset);
    if (!m_fields)
        takeTensor(name, *code, *offset);
    return true;
}

/// Ends the name at its first NUL, since the reference reads a tensor's name as a C string.
void GgufParser::endNameAtNul()
{
    const std::size_t end = ggufUpToNul(m_name).size();
    if (end == m_name.size())
        return;
    m_name.resize(end);
    add({.severity = Severity::Warning,
        .code = "name-nul",
        .message = "the tensor name " + quote(m_name) + " ends at a zero byte; the rest of its "
            + counted(m_nameBytes, "byte") + " is ignored",
        .offset = m_infoBegin});
}

bool GgufParser::readShape(std::uint64_t number, std::string_view name)
{
    const std::uint64_t begin = m_cursor.position();
    const auto rank = m_cursor.number<std::uint32_t>();
    if (!rank)
        return cut();
    numberField("dimension count", *rank);
    if (*rank > mostDimensions) {
        refuse("shape-rank",
            "tensor " + quote(name) + ", number " + formatCount(number) + ", has " + formatCount(*rank)
                + " dimensions, expected at most " + std::to_string(mostDimensions),
            begin, name);
    }
    if (*rank > mostListed)
        return false;
    m_shape.assign(*rank, 0);
    m_hasShape = true;
    for (std::uint32_t i = 0; i < *rank; ++i) {
        const auto dimension = m_cursor.number<std::int64_t>();
        if (!dimension)
            return cut();
        field("dimension", [&] { return std::to_string(*dimension); });
        if (*dimension < 0) {
            m_hasShape = false;
            refuse("shape-negative",
                "tensor " + quote(name) + " has a dimension of " + std::to_string(*dimension) + ", expected 0 or more",
                m_cursor.position() - sizeof *dimension, name);
        }
        // The fastest-varying dimension comes first in the file.
        m_shape[*rank - 1 - i] = static_cast<std::uint64_t>(*dimension);
    }
    return true;
}

std::optional<std::uint64_t> GgufParser::sizeOf(std::string_view name, std::uint32_t code, const GgufTensorType* type)
{
    const std::uint64_t at = m_cursor.position() - sizeof(std::uint64_t) - sizeof code; // offset of the type
    if (!type) {
        refuse("type-unknown",
            "tensor " + quote(name) + " is of type " + std::to_string(code) + ", expected 0 to "
                + std::to_string(ggufTypeCount - 1),
            at, name);
        return std::nullopt;
    }
    if (type->blockElements == 0) {
        refuse("type-removed",
            "tensor " + quote(name) + " is of type " + std::string(type->name) + ", which ggml no longer has", at,
            name);
        return std::nullopt;
    }
    std::uint64_t wrapped = 1;
    for (const std::uint64_t dimension : m_shape)
        wrapped *= dimension;
    const auto elements = elementCount(m_shape);
    const auto bytes = elements ? type->bytes(*elements) : std::nullopt;
    if (!bytes || *elements >= std::uint64_t{1} << 63) {
        // If the product wraps around to 0, the reference does not notice, and treats the tensor as empty.
        Finding finding{.code = "shape-overflow",
            .message =
                "tensor " + quote(name) + " has a shape whose size does not fit in 63 bits: " + formatShape(m_shape),
            .refusedAs = wrapped == 0 ? std::string_view() : ggufRefusal,
            .offset = m_infoBegin,
            .tensor = std::string(name),
            .aboutTensor = true};
        add(std::move(finding));
        return std::nullopt;
    }
    const std::uint64_t row = m_shape.empty() ? 1 : m_shape.back();
    if (row % type->blockElements != 0) {
        refuse("type-row",
            "tensor " + quote(name) + " is " + std::string(type->name) + " with rows of " + counted(row, "element")
                + ", expected a multiple of " + std::to_string(type->blockElements),
            at, name);
        return std::nullopt;
    }
    return bytes;
}

void GgufParser::takeTensor(std::string_view name, std::uint32_t code, std::uint64_t offset)
{
    if (m_expected && offset != *m_expected) {
        const bool isHole = offset > *m_expected;
        refuse(isHole ? "offset-hole" : "offset-overlap",
            "tensor " + quote(name) + " begins at " + formatCount(offset) + " of the data, expected "
                + formatCount(*m_expected) + ", right after the tensor before it",
            m_cursor.position() - sizeof offset, name);
    }
    m_expected.reset();
    if (!m_hasShape)
        return;
    const GgufTensorType* const type = ggufTensorType(code);
    const auto size = sizeOf(name, code, type);
    const auto end = size ? checkedAdd(offset, *size) : std::nullopt;
    if (size) {
        const auto padded = end ? checkedAdd(*end, m_header.alignment - 1) : std::nullopt;
        if (padded)
            m_expected = *padded / m_header.alignment * m_header.alignment;
    }
    m_header.tensors.push_back({.name = m_content.arena.copy(name),
        .shape = m_shapes.keep(m_shape, m_content.arena),
        .offset = offset,
        .size = size,
        .code = code,
        .isTooLarge = type && type->blockElements > 0 && !elementCount(m_shape)});
}

} // namespace loupe::gguf
