#include "formats/quantized/code_grid.h"

#include "core/dtype.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace loupe::quantized {

namespace {

constexpr std::uint64_t bitsOfWord = 32;
constexpr std::uint64_t wordBytes = bitsOfWord / 8;
constexpr std::uint64_t nibblesPerWord = bitsOfWord / 4;
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

/// Unpacks codes [first, first + count) of a stream into `target`. `bytes` holds these codes, and begins at byte
/// `byteOffset` of the stream.
void unpackStream(const CodeLayout& layout, std::uint64_t first, std::uint64_t count, std::span<const std::byte> bytes,
    std::uint64_t byteOffset, std::uint8_t* target)
{
    if (layout.bits == 8) {
        std::memcpy(target, bytes.data(), count);
        return;
    }
    const auto mask = static_cast<std::uint8_t>((1U << layout.bits) - 1);
    if (layout.bits == 4) { // the same layout with and without whole words
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
    std::uint64_t i = first;
    if (!layout.inWholeWords && first % 8 == 0) { // eight codes fill `bits` bytes
        const std::byte* eight = bytes.data() + (bitOf(layout, first) / 8 - byteOffset);
        for (; first + count - i >= 8; i += 8, eight += layout.bits) {
            std::uint64_t window = 0;
            std::memcpy(&window, eight, layout.bits);
            for (unsigned k = 0; k < 8; ++k)
                *target++ = static_cast<std::uint8_t>(window >> k * layout.bits) & mask;
        }
    }
    for (; i < first + count; ++i) {
        const std::uint64_t bit = bitOf(layout, i);
        const std::uint64_t byte = bit / 8 - byteOffset;
        const unsigned shift = bit % 8;
        auto window = static_cast<unsigned>(bytes[byte]);
        if (shift + layout.bits > 8)
            window |= static_cast<unsigned>(bytes[byte + 1]) << 8;
        *target++ = static_cast<std::uint8_t>(window >> shift) & mask;
    }
}

/// The values of both codes in each byte.
std::array<std::array<float, 2>, 256> pairsOf(const CodeValues& values, bool highNibbleFirst)
{
    std::array<std::array<float, 2>, 256> pairs;
    for (std::size_t byte = 0; byte < pairs.size(); ++byte) {
        const float low = values[byte & 15];
        const float high = values[byte >> 4];
        pairs[byte] = highNibbleFirst ? std::array{high, low} : std::array{low, high};
    }
    return pairs;
}

/// The table for a kind and a parameter. Makes it once, and keeps it.
CodeTable keptTable(char kind, int parameter, const std::function<float(int)>& valueOf)
{
    static std::mutex mutex;
    static std::map<std::pair<char, int>, CodeTable> tables;
    const std::scoped_lock lock(mutex);
    CodeTable& table = tables[{kind, parameter}];
    if (!table) {
        auto made = std::make_shared<CodeValues>();
        for (int code = 0; code < 256; ++code)
            (*made)[static_cast<std::size_t>(code)] = valueOf(code);
        table = std::move(made);
    }
    return table;
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
    return readTransposed<std::uint8_t>(
        cells, target,
        [&](const Rectangle& stored, std::span<std::uint8_t> codes) { return readStored(stored, codes); },
        [](std::uint8_t code) { return code; });
}

Result<> CodeGrid::readValues(const Rectangle& cells, const CodeValues& values, std::span<float> target) const
{
    const bool areNibbles = m_layout.bits == 4 && m_layout.streamRows == 0 && cells.column % nibblesPerWord == 0;
    if (m_isTransposed && m_layout.direction == CodeLayout::Direction::DownColumns && areNibbles)
        return readNibbleColumns(cells, values, target);
    if (m_isTransposed)
        return readTransposed<std::uint8_t>(
            cells, target,
            [&](const Rectangle& stored, std::span<std::uint8_t> codes) { return readStored(stored, codes); },
            [&](std::uint8_t code) { return values[code]; });
    if (m_layout.direction == CodeLayout::Direction::AlongRows)
        return cells.cells() > 0 ? readRowValues(cells, values, target) : Result<>();
    std::vector<std::uint8_t> codes(cells.cells());
    if (auto done = readStored(cells, codes); !done)
        return done;
    std::ranges::transform(codes, target.begin(), [&](std::uint8_t code) { return values[code]; });
    return {};
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
    case CodeLayout::Direction::RowPairs:
        return readRowPairs(cells, target);
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

/// Reads transposed words of eight codes, starting at a whole word, as most codes of GPTQ are stored. Gathers the words
/// of many columns before unpacking them, so that both reads and writes are sequential.
Result<> CodeGrid::readNibbleColumns(const Rectangle& cells, const CodeValues& values, std::span<float> target) const
{
    constexpr std::uint64_t wordsAtOnce = 16;
    const auto pairs = pairsOf(values, false);
    const std::uint64_t firstWord = cells.column / nibblesPerWord;
    const std::uint64_t words = (cells.columns + nibblesPerWord - 1) / nibblesPerWord;
    std::vector<std::array<std::uint8_t, wordBytes>> tile(wordsAtOnce * cells.rows);
    for (std::uint64_t begin = 0; begin < words; begin += wordsAtOnce) {
        const std::uint64_t count = std::min(wordsAtOnce, words - begin);
        auto done = visitRows(m_part,
            {firstWord + begin, count, m_layout.rowBytes, cells.row * wordBytes, (cells.row + cells.rows) * wordBytes},
            [&](std::uint64_t i, std::span<const std::byte> bytes) {
                std::memcpy(tile.data() + i * cells.rows, bytes.data(), bytes.size());
            });
        if (!done)
            return done;
        for (std::uint64_t row = 0; row < cells.rows; ++row) {
            float* numbers = target.data() + row * cells.columns + begin * nibblesPerWord;
            std::uint64_t left = std::min(count * nibblesPerWord, cells.columns - begin * nibblesPerWord);
            for (std::uint64_t i = 0; i < count; ++i) {
                const auto& word = tile[i * cells.rows + row];
                if (left < nibblesPerWord) { // the last word is not needed completely
                    for (std::uint64_t k = 0; k < left; ++k)
                        numbers[k] = pairs[word[k / 2]][k % 2];
                    break;
                }
                for (std::uint64_t k = 0; k < wordBytes; ++k)
                    std::memcpy(numbers + 2 * k, pairs[word[k]].data(), sizeof pairs[0]);
                numbers += nibblesPerWord;
                left -= nibblesPerWord;
            }
        }
    }
    return {};
}

Result<> CodeGrid::readRowValues(const Rectangle& cells, const CodeValues& values, std::span<float> target) const
{
    const std::uint64_t begin = bitOf(m_layout, cells.column) / 8;
    const std::uint64_t end = (bitOf(m_layout, cells.column + cells.columns - 1) + m_layout.bits - 1) / 8 + 1;
    const RowBytes rows{cells.row, cells.rows, m_layout.rowBytes, begin, end};
    if (m_layout.bits == 8)
        return visitRows(m_part, rows, [&](std::uint64_t i, std::span<const std::byte> bytes) {
            float* const numbers = target.data() + i * cells.columns;
            for (std::uint64_t k = 0; k < cells.columns; ++k)
                numbers[k] = values[static_cast<std::size_t>(bytes[k])];
        });
    if (m_layout.bits == 4 && cells.column % 2 == 0) {
        const auto pairs = pairsOf(values, m_layout.highNibbleFirst);
        return visitRows(m_part, rows, [&](std::uint64_t i, std::span<const std::byte> bytes) {
            float* const numbers = target.data() + i * cells.columns;
            for (std::uint64_t k = 0; k + 2 <= cells.columns; k += 2)
                std::memcpy(numbers + k, pairs[static_cast<std::size_t>(bytes[k / 2])].data(), sizeof pairs[0]);
            if (cells.columns % 2 != 0)
                numbers[cells.columns - 1] = pairs[static_cast<std::size_t>(bytes[cells.columns / 2])][0];
        });
    }
    std::vector<std::uint8_t> codes(cells.columns);
    return visitRows(m_part, rows, [&](std::uint64_t i, std::span<const std::byte> bytes) {
        unpackStream(m_layout, cells.column, cells.columns, bytes, begin, codes.data());
        float* const numbers = target.data() + i * cells.columns;
        for (std::uint64_t k = 0; k < cells.columns; ++k)
            numbers[k] = values[codes[k]];
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
    std::uint64_t row = 0; // the next row of the rectangle that is not complete
    const auto take = [&](std::uint64_t i, std::span<const std::byte> bytes) {
        const std::uint64_t wordBegin = (firstWord + i) * bitsOfWord;
        while (row < cells.rows) {
            const std::uint64_t bit = bitOf(m_layout, firstRow + row);
            if (bit >= wordBegin + bitsOfWord)
                break;
            std::uint8_t* const codes = target.data() + row * cells.columns;
            const bool began = bit < wordBegin; // the code began in the previous word
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

Result<> CodeGrid::readRowPairs(const Rectangle& cells, std::span<std::uint8_t> target) const
{
    const std::uint64_t firstPair = cells.row / 2;
    const std::uint64_t lastPair = (cells.row + cells.rows - 1) / 2;
    return visitRows(m_part,
        {firstPair, lastPair - firstPair + 1, m_layout.rowBytes, cells.column, cells.column + cells.columns},
        [&](std::uint64_t i, std::span<const std::byte> bytes) {
            for (const unsigned half : {0U, 1U}) {
                const std::uint64_t row = (firstPair + i) * 2 + half;
                if (row < cells.row || row >= cells.row + cells.rows)
                    continue;
                std::ranges::transform(bytes, target.data() + (row - cells.row) * cells.columns, [&](std::byte pair) {
                    return static_cast<std::uint8_t>(static_cast<unsigned>(pair) >> 4 * half & 15U);
                });
            }
        });
}

Result<> CodeGrid::readAwq(const Rectangle& cells, std::span<std::uint8_t> target) const
{
    constexpr std::uint64_t each = awqNibbleOfColumn.size();
    const std::uint64_t begin = cells.column / each;
    const std::uint64_t end = (cells.column + cells.columns - 1) / each + 1;
    return visitRows(m_part, {cells.row, cells.rows, m_layout.rowBytes, begin * wordBytes, end * wordBytes},
        [&](std::uint64_t i, std::span<const std::byte> bytes) {
            std::uint8_t* codes = target.data() + i * cells.columns;
            std::uint64_t column = cells.column;
            for (; column % each == 0 && cells.column + cells.columns - column >= each; column += each) {
                const std::uint32_t word = wordAt(bytes.data() + (column / each - begin) * wordBytes);
                for (const unsigned nibble : awqNibbleOfColumn)
                    *codes++ = static_cast<std::uint8_t>(word >> 4 * nibble & 15U);
            }
            for (; column < cells.column + cells.columns; ++column) {
                const std::uint32_t word = wordAt(bytes.data() + (column / each - begin) * wordBytes);
                *codes++ = static_cast<std::uint8_t>(word >> 4 * awqNibbleOfColumn[column % each] & 15U);
            }
        });
}

CodeTable floatValues(DType dtype)
{
    const DTypeInfo& row = info(dtype);
    return keptTable('f', static_cast<int>(dtype), [&](int code) {
        const bool exists = code < 1 << row.bits;
        return exists ? static_cast<float>(decodeFloat(static_cast<unsigned>(code), row.layout)) : 0.0F;
    });
}

CodeTable integerValues(int offset)
{
    return keptTable('u', offset, [&](int code) { return static_cast<float>(code + offset); });
}

CodeTable nextValues(unsigned bits)
{
    const int mask = (1 << bits) - 1;
    return keptTable('n', static_cast<int>(bits), [&](int code) { return static_cast<float>((code + 1) & mask); });
}

CodeTable signedValues()
{
    return keptTable('s', 0, [](int code) { return static_cast<float>(static_cast<std::int8_t>(code)); });
}

Result<> CodedGrid::read(const Rectangle& cells, std::span<float> target) const
{
    return m_codes.readValues(cells, *m_values, target);
}

} // namespace loupe::quantized
