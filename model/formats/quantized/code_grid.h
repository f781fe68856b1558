#pragma once

#include "formats/quantized/number_grid.h"
#include "formats/quantized/part.h"

#include <array>
#include <memory>

namespace loupe::quantized {

/// The layout of codes of at most 8 bits in the bytes of a part.
struct CodeLayout {
    enum class Direction : std::uint8_t {
        AlongRows, ///< each row is a stream of codes
        DownColumns, ///< 32-bit words; the words of each column, from the top, are a stream of codes
        RowPairs, ///< 4-bit codes; low nibbles of a row of bytes are a row of codes, high nibbles the next row
        AwqWords, ///< 32-bit words in rows; each has eight neighboring columns in the order 0, 2, 4, 6, 1, 3, 5, 7
    };

    Direction direction = Direction::AlongRows;
    unsigned bits = 8;
    /// If true, no code crosses the end of a 32-bit word, and the top bits of a word may be unused. Otherwise codes
    /// follow one another without gaps.
    bool inWholeWords = false;
    bool highNibbleFirst = false; ///< for bytes with two 4-bit codes; otherwise streams begin with the lowest bits
    std::uint64_t rowBytes = 0; ///< distance from one row of codes, or row of words, to the next
    /// For DownColumns: the number of rows of codes after which streams restart in the next word; 0 for never.
    std::uint64_t streamRows = 0;

    /// The number of 32-bit words that this many codes take.
    std::uint64_t wordsFor(std::uint64_t codes) const;
};

/// The number that each code stands for.
using CodeValues = std::array<float, 256>;
/// Shared, since most weights of a model have the same table.
using CodeTable = std::shared_ptr<const CodeValues>;

/// A grid of unsigned codes.
class CodeGrid {
public:
    /// The rows of a transposed grid are the part's columns. The caller must have checked that the part holds the whole
    /// grid.
    CodeGrid(Part part, CodeLayout layout, bool isTransposed = false)
        : m_part(part)
        , m_layout(layout)
        , m_isTransposed(isTransposed)
    {
    }

    /// The codes of a rectangle within the grid, row by row. Each row must be within one stream. Fails as
    /// Source::visit() does.
    Result<> read(const Rectangle& cells, std::span<std::uint8_t> target) const;

    /// As read(), but gives the entry in `values` for each code.
    Result<> readValues(const Rectangle& cells, const CodeValues& values, std::span<float> target) const;

    const Part& part() const { return m_part; }
    unsigned bits() const { return m_layout.bits; }
    bool isTransposed() const { return m_isTransposed; }

private:
    Result<> readStored(const Rectangle& cells, std::span<std::uint8_t> target) const;
    Result<> readRows(const Rectangle& cells, std::span<std::uint8_t> target) const;
    Result<> readNibbleColumns(const Rectangle& cells, const CodeValues& values, std::span<float> target) const;
    Result<> readRowValues(const Rectangle& cells, const CodeValues& values, std::span<float> target) const;
    Result<> readColumns(const Rectangle& cells, std::span<std::uint8_t> target) const;
    Result<> readRowPairs(const Rectangle& cells, std::span<std::uint8_t> target) const;
    Result<> readAwq(const Rectangle& cells, std::span<std::uint8_t> target) const;

    Part m_part;
    CodeLayout m_layout;
    bool m_isTransposed;
};

/// The values of all codes of a float dtype of at most 8 bits.
CodeTable floatValues(DType dtype);
/// The value of each unsigned code is code + offset.
CodeTable integerValues(int offset);
/// The value of each code is code + 1, which wraps around to 0 after the greatest code with this many bits.
CodeTable nextValues(unsigned bits);
/// The values of I8, stored as it is.
CodeTable signedValues();

/// Codes with a table of the numbers that they stand for.
class CodedGrid final : public NumberGrid {
public:
    CodedGrid(CodeGrid codes, CodeTable values)
        : m_codes(codes)
        , m_values(std::move(values))
    {
    }
    Result<> read(const Rectangle& cells, std::span<float> target) const override;
    bool isTransposed() const override { return m_codes.isTransposed(); }
    const CodeGrid& codes() const { return m_codes; }
    const CodeValues& values() const { return *m_values; }

private:
    CodeGrid m_codes;
    CodeTable m_values;
};

} // namespace loupe::quantized
