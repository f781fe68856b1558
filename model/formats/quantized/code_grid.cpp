#include "formats/quantized/code_grid.h"

#include <cstring>
#include <vector>

namespace loupe::quantized {

namespace {

constexpr std::uint64_t bitsOfWord = 32;
constexpr std::uint64_t wordBytes = bitsOfWord / 8;
constexpr std::array<unsigned, 8> awqNibbleOfColumn{0, 4, 1, 5, 2, 6, 3, 7};

std::uint64_t bitOf(const CodeLayout& layout, std::uint64_t index)
{
    if (!layout.inWholeWords)
        return index * layout.bits;
    const std::uint64_t each = bitsOfWord / layout.bits;
    return index / each * bitsOfWord + index % each * layout.bits;
}

std::uint32_t wordAt(const std::byte* bytes)
{
    std::uint32_t word;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

/// Codes [first, first + count) of a stream into `target`; `bytes` begin at byte `byteOffset` of the stream and hold
/// these codes.
void unpackStream(const CodeLayout& layout, std::uint64_t first, std::uint64_t count, std::span<const std::byte> bytes,
    std::uint64_t byteOffset, std::uint8_t* target)
{
    if (layout.bits == 8) {
        std::memcpy(target, bytes.data(), count);
        return;
    }
    const auto mask = static_cast<std::uint8_t>((1U << layout.bits) - 1);
    if (layout.bits == 4) { // the same in whole words
        const unsigned shiftOfEven = layout.highNibbleFirst ? 4 : 0;
        const std::uint64_t end = first + count;
        std::uint64_t i = first;
        const auto one = [&](std::uint64_t index) {
            const auto byte = static_cast<unsigned>(bytes[index / 2 - byteOffset]);
            *target++ = static_cast<std::uint8_t>(byte >> (index % 2 == 0 ? shiftOfEven : 4 - shiftOfEven)) & mask;
        };
        if (i % 2 != 0 && i < end)
            one(i++);
        const auto* const pairs = reinterpret_cast<const std::uint8_t*>(bytes.data()) + (i / 2 - byteOffset);
        const std::uint64_t pairCount = (end - i) / 2;
        for (std::uint64_t pair = 0; pair < pairCount; ++pair) {
            target[2 * pair] = static_cast<std::uint8_t>(pairs[pair] >> shiftOfEven) & mask;
            target[2 * pair + 1] = static_cast<std::uint8_t>(pairs[pair] >> (4 - shiftOfEven)) & mask;
        }
        target += 2 * pairCount;
        if (i += 2 * pairCount; i < end)
            one(i);
        return;
    }
    for (std::uint64_t i = first; i < first + count; ++i) {
        const std::uint64_t bit = bitOf(layout, i);
        const std::uint64_t byte = bit / 8 - byteOffset;
        const unsigned shift = bit % 8;
        auto window = static_cast<unsigned>(bytes[byte]);
        if (shift + layout.bits > 8)
            window |= static_cast<unsigned>(bytes[byte + 1]) << 8;
        *target++ = static_cast<std::uint8_t>(window >> shift) & mask;
    }
}

} // namespace

std::uint64_t CodeLayout::wordsFor(std::uint64_t codes) const
{
    if (inWholeWords)
        return (codes + bitsOfWord / bits - 1) / (bitsOfWord / bits);
    // codes * bits may not fit in 64 bits
    return codes / bitsOfWord * bits + (codes % bitsOfWord * bits + bitsOfWord - 1) / bitsOfWord;
}

Result<> CodeGrid::read(const Rectangle& cells, std::span<std::uint8_t> target) const
{
    if (!m_isTransposed)
        return readStored(cells, target);
    return readTransposed(cells, target,
        [&](const Rectangle& stored, std::span<std::uint8_t> codes) { return readStored(stored, codes); });
}

Result<> CodeGrid::readStored(const Rectangle& cells, std::span<std::uint8_t> target) const
{
    if (cells.cells() == 0)
        return {};
    switch (m_layout.direction) {
    case CodeLayout::Direction::AlongRows:
        return readRows(cells, target);
    case CodeLayout::Direction::DownColumns:
        return readColumns(cells, target);
    case CodeLayout::Direction::AwqWords:
        return readAwq(cells, target);
    }
    return {};
}

Result<> CodeGrid::readRows(const Rectangle& cells, std::span<std::uint8_t> target) const
{
    const std::uint64_t begin = bitOf(m_layout, cells.column) / 8;
    const std::uint64_t end = (bitOf(m_layout, cells.column + cells.columns - 1) + m_layout.bits - 1) / 8 + 1;
    return visitRows(m_part, {cells.row, cells.rows, m_layout.rowBytes, begin, end},
        [&](std::uint64_t i, std::span<const std::byte> bytes) {
            unpackStream(m_layout, cells.column, cells.columns, bytes, begin, target.data() + i * cells.columns);
        });
}

Result<> CodeGrid::readColumns(const Rectangle& cells, std::span<std::uint8_t> target) const
{
    const std::uint32_t mask = (1U << m_layout.bits) - 1;
    const std::uint64_t stream = m_layout.streamRows > 0 ? cells.row / m_layout.streamRows : 0;
    const std::uint64_t firstRow = cells.row - stream * m_layout.streamRows;
    const std::uint64_t wordsBefore = stream * m_layout.wordsFor(m_layout.streamRows);
    const std::uint64_t firstWord = bitOf(m_layout, firstRow) / bitsOfWord;
    const std::uint64_t lastWord = (bitOf(m_layout, firstRow + cells.rows - 1) + m_layout.bits - 1) / bitsOfWord;
    std::uint64_t row = 0; // of the rectangle; the next one that is not complete
    const auto take = [&](std::uint64_t i, std::span<const std::byte> bytes) {
        const std::uint64_t wordBegin = (firstWord + i) * bitsOfWord;
        while (row < cells.rows) {
            const std::uint64_t bit = bitOf(m_layout, firstRow + row);
            if (bit >= wordBegin + bitsOfWord)
                break;
            std::uint8_t* const codes = target.data() + row * cells.columns;
            const bool began = bit < wordBegin; // in the word before
            const bool ends = bit + m_layout.bits <= wordBegin + bitsOfWord;
            const auto shift = static_cast<unsigned>(began ? wordBegin - bit : bit - wordBegin);
            for (std::uint64_t column = 0; column < cells.columns; ++column) {
                const std::uint32_t word = wordAt(bytes.data() + column * wordBytes);
                codes[column] = began ? static_cast<std::uint8_t>(codes[column] | (word << shift & mask))
                                      : static_cast<std::uint8_t>(word >> shift & mask);
            }
            if (!ends)
                break;
            ++row;
        }
    };
    return visitRows(m_part,
        {wordsBefore + firstWord, lastWord - firstWord + 1, m_layout.rowBytes, cells.column * wordBytes,
            (cells.column + cells.columns) * wordBytes},
        take);
}

Result<> CodeGrid::readAwq(const Rectangle& cells, std::span<std::uint8_t> target) const
{
    constexpr std::uint64_t each = awqNibbleOfColumn.size();
    const std::uint64_t begin = cells.column / each;
    const std::uint64_t end = (cells.column + cells.columns - 1) / each + 1;
    return visitRows(m_part, {cells.row, cells.rows, m_layout.rowBytes, begin * wordBytes, end * wordBytes},
        [&](std::uint64_t i, std::span<const std::byte> bytes) {
            std::uint8_t* codes = target.data() + i * cells.columns;
            for (std::uint64_t column = cells.column; column < cells.column + cells.columns; ++column) {
                const std::uint32_t word = wordAt(bytes.data() + (column / each - begin) * wordBytes);
                *codes++ = static_cast<std::uint8_t>(word >> 4 * awqNibbleOfColumn[column % each] & 15U);
            }
        });
}

Result<> CodedGrid::read(const Rectangle& cells, std::span<float> target) const
{
    std::vector<std::uint8_t> codes(cells.cells());
    if (auto done = m_codes.read(cells, codes); !done)
        return done;
    for (std::size_t i = 0; i < codes.size(); ++i)
        target[i] = m_values[codes[i]];
    return {};
}

} // namespace loupe::quantized
