#pragma once

#include "formats/quantized/number_grid.h"
#include "formats/quantized/part.h"

#include <array>
#include <memory>

namespace loupe::quantized {

/// How codes of at most 8 bits stand in the bytes of a part.
struct CodeLayout {
    enum class Direction : std::uint8_t {
        AlongRows, ///< each row is a stream of codes
        DownColumns, ///< words of 32 bits; the words of each column, from the top, are a stream of codes
        RowPairs, ///< of 4 bits: a row of bytes has a row of codes in its low halves, and the next row in its high ones
        AwqWords, ///< words of 32 bits in rows; eight neighboring columns in the order 0, 2, 4, 6, 1, 3, 5, 7
    };

    Direction direction = Direction::AlongRows;
    unsigned bits = 8;
    /// No code crosses the end of a word of 32 bits: bits are left over at its top. Else codes follow one another
    /// without a gap.
    bool inWholeWords = false;
    bool highNibbleFirst = false; ///< of a byte with two codes of 4 bits; else streams begin with the lowest bits
    std::uint64_t rowBytes = 0; ///< from the begin of a row, or of a row of words, to that of the next
    /// With DownColumns: number of rows of codes after which streams restart in the next word. 0: never.
    std::uint64_t streamRows = 0;

    /// How many words of 32 bits this many codes take.
    std::uint64_t wordsFor(std::uint64_t codes) const;
};

/// The number that each code stands for.
using CodeValues = std::array<float, 256>;
/// Shared: most weights of a model have the same.
using CodeTable = std::shared_ptr<const CodeValues>;

/// Unsigned codes in rows and columns.
class CodeGrid {
public:
    /// A transposed grid has the part's columns as its rows. The caller has checked that the part has all of it.
    CodeGrid(Part part, CodeLayout layout, bool isTransposed = false)
        : m_part(part)
        , m_layout(layout)
        , m_isTransposed(isTransposed)
    {
    }

    /// The codes of a rectangle within the grid, row by row. Its rows lie in one stream. Fails as Source::visit() does.
    Result<> read(const Rectangle& cells, std::span<std::uint8_t> target) const;

    /// In place of each code, its entry in `values`.
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
/// Code + offset, for unsigned codes.
CodeTable integerValues(int offset);
/// Code + 1, which wraps around to 0 after the greatest code of this many bits.
CodeTable nextValues(unsigned bits);
/// I8 as it is stored.
CodeTable signedValues();

/// Codes and the numbers that they stand for.
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
