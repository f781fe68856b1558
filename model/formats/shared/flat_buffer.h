#pragma once

#include "core/source.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace loupe {

// Reads FlatBuffers without code generated from a schema. Checks each step against the buffer's end. An offset that
// leads out of the buffer counts as an absent value, and makes broken() true.

/// A vector of numbers, structures or offsets, all of one size.
struct FlatVector {
    std::uint64_t begin = 0; ///< position of the first element in the buffer
    std::uint32_t count = 0;
};

/// The bytes of a buffer, in memory or in a file. Reads every number only once, since the bytes may be a memory-mapped
/// file that someone changes. May throw std::bad_alloc.
class FlatBuffer {
public:
    explicit FlatBuffer(std::span<const std::byte> bytes)
        : m_bytes(bytes)
        , m_size(bytes.size())
    {
    }
    /// Reads a whole file on demand. Keeps at most 4 MiB of it in memory, so that a buffer with large vectors costs
    /// only what is read.
    explicit FlatBuffer(const Source& source)
        : m_source(&source)
        , m_size(source.size())
    {
    }

    std::uint64_t size() const { return m_size; }
    bool broken() const { return m_broken; }
    void setBroken() { m_broken = true; }
    /// The reason why the file could not be read. From then on, all values count as absent.
    const std::optional<Error>& error() const { return m_error; }

    /// The little-endian number at `position`; nothing if it goes beyond the buffer's end.
    template <typename Number>
    std::optional<Number> number(std::uint64_t position)
    {
        static_assert(std::is_arithmetic_v<Number>);
        Number number;
        if (!copy(position, std::as_writable_bytes(std::span(&number, 1))))
            return std::nullopt;
        return number;
    }
    /// Copies the bytes from `position` on; returns false if they go beyond the buffer's end.
    bool copy(std::uint64_t position, std::span<std::byte> target);
    /// The position that the offset at `position` leads to. Offsets count from their own position.
    std::optional<std::uint64_t> follow(std::uint64_t position);
    /// The vector at `position`; nothing if its elements go beyond the buffer's end.
    std::optional<FlatVector> vectorAt(std::uint64_t position, std::uint64_t elementSize);
    std::string textAt(FlatVector characters);

private:
    struct Page {
        std::uint64_t number = UINT64_MAX;
        std::vector<std::byte> bytes;
    };
    static constexpr std::uint64_t pageSize = std::uint64_t{32} << 10;
    static constexpr std::size_t pageCount = 128;

    const Page* page(std::uint64_t number);

    std::span<const std::byte> m_bytes; ///< used if there is no source
    const Source* m_source = nullptr;
    std::uint64_t m_size;
    std::vector<Page> m_pages; ///< indexed by page number modulo pageCount
    std::optional<Error> m_error;
    bool m_broken = false;
};

/// A table. Copies refer to the same buffer, which must outlive them.
class FlatTable {
public:
    /// The root table of the buffer, or of a nested buffer that starts at `begin`; nothing if there is none.
    static std::optional<FlatTable> root(FlatBuffer& buffer, std::uint64_t begin = 0);
    /// The table to which element `index` of a vector of tables leads.
    static std::optional<FlatTable> element(FlatBuffer& buffer, FlatVector tables, std::uint32_t index);

    /// A number; `otherwise` if the table does not have the field.
    template <typename Number>
    Number number(unsigned field, Number otherwise) const
    {
        const auto place = find(field);
        return place ? m_buffer->number<Number>(*place).value_or(otherwise) : otherwise;
    }
    std::optional<FlatTable> table(unsigned field) const;
    /// At most the first `longest` bytes of a text; empty if there is none.
    std::string text(unsigned field, std::uint32_t longest = UINT32_MAX) const;
    bool has(unsigned field) const { return find(field).has_value(); }
    /// The table's range in the buffer.
    ByteRange range() const { return {m_begin, m_begin + m_size}; }
    /// The location of a text in the buffer.
    std::optional<FlatVector> textPlace(unsigned field) const;
    /// A vector with its claimed number of elements, even if they go beyond the buffer's end.
    std::optional<FlatVector> claimedVector(unsigned field) const;
    /// A vector; empty if there is none.
    FlatVector vector(unsigned field, std::uint64_t elementSize) const;
    /// The position in the buffer of a structure of `size` bytes.
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
    std::uint64_t m_fields = 0; ///< start of the table's description (its vtable)
    std::uint16_t m_fieldsSize = 0;
    std::uint16_t m_size = 0;
};

} // namespace loupe
