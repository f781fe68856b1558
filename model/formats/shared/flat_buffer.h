#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

namespace loupe {

// Reads FlatBuffers without code generated from a schema. Each step is checked against the buffer's end. An offset that
// leads nowhere counts as an absent value, and sets `broken`.

/// A vector of numbers or structures of one size, or of offsets.
struct FlatVector {
    std::uint64_t begin = 0; ///< of the first element, in the buffer
    std::uint32_t count = 0;
};

/// The bytes of a buffer. They may lie in the map of a file that somebody changes, so every number is read only once.
class FlatBuffer {
public:
    explicit FlatBuffer(std::span<const std::byte> bytes)
        : m_bytes(bytes)
    {
    }

    std::uint64_t size() const { return m_bytes.size(); }
    bool broken() const { return m_broken; }
    void setBroken() { m_broken = true; }

    /// Little-endian; nothing where the buffer ends before it does.
    template <typename Number>
    std::optional<Number> number(std::uint64_t position)
    {
        if (position > m_bytes.size() || m_bytes.size() - position < sizeof(Number)) {
            m_broken = true;
            return std::nullopt;
        }
        Number number;
        std::memcpy(&number, m_bytes.data() + position, sizeof number);
        return number;
    }
    /// The position that the offset at `position` leads to. Offsets count from their own position.
    std::optional<std::uint64_t> follow(std::uint64_t position);
    /// The vector at `position`; nothing where not all of its elements are there.
    std::optional<FlatVector> vectorAt(std::uint64_t position, std::uint64_t elementSize);
    std::string_view textAt(FlatVector characters) const;

private:
    std::span<const std::byte> m_bytes;
    bool m_broken = false;
};

/// A table; copies refer to the same buffer, which outlives them.
class FlatTable {
public:
    /// The root of the buffer; nothing where there is none.
    static std::optional<FlatTable> root(FlatBuffer& buffer);
    /// The table to which element `index` of a vector of tables leads.
    static std::optional<FlatTable> element(FlatBuffer& buffer, FlatVector tables, std::uint32_t index);

    /// A number; `otherwise` where the table does not have it.
    template <typename Number>
    Number number(unsigned field, Number otherwise) const
    {
        const auto place = find(field);
        return place ? m_buffer->number<Number>(*place).value_or(otherwise) : otherwise;
    }
    std::optional<FlatTable> table(unsigned field) const;
    /// Empty where there is none.
    std::string_view text(unsigned field) const;
    /// Where a text lies in the buffer.
    std::optional<FlatVector> textPlace(unsigned field) const;
    /// Without elements where there is none.
    FlatVector vector(unsigned field, std::uint64_t elementSize) const;
    /// Where a structure of `size` bytes lies in the table.
    std::optional<std::uint64_t> structure(unsigned field, std::uint64_t size) const;

private:
    FlatTable(FlatBuffer& buffer, std::uint64_t begin)
        : m_buffer(&buffer)
        , m_begin(begin)
    {
    }
    static std::optional<FlatTable> at(FlatBuffer& buffer, std::uint64_t begin);
    std::optional<std::uint64_t> find(unsigned field) const;

    FlatBuffer* m_buffer;
    std::uint64_t m_begin;
    std::uint64_t m_fields = 0; ///< where the table's description begins
    std::uint16_t m_fieldsSize = 0;
    std::uint16_t m_size = 0;
};

} // namespace loupe
